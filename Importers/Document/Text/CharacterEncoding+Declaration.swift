// SPDX-License-Identifier: Apache-2.0

extension CharacterEncoding {
  /// The encoding that an HTML document declares in its first 4 KiB, in a `<meta>` element or an XML declaration.
  ///
  /// - Returns: `nil` if it declares none, or one that the C library does not know.
  static func declared(inHTML bytes: borrowing Span<UInt8>) -> CharacterEncoding? {
    declared(inXML: bytes) ?? label(after: "charset", in: bytes.extracting(..<min(bytes.count, 4096))).flatMap(known)
  }

  /// The encoding that a document declares in an XML declaration, `<?xml version="1.0" encoding="…"?>`.
  ///
  /// - Returns: `nil` if there is no such declaration, or it names an encoding that the C library does not know.
  static func declared(inXML bytes: borrowing Span<UInt8>) -> CharacterEncoding? {
    guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
    return label(after: "encoding", in: bytes.extracting(..<min(bytes.count, 256))).flatMap(known)
  }

  /// - Returns: `nil` also for an encoding in which the declaration could not be read as ASCII, such
  ///   as UTF-16 under one of its other names (`unicode`).
  private static func known(_ label: String) -> CharacterEncoding? {
    let encoding = CharacterEncoding(label: label)
    guard encoding != .utf8 else { return encoding }
    guard var converter = CharacterConverter(from: encoding) else { return nil }
    let markup = "<meta content='a; b=c'>"
    var converted = ""
    // Only the closure could throw.
    _ = try? converter.convert(markup.utf8Span.span, isLast: true) { converted += String(copying: $0) }
    return converted == markup ? encoding : nil
  }

  /// The name after `keyword`, `=` and an optional quote.
  private static func label(after keyword: String, in bytes: borrowing Span<UInt8>) -> String? {
    let keyword = Array(keyword.utf8)
    var offset = 0
    while offset + keyword.count < bytes.count {
      if (0..<keyword.count).allSatisfy({ bytes[offset + $0] | 0x20 == keyword[$0] }) {
        if let label = assignedLabel(in: bytes, from: offset + keyword.count) { return label }
      }
      offset += 1
    }
    return nil
  }

  private static func assignedLabel(in bytes: borrowing Span<UInt8>, from start: Int) -> String? {
    var offset = start
    while offset < bytes.count, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { return nil }
    offset += 1
    while offset < bytes.count, [UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[offset]) { offset += 1 }
    var label: [UInt8] = []
    while offset < bytes.count, label.count < 40, bytes[offset].isLabelByte {
      label.append(bytes[offset])
      offset += 1
    }
    return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
  }
}

extension UInt8 {
  /// Letters, digits and punctuation of encoding names. Characters with a meaning to iconv_open(3),
  /// such as `/`, are excluded.
  fileprivate var isLabelByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "+"): true
    default: false
    }
  }
}
