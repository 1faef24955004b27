// SPDX-License-Identifier: Apache-2.0

/// A code page of Windows, by which formats of Microsoft name an encoding.
package struct CodePage {
  private let number: Int

  /// The code page of Western languages.
  package static let western = CodePage(1252)

  package init(_ number: Int) { self.number = number }

  /// The text in UTF-8. Invalid bytes become U+FFFD. An unknown code page counts as Western.
  package func utf8(_ bytes: [UInt8]) -> [UInt8] {
    bytes.allSatisfy { $0 < 0x80 } ? bytes : encoding.utf8(bytes.span)
  }

  private var encoding: CharacterEncoding {
    switch number {
    case 65_001: .utf8
    case 10_000, 0x8000: .named("MACINTOSH")
    default: .named("CP\(number)")
    }
  }
}
