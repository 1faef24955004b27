// SPDX-License-Identifier: Apache-2.0

/// The bytes that a set such as `[a-z_]`, `[!0-9]` or `[[:alpha:]]` in a pattern matches.
struct ByteSet: Sendable {
  private var low: (UInt64, UInt64) = (0, 0)
  private var high: (UInt64, UInt64) = (0, 0)

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: low.0
      case 1: low.1
      case 2: high.0
      default: high.1
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  /// Whether more than half of all bytes are in the set.
  var containsMost: Bool {
    low.0.nonzeroBitCount + low.1.nonzeroBitCount + high.0.nonzeroBitCount + high.1.nonzeroBitCount > 128
  }

  private mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: low.0 |= bit
    case 1: low.1 |= bit
    case 2: high.0 |= bit
    default: high.1 |= bit
    }
  }

  /// Parses what follows `[`, up to and including `]`.
  ///
  /// - Returns: `nil` if the set does not end, or names an unknown class.
  init?(parsing rest: inout ArraySlice<UInt8>) {
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    // The byte that may begin a range.
    var start: UInt8?
    var isFirst = true
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]"), !isFirst {
        if isNegated { (low, high) = ((~low.0, ~low.1), (~high.0, ~high.1)) }
        return
      }
      isFirst = false
      if byte == UInt8(ascii: "-"), let first = start, let next = rest.first, next != UInt8(ascii: "]") {
        guard let last = Self.character(&rest) else { return nil }
        if first <= last { for member in first...last { insert(member) } }
        start = nil
      } else if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":"), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
        let name = rest[(rest.startIndex + 1)..<end]
        if name.last == UInt8(ascii: ":") {
          guard let members = Self.members(ofClass: String(decoding: name.dropLast(), as: UTF8.self)) else { return nil }
          for member in UInt8.min...127 where members(member) { insert(member) }
          rest = rest[(end + 1)...]
          start = nil
        } else {
          insert(byte)
          start = byte
        }
      } else {
        var member = byte
        if byte == UInt8(ascii: "\\") {
          guard let escaped = rest.popFirst() else { return nil }
          member = escaped
        }
        insert(member)
        start = member
      }
    }
    return nil
  }

  /// The next character, which a backslash may precede.
  private static func character(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    return byte == UInt8(ascii: "\\") ? rest.popFirst() : byte
  }

  /// - Returns: `nil` for an unknown class.
  private static func members(ofClass name: String) -> ((UInt8) -> Bool)? {
    func isIn(_ ranges: ClosedRange<Unicode.Scalar>...) -> (UInt8) -> Bool {
      { byte in ranges.contains { $0.contains(Unicode.Scalar(byte)) } }
    }
    return switch name {
    case "alnum": isIn("0"..."9", "A"..."Z", "a"..."z")
    case "alpha": isIn("A"..."Z", "a"..."z")
    case "blank": isIn(" "..." ", "\t"..."\t")
    case "cntrl": isIn("\0"..."\u{1F}", "\u{7F}"..."\u{7F}")
    case "digit": isIn("0"..."9")
    case "graph": isIn("!"..."~")
    case "lower": isIn("a"..."z")
    case "print": isIn(" "..."~")
    case "punct": isIn("!"..."/", ":"..."@", "["..."`", "{"..."~")
    case "space": isIn(" "..." ", "\t"..."\n", "\r"..."\r")
    case "upper": isIn("A"..."Z")
    case "xdigit": isIn("0"..."9", "A"..."F", "a"..."f")
    default: nil
    }
  }
}
