// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// Replaces escapes of characters, which stand in the middle of words: many programs write all letters beyond ASCII in this way.
struct EscapeDecoder {
  enum Syntax {
    /// `\\u00e9`, `\\n`, `\\"`
    case json
    /// `&#233;`, `&#xE9;`, `&amp;`
    case xml
    /// The properties of Java: `\\u00e9`, `\\n`, `\\:`, and a backslash at the end of a line that goes on in the next one.
    case properties
    /// Only numbers of characters: `\\u00e9` and `\\U000000e9` in YAML, where a backslash outside quotes is one, and `\\U00e9` in
    /// tables of strings.
    case numbers

    /// - Returns: `nil` for types of other texts.
    init?(typeIdentifier: String) {
      guard let type = UTType(typeIdentifier) else { return nil }
      if type.conforms(to: .json) {
        self = .json
      } else if type.conforms(to: .xml) || type.conforms(to: .propertyList) {
        self = .xml
      } else if ["public.strings-text", "public.yaml"].contains(typeIdentifier) {
        self = .numbers
      } else {
        return nil
      }
    }

    fileprivate var mark: UInt8 { self == .xml ? UInt8(ascii: "&") : UInt8(ascii: "\\") }

    /// The length of the longest escape: two halves of a pair, or a reference to the last character.
    fileprivate var maximumByteCount: Int { self == .xml ? 10 : 12 }
  }

  let syntax: Syntax
  /// The beginning of an escape that the last piece ended with.
  private var pending: [UInt8] = []
  /// Whether the white space at the start of a line does not count, because the one before it goes on.
  private var skipsSpace = false

  init(_ syntax: Syntax) { self.syntax = syntax }

  /// Calls `body` with the text of a piece.
  ///
  /// - Returns: Whether the piece was passed on as it is.
  mutating func decode(_ piece: UTF8Span, into body: (UTF8Span) throws -> Void) rethrows -> Bool {
    let span = piece.span
    if pending.isEmpty, !skipsSpace, !span.indices.contains(where: { span[$0] == syntax.mark }) {
      try body(piece)
      return true
    }
    var bytes = pending
    unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    try decode(bytes, isLast: false, into: body)
    return false
  }

  /// Calls `body` with the rest.
  mutating func finish(into body: (UTF8Span) throws -> Void) rethrows {
    if !pending.isEmpty { try decode(pending, isLast: true, into: body) }
  }

  private mutating func decode(_ bytes: [UInt8], isLast: Bool, into body: (UTF8Span) throws -> Void) rethrows {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    pending = []
    while index < bytes.count {
      if skipsSpace, bytes[index] == 0x20 || bytes[index] == 0x09 {
        index += 1
        continue
      }
      skipsSpace = false
      guard bytes[index] == syntax.mark else {
        text.append(bytes[index])
        index += 1
        continue
      }
      if !isLast, bytes.count - index < syntax.maximumByteCount {
        pending = Array(bytes[index...])
        break
      }
      let rest = bytes[index...].prefix(syntax.maximumByteCount)
      if let (characters, count) = characters(of: rest) {
        skipsSpace = syntax == .properties && characters.isEmpty
        text += characters
        index += count
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    // Whole code points were replaced by whole code points.
    try body(unsafe UTF8Span(unchecked: text.span))
  }

  /// The characters that an escape stands for, and its length; `nil` if it is none.
  private func characters(of escape: ArraySlice<UInt8>) -> (characters: [UInt8], count: Int)? {
    switch syntax {
    case .json: Self.json(escape)
    case .xml: Self.xml(escape)
    case .properties: Self.properties(escape)
    case .numbers: Self.numbers(escape)
    }
  }

  private static func properties(_ escape: ArraySlice<UInt8>) -> (characters: [UInt8], count: Int)? {
    switch escape.dropFirst().first {
    case UInt8(ascii: "\r"): ([], escape.dropFirst(2).first == UInt8(ascii: "\n") ? 3 : 2)
    case UInt8(ascii: "\n"): ([], 2)
    case let sign? where ":=#! '".utf8.contains(sign): ([sign], 2)
    default: json(escape)
    }
  }

  private static func numbers(_ escape: ArraySlice<UInt8>) -> (characters: [UInt8], count: Int)? {
    switch escape.dropFirst().first {
    case UInt8(ascii: "u"): return json(escape)
    case UInt8(ascii: "U"):
      for digits in [8, 4] {
        guard let value = number(escape.dropFirst(2).prefix(digits), digits: digits, radix: 16), value < 0x11_0000 else { continue }
        return (utf8(value), digits + 2)
      }
      return nil
    default: return nil
    }
  }

  /// The characters for an escape of JSON, and its length.
  private static func json(_ escape: ArraySlice<UInt8>) -> (characters: [UInt8], count: Int)? {
    guard let kind = escape.dropFirst().first else { return nil }
    switch kind {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "f"): return ([0x0A], 2)
    case UInt8(ascii: "t"), UInt8(ascii: "b"): return ([0x20], 2)
    case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): return ([kind], 2)
    case UInt8(ascii: "u"):
      guard let first = number(escape.dropFirst(2).prefix(4), digits: 4, radix: 16) else { return nil }
      if 0xD800..<0xDC00 ~= first, escape.dropFirst(6).starts(with: [0x5C, 0x75]),
        let second = number(escape.dropFirst(8).prefix(4), digits: 4, radix: 16), 0xDC00..<0xE000 ~= second
      {
        return (utf8(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF), 12)
      }
      return (utf8(first), 6)
    default: return nil
    }
  }

  /// The characters for a reference of XML, and its length.
  private static func xml(_ reference: ArraySlice<UInt8>) -> (characters: [UInt8], count: Int)? {
    guard let end = reference.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = reference[(reference.startIndex + 1)..<end]
    let count = end - reference.startIndex + 1
    if name.first == UInt8(ascii: "#") {
      let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x") || name.dropFirst().first == UInt8(ascii: "X")
      return number(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10).map { (utf8($0), count) }
    }
    let known: [String: UInt8] = [
      "amp": UInt8(ascii: "&"), "apos": UInt8(ascii: "'"), "gt": UInt8(ascii: ">"), "lt": UInt8(ascii: "<"), "quot": UInt8(ascii: "\""),
    ]
    return known[String(decoding: name, as: UTF8.self)].map { ([$0], count) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, digits: Int? = nil, radix: Int) -> UInt32? {
    guard digits.map({ $0 == bytes.count }) ?? true, let first = bytes.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else {
      return nil
    }
    return UInt32(String(decoding: bytes, as: UTF8.self), radix: radix)
  }

  /// U+FFFD for what is no character. A control character becomes a space.
  private static func utf8(_ number: UInt32) -> [UInt8] {
    guard number >= 0x20 else { return [0x20] }
    return Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
  }
}
