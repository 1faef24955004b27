// SPDX-License-Identifier: Apache-2.0

/// How frequent the characters of Chinese, Japanese and Korean are, in bits: the fewer, the more frequent.
struct FrequentCharacters: Sendable {
  private let bits: [Unicode.Scalar: Double]
  private let rareIdeograph: Double
  private let rareSyllable: Double
  private let narrowKatakana: Double

  /// The characters of each language, by its code; `tw` is Chinese in traditional characters.
  static let all: [String: FrequentCharacters] = Dictionary(
    tables.map { ($0.language, FrequentCharacters($0)) }, uniquingKeysWith: { first, _ in first })

  private static let punctuation = Set("、。・！，．：；？（）「」『』《》〈〉～—…“”‘’".unicodeScalars)

  private init(_ table: (language: String, groups: [(bits: Double, characters: String)])) {
    let frequent = table.groups.flatMap { group in group.characters.unicodeScalars.map { ($0, group.bits) } }
    var bits = Dictionary(frequent, uniquingKeysWith: { first, _ in first })
    if table.language == "ja" {
      for value in 0x3041...0x30FE as ClosedRange<UInt32> {
        if let kana = Unicode.Scalar(value), bits[kana] == nil { bits[kana] = 12 }
      }
    }
    for sign in Self.punctuation { bits[sign] = 8 }
    self.bits = bits
    rareIdeograph = table.language == "ko" ? 20 : table.language == "ja" ? 16 : 15.5
    rareSyllable = table.language == "ko" ? 20 : 22
    narrowKatakana = table.language == "ja" ? 11 : 22
  }

  func bits(of character: Unicode.Scalar) -> Double {
    if let bits = bits[character] { return bits }
    switch character.value {
    case 0x4E00...0x9FFF: return rareIdeograph
    case 0xAC00...0xD7A3: return rareSyllable
    case 0xFF01...0xFF5E: return 9
    case 0xFF61...0xFF9F: return narrowKatakana
    case 0xFFFD: return 30
    default: return 19
    }
  }
}
