// SPDX-License-Identifier: Apache-2.0

/// Text in UTF-8 that a handler has collected and nobody has taken yet.
package struct TextBuffer {
  private var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ characters: borrowing Span<UInt8>) {
    unsafe characters.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Ends a word or paragraph: appends `separator` unless there is one already.
  package mutating func separate(by separator: Unicode.Scalar = "\n") {
    guard let last = bytes.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: separator) else { return }
    bytes.append(UInt8(ascii: separator))
  }

  /// Returns the text since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
