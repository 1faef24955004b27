// SPDX-License-Identifier: Apache-2.0

/// Decodes a text whose encoding is declared beside it, as in mail, to UTF-8.
///
/// What the bytes say of themselves counts more than a missing or wrong declaration: UTF-8 or UTF-16 with a byte order mark, and texts
/// that are called ASCII or UTF-8 and are neither.
package struct DeclaredTextDecoder: ~Copyable {
  private var decoder: TextDecoder

  /// - Parameter declared: The name of the encoding; `nil` without one.
  package init(declared: String?) {
    let encoding = declared.flatMap { CharacterEncoding.declared(beside: $0) }
    decoder = TextDecoder { _ in encoding }
  }

  /// Decodes one block and delivers UTF-8. Invalid bytes become U+FFFD.
  ///
  /// - Returns: The number of bytes consumed. The rest, a few bytes, must precede the next block.
  package mutating func decode(_ bytes: borrowing Span<UInt8>, isLast: Bool, into output: (UTF8Span) throws -> Void) throws -> Int {
    try decoder.decode(bytes, isLast: isLast, into: output)
  }

  /// The text of an encoded word of a header; `nil` if the declaration says nothing that could be right.
  package static func text(_ bytes: [UInt8], declared: String) -> String? {
    if let (encoding, markLength) = CharacterEncoding.marked(in: bytes.span) {
      return String(decoding: encoding.utf8(bytes.span.extracting(markLength...)), as: UTF8.self)
    }
    let encoding = CharacterEncoding.declared(beside: declared)
    // Programs that write UTF-8 under another name say that it is ASCII or Western.
    if [nil, .utf8, .windows1252].contains(encoding) {
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      if encoding != .windows1252 { return nil }
    }
    return encoding.map { String(decoding: $0.utf8($0.withDesignation(bytes).span), as: UTF8.self) }
  }
}

extension CharacterEncoding {
  /// The encoding for the name in the header of a message.
  ///
  /// - Returns: `nil` for ASCII, names that mean an unknown one, and names that nobody knows.
  fileprivate static func declared(beside name: String) -> CharacterEncoding? {
    let label = name.uppercased()
    if ["ASCII", "US-ASCII", "UNKNOWN-8BIT", "X-UNKNOWN", "UNKNOWN", "DEFAULT", "BINARY"].contains(label) { return nil }
    // Beside a text, and not in it, such a name may be right.
    switch label {
    case "UTF-16BE": return .utf16BigEndian
    case "UTF-16LE": return .utf16LittleEndian
    case "UTF-32BE": return .utf32BigEndian
    case "UTF-32LE": return .utf32LittleEndian
    // The bytes tell their order.
    case "UTF-16", "UTF-32": return nil
    default: break
    }
    let encoding = CharacterEncoding(label: label)
    return encoding == .utf8 || CharacterConverter(from: encoding) != nil ? encoding : nil
  }

  /// The bytes of a word in ISO 2022, which may leave out that it is about Korean.
  fileprivate func withDesignation(_ bytes: [UInt8]) -> [UInt8] {
    guard self == .named("ISO-2022-KR"), !bytes.contains(0x1B) else { return bytes }
    return [0x1B, 0x24, 0x29, 0x43] + bytes
  }
}
