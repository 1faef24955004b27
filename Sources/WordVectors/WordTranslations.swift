// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CXXHash
package import SystemPlatform
package import TextAnalysis

/// The translations of the words of one language into the stems of a model. A word gets the mean of their vectors.
///
/// The file is mapped, and verified when it is opened. It belongs to one model, whose identity it contains.
///
/// Format, with little-endian numbers: a header; for each word, in ascending order of the bytes, the end of its key and of its translations; the
/// keys; zeros up to a multiple of four; the translations, as numbers of stems. A translation of several words has
/// ``continuationBit`` in each number but the first. The header has checksums of itself and of the rest.
package final class WordTranslations: Sendable {
  /// ISO 639-3 code of the language.
  package let language: String
  /// The model whose stems the translations are.
  package let model: UInt64
  /// What the dictionary was like that the file was made from.
  package let source: UInt64
  /// Differs for files of other content.
  let identity: UInt64
  package let count: Int

  private let bytes: FixedBytes
  private let keysOffset, keyByteCount, translationsOffset, translationCount: Int
  private let stemCount: Int

  static let magic: UInt64 = 0x314E_4152_544C_5353  // "SSLTRAN1"
  static let version: UInt32 = 1
  static let headerSize = 56
  static let maximumFileSize = 1 << 28
  static let maximumCount = 1 << 22
  static let continuationBit: UInt32 = 1 << 31
  /// More say little about a word.
  package static let maximumTranslationCount = 6
  package static let keyLengths = 2...40

  /// - Parameter model: The model whose stems the translations are; without translations.
  /// - Throws: ``WordVectorError``. A file that is opened without an error never leads to a crash.
  package convenience init(path: Path, for model: WordVectorModel) throws(WordVectorError) {
    let bytes: FixedBytes
    do throws(SystemError) {
      bytes = try FixedBytes(mapping: path, maximumCount: Self.maximumFileSize)
    } catch {
      throw .system(error)
    }
    try self.init(bytes, path: path, for: model)
  }

  init(_ bytes: FixedBytes, path: Path, for base: WordVectorModel) throws(WordVectorError) {
    guard bytes.count >= Self.headerSize, bytes.fixed(at: 0, UInt64.self) == Self.magic else { throw .notWordVectors(file: path) }
    let version = bytes.fixed(at: 8, UInt32.self)
    guard version == Self.version else { throw .otherFormat(version: version, file: path) }
    guard bytes.checksum(0..<Self.headerSize - 4) == bytes.fixed(at: Self.headerSize - 4, UInt32.self),
      bytes.checksum(Self.headerSize..<bytes.count) == bytes.fixed(at: Self.headerSize - 8, UInt32.self)
    else { throw .damaged(file: path) }
    language = String(decoding: (12..<15).map { bytes.fixed(at: $0, UInt8.self) }, as: UTF8.self)
    model = bytes.fixed(at: 16, UInt64.self)
    source = bytes.fixed(at: 24, UInt64.self)
    identity = bytes.fixed(at: 32, UInt64.self)
    count = Int(bytes.fixed(at: 40, UInt32.self))
    guard model == base.identity, count <= Self.maximumCount, bytes.count >= Self.headerSize + 8 * count else {
      throw .notWordVectors(file: path)
    }
    self.bytes = bytes
    stemCount = base.stemCount
    keysOffset = Self.headerSize + 8 * count
    keyByteCount = count == 0 ? 0 : Int(bytes.fixed(at: keysOffset - 8, UInt32.self))
    translationCount = count == 0 ? 0 : Int(bytes.fixed(at: keysOffset - 4, UInt32.self))
    translationsOffset = (keysOffset + keyByteCount + 3) & ~3
    guard bytes.count == translationsOffset + 4 * translationCount else { throw .notWordVectors(file: path) }
  }

  /// The number of a word; `nil` if it has no translation.
  ///
  /// - Parameter key: See ``key(of:_:)``.
  /// - Complexity: O(log *n*), less than 1 µs.
  func number(of key: [UInt8]) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let start = middle == 0 ? 0 : Int(bytes.fixed(at: Self.headerSize + 8 * middle - 8, UInt32.self))
      let end = Int(bytes.fixed(at: Self.headerSize + 8 * middle, UInt32.self))
      // The checksum shows damage, but not what a defect has written.
      guard start <= end, end <= keyByteCount else { return nil }
      let order = compare(keysOffset + start..<keysOffset + end, key)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func compare(_ range: Range<Int>, _ key: [UInt8]) -> Int {
    for (one, other) in zip(range, key) {
      let byte = unsafe bytes.buffer[one]
      if byte != other { return byte < other ? -1 : 1 }
    }
    return range.count - key.count
  }

  /// The translations of a word: numbers of stems.
  func translations(of number: Int) -> [[Int]] {
    precondition(number >= 0 && number < count, "there is no word with this number")
    let start = number == 0 ? 0 : Int(bytes.fixed(at: Self.headerSize + 8 * number - 4, UInt32.self))
    let end = Int(bytes.fixed(at: Self.headerSize + 8 * number + 4, UInt32.self))
    var translations: [[Int]] = []
    guard start <= end, end <= translationCount else { return [] }
    for index in start..<end {
      let stem = bytes.fixed(at: translationsOffset + 4 * index, UInt32.self)
      guard stem & ~Self.continuationBit < UInt32(stemCount) else { return [] }
      if stem & Self.continuationBit == 0 || translations.isEmpty { translations.append([]) }
      translations[translations.count - 1].append(Int(stem & ~Self.continuationBit))
    }
    return translations
  }

  /// The form under which a folded word is looked up: its stem, if Snowball has an algorithm for the language.
  package static func key(of word: [UInt8], _ stemmer: Stemmer?) -> [UInt8] {
    // English is the first one.
    guard let algorithm = stemmer?.algorithms(for: word).last else { return word }
    return algorithm.stem(word.span)
  }

  /// Stems words of a language beside English ones; `nil` if no algorithm for it is known.
  ///
  /// - Parameter language: ISO 639-3 code.
  package static func stemmer(for language: String) -> Stemmer? { codes[language].map { Stemmer(languages: [$0]) } }

  /// The two-letter codes of Snowball's languages.
  private static let codes = [
    "cat": "ca", "dan": "da", "deu": "de", "ell": "el", "eus": "eu", "fin": "fi", "fra": "fr", "gle": "ga", "hun": "hu", "ind": "id",
    "ita": "it",
    "lit": "lt", "nld": "nl", "nor": "no", "por": "pt", "ron": "ro", "rus": "ru", "spa": "es", "swe": "sv", "tur": "tr",
  ]

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - words: Translations by key, each a list of numbers of stems of the model.
  ///   - source: A hash of what the dictionary is like.
  package static func encode(_ words: [[UInt8]: [[Int]]], language: String, for model: WordVectorModel, source: UInt64) -> [UInt8] {
    precondition(words.count <= maximumCount && language.utf8.count == 3, "no dictionary is like this")
    let entries = words.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var table = ByteWriter()
    var (keyEnd, end) = (0 as UInt32, 0 as UInt32)
    for (key, translations) in entries {
      keyEnd += UInt32(key.count)
      end += UInt32(translations.reduce(0) { $0 + $1.count })
      table.append(fixed: keyEnd)
      table.append(fixed: end)
    }
    for (key, _) in entries { table.append(bytes: key) }
    table.append(bytes: repeatElement(0, count: -(headerSize + table.bytes.count) & 3))
    for (_, translations) in entries {
      for translation in translations {
        for (index, stem) in translation.enumerated() { table.append(fixed: UInt32(stem) | (index == 0 ? 0 : continuationBit)) }
      }
    }
    var file = ByteWriter()
    file.append(fixed: magic)
    file.append(fixed: version)
    file.append(bytes: language.utf8)
    file.append(byte: 0)
    file.append(fixed: model.identity)
    file.append(fixed: source)
    file.append(fixed: unsafe table.bytes.withUnsafeBufferPointer { unsafe xxh3_64($0.baseAddress, $0.count) })
    file.append(fixed: UInt32(entries.count))
    file.append(fixed: 0 as UInt32)
    file.append(fixed: Checksum.of(table.bytes.span))
    file.append(fixed: Checksum.of(file.bytes.span))
    return file.bytes + table.bytes
  }
}
