// SPDX-License-Identifier: Apache-2.0

internal import CStemmer

/// Reduces words to their stems with Snowball's algorithms, so that `relation` and `relations` are
/// recognised as forms of one word.
///
/// Not thread-safe.
package final class Stemmer {
  /// The algorithms for words of Latin letters, English first.
  private let latin: [SnowballAlgorithm]
  private let greek: [SnowballAlgorithm]
  private let cyrillic: [SnowballAlgorithm]

  /// - Parameter languages: ISO 639 codes of languages with Latin letters whose words are stemmed
  ///   beside English ones. Unknown ones are ignored. Russian and Greek words always are.
  package init(languages: [String] = UserLanguages.current) {
    let others = languages.filter { SnowballAlgorithm.latinLanguages.contains($0) }
    latin = (["en"] + others).compactMap(SnowballAlgorithm.init)
    greek = ["el"].compactMap(SnowballAlgorithm.init)
    cyrillic = ["ru"].compactMap(SnowballAlgorithm.init)
  }

  /// The algorithms that apply to a folded word, of which ``stem(_:)`` gives stems; none if the word is
  /// not a run of letters of one script.
  package func algorithms(for word: [UInt8]) -> [SnowballAlgorithm] {
    guard let first = word.first else { return [] }
    switch first {
    case 0x61...0x7A: return word.allSatisfy { $0 &- 0x61 < 26 } ? latin : []
    case 0xCE, 0xCF: return Self.areLetters(word, in: 0x370..<0x400) ? greek : []
    case 0xD0, 0xD1: return Self.areLetters(word, in: 0x400..<0x460) ? cyrillic : []
    default: return []
    }
  }

  private static func areLetters(_ word: [UInt8], in block: Range<UInt32>) -> Bool {
    String(decoding: word, as: UTF8.self).unicodeScalars.allSatisfy { block.contains($0.value) }
  }
}

/// Snowball's algorithm for the words of one language.
///
/// Not thread-safe.
@safe package final class SnowballAlgorithm {
  private let stemmer: OpaquePointer
  private let endings: [(folded: [UInt8], written: [UInt8])]

  /// The languages with Latin letters that libstemmer knows and that are written with spaces.
  static let latinLanguages: Set = [
    "ca", "da", "de", "es", "eu", "fi", "fr", "ga", "hu", "id", "it", "lt", "nl", "no", "pt", "ro", "sv", "tr",
  ]

  /// - Parameter language: An ISO 639 code.
  init?(_ language: String) {
    guard let stemmer = unsafe sb_stemmer_new(language, "UTF_8") else { return nil }
    unsafe self.stemmer = stemmer
    endings = (Self.endings[language] ?? [:]).map { (Array($0.utf8), Array($1.utf8)) }
  }

  deinit { unsafe sb_stemmer_delete(stemmer) }

  /// The stem of a folded word.
  ///
  /// - Complexity: O(*n*), 0.2 µs for a usual word.
  package func stem(_ word: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    unsafe word.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    if let ending = endings.first(where: { bytes.count > $0.folded.count && bytes.suffix($0.folded.count) == $0.folded[...] }) {
      bytes.replaceSubrange((bytes.count - ending.folded.count)..., with: ending.written)
    }
    let stem = unsafe sb_stemmer_stem(stemmer, bytes, CInt(truncatingIfNeeded: bytes.count))
    return unsafe stem.map { unsafe Array(UnsafeBufferPointer(start: $0, count: Int(sb_stemmer_length(stemmer)))) } ?? bytes
  }

  /// Endings that the algorithms know only with the signs that folding removes.
  private static let endings: [String: KeyValuePairs<String, String>] = [
    "es": ["cion": "ción", "sion": "sión"],
    "pt": ["cao": "ção", "coes": "ções", "sao": "são", "soes": "sões"],
    "ru": ["ыи": "ый", "ои": "ой", "еи": "ей", "аи": "ай"],
  ]
}
