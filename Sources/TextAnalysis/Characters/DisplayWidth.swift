// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// The number of columns that text takes on a terminal: two for East Asian wide characters, none for
/// combining ones.
package enum DisplayWidth {
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    scalar.isASCII ? 1 : Int(max(0, utf8proc_charwidth(utf8proc_int32_t(bitPattern: scalar.value))))
  }

  package static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The longest beginning of a text that fits into a number of columns.
  package static func prefix(of text: Substring, columns: Int) -> Substring {
    var rest = columns
    var end = text.startIndex
    for index in text.indices {
      rest -= self.columns(of: text[index...index])
      guard rest >= 0 else { break }
      end = text.index(after: index)
    }
    return text[..<end]
  }
}
