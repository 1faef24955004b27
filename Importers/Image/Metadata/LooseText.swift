extension String {
  /// Decodes text without a declared encoding: as UTF-8 if valid, else as Latin-1; up to the first
  /// NUL, without surrounding white space.
  init(looselyDecoding bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes.prefix { $0 != 0 })
    let text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    self = text.trimmed
  }

  /// The text without white space and control characters at its ends.
  var trimmed: String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace || scalar.value < 0x20 }
    let scalars = unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(scalars[...last])
  }
}
