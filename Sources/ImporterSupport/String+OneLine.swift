// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text as a browser displays a title: each run of white space, including newlines and
  /// no-break spaces, becomes one space, and leading and trailing white space is removed.
  ///
  /// Users who search for a title type ordinary spaces.
  package var oneLine: String {
    if isOneLine { return self }
    var scalars = UnicodeScalarView()
    for word in unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
      if !scalars.isEmpty { scalars.append(" ") }
      scalars.append(contentsOf: word)
    }
    return String(scalars)
  }

  /// The text without white space and control characters at its ends.
  package var trimmed: String {
    if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) { return self }
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar.value < 0x20 }
    let scalars = unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(scalars[...last])
  }

  /// Whether the text certainly need not change, as most texts of ASCII.
  private var isOneLine: Bool {
    var previous = UInt8(ascii: " ")
    for byte in utf8 {
      guard (0x21..<0x80).contains(byte) || (byte == UInt8(ascii: " ") && previous != byte) else { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ")
  }
}
