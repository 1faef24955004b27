// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform
internal import TextAnalysis
package import WordVectors

/// Makes the table of a dictionary's translations.
package enum TranslationTable {
  /// Increased when the same dictionary gives another table.
  static let version: UInt64 = 1

  /// Translations of more words are descriptions.
  private static let maximumWordCount = 2

  /// The bytes of a table, see ``WordTranslations``, and the number of its words.
  ///
  /// Reads the whole dictionary: 2 seconds for the largest one, with half a million headwords, in 100 MB of memory.
  ///
  /// - Parameters:
  ///   - model: Without translations.
  ///   - mayContinue: Called between definitions; may wait. If it returns `false`, the result is `nil`.
  package static func make(
    _ dictionary: InstalledDictionary, for model: WordVectorModel, mayContinue: () -> Bool = { true }
  ) throws(DictionaryError) -> (bytes: [UInt8], wordCount: Int)? {
    let source: UInt64
    do throws(SystemError) { source = try dictionary.state() } catch { throw .system(error) }
    let index = try DictionaryIndex(dictionary)
    let reader = try DefinitionReader(dictionary.definitions)
    var words = WordCollector(model, WordTranslations.stemmer(for: dictionary.language))
    for (number, range) in index.definitions.enumerated() {
      if number % 1024 == 0, !mayContinue() { return nil }
      words.add(Definition(try reader.bytes(range)))
    }
    let bytes = WordTranslations.encode(words.words, language: dictionary.language, for: model, source: source)
    return (bytes, words.words.count)
  }

  /// Collects translations by the keys of words.
  private struct WordCollector {
    private let lookup: WordVectorLookup
    private let stemmer: Stemmer?
    private(set) var words: [[UInt8]: [[Int]]] = [:]

    init(_ model: WordVectorModel, _ stemmer: Stemmer?) {
      lookup = WordVectorLookup(model)
      self.stemmer = stemmer
    }

    mutating func add(_ definition: Definition) {
      guard let headword = definition.headword else { return }
      let folded = Self.folded(headword)
      guard WordTranslations.keyLengths.contains(folded.count), folded.allSatisfy({ $0 &- 0x61 < 26 || $0 >= 0x80 }) else { return }
      let key = WordTranslations.key(of: folded, stemmer)
      guard WordTranslations.keyLengths.contains(key.count) else { return }
      var known = words[key] ?? []
      for translation in definition.translations where known.count < WordTranslations.maximumTranslationCount {
        guard let stems = stems(of: translation), !known.contains(stems) else { continue }
        known.append(stems)
      }
      if !known.isEmpty { words[key] = known }
    }

    /// - Returns: `nil` if the model does not know all words.
    private func stems(of translation: String) -> [Int]? {
      // FreeDict's dictionaries have ‐ for -.
      let parts = translation.split { $0 == " " || $0 == "-" || $0 == "\u{2010}" }
      guard parts.count <= maximumWordCount else { return nil }
      var stems: [Int] = []
      for part in parts {
        guard case .stem(let number)? = lookup.word(Self.folded(String(part)).span) else { return nil }
        stems.append(number)
      }
      return stems.isEmpty ? nil : stems
    }

    private static func folded(_ word: String) -> [UInt8] { Array(fold(word, .all).utf8) }
  }
}
