// SPDX-License-Identifier: Apache-2.0

/// An encoding and the languages that are written in it.
struct EncodingCandidate: Sendable {
  let encoding: CharacterEncoding
  /// The bits that its choice costs: the rarer it is, the more.
  let base: Double
  private let kind: Kind

  private enum Kind: Sendable {
    case singleBytes([ByteMeaning], [Language])
    case pairsOfBytes([FrequentCharacters])
  }

  /// A language, and the numbers of its letters by byte.
  private struct Language: Sendable {
    let pairs: LetterPairs
    let letters: [Int]
  }

  static let all: [EncodingCandidate] = {
    let western = ["de", "fr", "es", "it", "pt", "ca", "sv", "da", "nb", "fi", "is", "nl"]
    let central = ["cs", "sk", "pl", "hu", "sh", "sl", "ro"]
    let cyrillic = ["ru", "uk", "bg", "mk", "sr"]
    let single: [(String, [String], Double)] = [
      ("WINDOWS-1252", western, 0), ("WINDOWS-1250", central, 4), ("WINDOWS-1251", cyrillic, 4), ("ISO-8859-2", central, 5),
      ("WINDOWS-1253", ["el"], 5), ("WINDOWS-1255", ["he"], 5), ("WINDOWS-1254", ["tr"], 6), ("WINDOWS-1256", ["ar"], 6),
      ("ISO-8859-7", ["el"], 6), ("CP874", ["th"], 6), ("WINDOWS-1257", ["lt", "lv"], 7), ("CP866", cyrillic, 8),
      ("ISO-8859-15", ["fr", "fi"], 9), ("CP852", central, 9), ("KOI8-R", ["ru", "bg"], 9), ("KOI8-U", ["uk"], 9),
      ("ISO-8859-5", cyrillic, 9), ("CP737", ["el"], 9), ("CP862", ["he"], 9), ("ISO-8859-6", ["ar"], 9), ("CP850", western, 10),
      ("CP437", western, 11), ("MAC-CENTRALEUROPE", central, 11), ("CP855", cyrillic, 11), ("CP775", ["lt", "lv"], 11),
      ("CP857", ["tr"], 11), ("MAC-CYRILLIC", cyrillic, 13), ("MACINTOSH", western, 14),
    ]
    let double: [(String, String, Double)] = [
      ("GB18030", "zh", 5), ("BIG5-HKSCS", "tw", 7), ("CP932", "ja", 6), ("EUC-JP", "ja", 9), ("CP949", "ko", 6), ("JOHAB", "ko", 14),
    ]
    return single.compactMap { EncodingCandidate($0.0, $0.1, base: $0.2) }
      + double.map { name, language, base in
        EncodingCandidate(
          encoding: .named(name), base: base, kind: .pairsOfBytes([FrequentCharacters.all[language]].compactMap(\.self)))
      }
  }()

  private init(encoding: CharacterEncoding, base: Double, kind: Kind) {
    self.encoding = encoding
    self.base = base
    self.kind = kind
  }

  /// - Returns: `nil` if the C library does not know the encoding.
  private init?(_ name: String, _ languages: [String], base: Double) {
    let encoding = CharacterEncoding.named(name)
    guard let meanings = ByteMeaning.all(in: encoding) else { return nil }
    let known = languages.compactMap { LetterPairs.all[$0] }.map { pairs in
      Language(pairs: pairs, letters: meanings.map { $0.letter.map { pairs.index(of: $0) } ?? LetterPairs.boundary })
    }
    self.init(encoding: encoding, base: base, kind: .singleBytes(meanings, known))
  }

  /// The bits that a text costs in this encoding, in the language in which it costs fewest.
  func bits(of text: RatedText) -> Double {
    switch kind {
    case .singleBytes(let meanings, let languages):
      let common = text.pairs.reduce(into: 0) { $0 += Self.bits(of: meanings[Int($1.second)], after: meanings[Int($1.first)]) }
      let fewest = languages.lazy.map { language in
        language.pairs.base
          + Double(
            text.pairs.reduce(into: 0) { sum, pair in
              let (first, second) = (meanings[Int(pair.first)], meanings[Int(pair.second)])
              guard first.signBits == 0, second.signBits == 0 else { return }
              sum += language.pairs.bits(of: language.letters[Int(pair.second)], after: language.letters[Int(pair.first)])
            })
      }.min()
      return Double(common) + (fewest ?? 0)
    case .pairsOfBytes(let languages):
      let scalars = Array(String(decoding: encoding.utf8(text.bytes.span), as: UTF8.self).unicodeScalars)
      return languages.map { Self.bits(of: scalars, in: $0) }.min() ?? .infinity
    }
  }

  /// What does not depend on the language: signs, where they stand, and capital letters.
  private static func bits(of meaning: ByteMeaning, after previous: ByteMeaning) -> Int {
    var bits = meaning.signBits
    if meaning.signBits > 0 {
      guard previous.letter != nil else { return bits }
      switch meaning.side {
      case .before: bits += 7
      case .after: bits += 0
      case .between: bits += 1
      case .nowhere: bits += 5
      }
      return bits
    }
    guard meaning.letter != nil else { return 0 }
    if previous.signBits > 0 {
      switch previous.side {
      case .before: bits += 1
      case .after: bits += previous.isApostrophe ? 1 : 7
      case .between: bits += 4
      case .nowhere: bits += 5
      }
    }
    if meaning.isCapital { bits += previous.letter != nil && !previous.isCapital ? 7 : 1 }
    return bits
  }

  private static func bits(of scalars: [Unicode.Scalar], in characters: FrequentCharacters) -> Double {
    var bits = 0.0
    var previous: Unicode.Scalar = " "
    for scalar in scalars {
      if !scalar.isASCII {
        bits += characters.bits(of: scalar) + (previous.isASCIIWord ? 4 : 0)
      } else if scalar.isASCIIWord, !previous.isASCII {
        bits += 3
      }
      previous = scalar
    }
    return bits
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIWord: Bool { isASCII && (properties.isAlphabetic || ("0"..."9").contains(self)) }
}
