// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// Replaces escapes of characters in JSON and XML, which stand in the middle of words: many programs write all letters beyond
/// ASCII in this way.
struct EscapeDecoder {
  enum Syntax {
    /// `\\u00e9`, `\\n`, `\\"`
    case json
    /// `&#233;`, `&#xE9;`, `&amp;`
    case xml

    /// - Returns: `nil` for types of other texts.
    init?(typeIdentifier: String) {
      guard let type = UTType(typeIdentifier) else { return nil }
      if type.conforms(to: .json) {
        self = .json
      } else if type.conforms(to: .xml) || type.conforms(to: .propertyList) {
        self = .xml
      } else {
        return nil
      }
    }

    fileprivate var mark: UInt8 { self == .json ? UInt8(ascii: "\\") : UInt8(ascii: "&") }

    /// The length of the longest escape: two halves of a pair, or a reference to the last character.
    fileprivate var maximumByteCount: Int { self == .json ? 12 : 10 }
  }

  let syntax: Syntax
  /// The beginning of an escape that the last piece ended with.
  private var pending: [UInt8] = []

  init(_ syntax: Syntax) { self.syntax = syntax }

  /// Calls `body` with the text of a piece.
  ///
  /// - Returns: Whether the piece was passed on as it is.
  mutating func decode(_ piece: UTF8Span, into body: (UTF8Span) throws -> Void) rethrows -> Bool {
    let span = piece.span
    if pending.isEmpty, !span.indices.contains(where: { span[$0] == syntax.mark }) {
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
      if let (characters, count) = syntax == .json ? Self.json(rest) : Self.xml(rest) {
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
