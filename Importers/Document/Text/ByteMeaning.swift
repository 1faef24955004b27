// SPDX-License-Identifier: Apache-2.0

/// What a byte stands for in an encoding of single bytes.
struct ByteMeaning: Sendable {
  /// Where a sign stands beside a word.
  enum Side: Sendable { case before, after, between, nowhere }

  /// The small form of a letter; `nil` for everything else.
  private(set) var letter: Unicode.Scalar?
  private(set) var isCapital = false
  /// How improbable a sign is, in bits; 0 for letters and for ASCII.
  private(set) var signBits = 0
  private(set) var side = Side.nowhere
  private(set) var isApostrophe = false

  /// The meanings of the 256 bytes of an encoding; `nil` if the C library does not know it.
  static func all(in encoding: CharacterEncoding) -> [ByteMeaning]? {
    guard var converter = CharacterConverter(from: encoding) else { return nil }
    // Some encodings hold a letter back until they see that no mark follows it.
    let bytes: [UInt8] = (0x80...0xFF as ClosedRange<UInt8>).flatMap { [$0, 0x0A] }
    var text = ""
    // Only the closure could throw.
    _ = try? converter.convert(bytes.span, isLast: true) { text += String(copying: $0) }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 129 else { return nil }
    return (0..<0x80 as Range<UInt8>).map { ByteMeaning(Unicode.Scalar($0)) }
      + lines.prefix(128).map { ByteMeaning($0.first ?? "\u{FFFD}") }
  }

  private init(_ scalar: Unicode.Scalar) {
    let category = scalar.properties.generalCategory
    if scalar.isASCII {
      isCapital = category == .uppercaseLetter
      letter = isCapital || category == .lowercaseLetter ? scalar.properties.lowercaseMapping.unicodeScalars.first : nil
      return
    }
    if let sign = Self.signs[scalar] {
      signBits = sign
      side = Self.sides[scalar] ?? .nowhere
      isApostrophe = scalar == "’"
      return
    }
    switch category {
    case .uppercaseLetter:
      letter = scalar.properties.lowercaseMapping.precomposed
      isCapital = true
    case .lowercaseLetter, .otherLetter, .modifierLetter: letter = scalar
    case _ where (0x0E00...0x0E7F).contains(scalar.value): letter = scalar
    case .nonspacingMark, .spacingMark: (letter, signBits) = (nil, 10)
    case .control: signBits = 16
    default: signBits = scalar == "\u{FFFD}" ? 20 : 11
    }
  }

  private static let signs: [Unicode.Scalar: Int] = {
    let groups: [(bits: Int, signs: String)] = [
      (4, "’"), (5, "“”„–،؟"), (6, "‘—…«»\u{A0}¿¡״׳"), (7, "•№"), (8, "™©®°€·‚²´º£§\u{AD}"), (9, "½ª"), (10, "¦±"),
    ]
    return Dictionary(
      groups.flatMap { group in group.signs.unicodeScalars.map { ($0, group.bits) } }, uniquingKeysWith: { first, _ in first })
  }()

  private static let sides: [Unicode.Scalar: Side] = {
    let groups: [(side: Side, signs: String)] = [
      (.before, "“„‘‚«¿¡"), (.after, "”’»״׳،؟ªº²°"), (.between, "–—…\u{A0}\u{AD}•"),
    ]
    return Dictionary(
      groups.flatMap { group in group.signs.unicodeScalars.map { ($0, group.side) } }, uniquingKeysWith: { first, _ in first })
  }()
}

extension String {
  /// The only code point; the first one if there are several, as for `İ`.
  fileprivate var precomposed: Unicode.Scalar? { unicodeScalars.first }
}
