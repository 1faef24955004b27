// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CVector
internal import Synchronization
package import SystemPlatform

/// Vectors of words: the more alike the meanings of two words, the nearer their vectors.
///
/// With dictionaries, the words of other languages have vectors, too: the mean of those of their translations.
///
/// The file is mapped. Opening it reads the table of stems and verifies its checksum; vectors are verified by blocks, at the first
/// use of each. Thread-safe.
package final class WordVectorModel: Sendable {
  /// Differs for models of other content. The upper half is that of the model without translations, see ``isComparable(with:)``.
  package let identity: UInt64
  /// The component that 1 stands for, in this file and in vectors of texts.
  package let scale: Float
  package let stemCount: Int
  /// The translations of words into this model's stems.
  let translations: [WordTranslations]

  private let bytes: FixedBytes
  private let path: Path
  private let endsOffset, weightsOffset, stemsOffset, vectorsOffset: Int
  /// A bit for each block of vectors that has been verified.
  private let verified: Mutex<[UInt64]>

  /// - Throws: ``WordVectorError``. A file that is opened without an error never leads to a crash.
  package convenience init(path: Path) throws(WordVectorError) {
    let bytes: FixedBytes
    do throws(SystemError) {
      bytes = try FixedBytes(mapping: path, maximumCount: WordVectorFormat.maximumFileSize)
    } catch {
      throw .system(error)
    }
    try self.init(bytes, path: path)
  }

  /// - Parameter path: For errors.
  package init(_ bytes: FixedBytes, path: Path) throws(WordVectorError) {
    typealias Format = WordVectorFormat
    self.bytes = bytes
    self.path = path
    guard bytes.count >= Format.headerSize, bytes.fixed(at: 0, UInt64.self) == Format.magic else { throw .notWordVectors(file: path) }
    let version = bytes.fixed(at: 8, UInt32.self)
    guard version == Format.version else { throw .otherFormat(version: version, file: path) }
    guard bytes.checksum(0..<Format.headerSize - 4) == bytes.fixed(at: Format.headerSize - 4, UInt32.self) else {
      throw .damaged(file: path)
    }
    let stemCount = Int(bytes.fixed(at: 16, UInt32.self))
    let stemBytes = Int(bytes.fixed(at: 20, UInt32.self))
    scale = Float(bitPattern: bytes.fixed(at: 24, UInt32.self))
    identity = bytes.fixed(at: 32, UInt64.self)
    guard bytes.fixed(at: 12, UInt32.self) == UInt32(Format.dimensionCount), stemCount <= Format.maximumStemCount,
      scale.isFinite, scale > 0, scale <= 1
    else { throw .notWordVectors(file: path) }
    let blockCount = (stemCount * Format.dimensionCount + Format.blockSize - 1) / Format.blockSize
    endsOffset = Format.headerSize + blockCount * Checksum.byteCount
    weightsOffset = endsOffset + 4 * stemCount
    stemsOffset = weightsOffset + 2 * stemCount
    let tableEnd = stemsOffset + stemBytes
    vectorsOffset = (tableEnd + Format.alignment - 1) & ~(Format.alignment - 1)
    guard bytes.count == vectorsOffset + stemCount * Format.dimensionCount else { throw .notWordVectors(file: path) }
    guard bytes.checksum(Format.headerSize..<tableEnd) == bytes.fixed(at: 40, UInt32.self) else { throw .damaged(file: path) }
    self.stemCount = stemCount
    verified = Mutex([UInt64](repeating: 0, count: blockCount / 64 + 1))
    translations = []
    var last = 0
    for number in 0..<stemCount {
      let end = Int(bytes.fixed(at: endsOffset + 4 * number, UInt32.self))
      guard end >= last else { throw .notWordVectors(file: path) }
      last = end
    }
    guard last == stemBytes else { throw .notWordVectors(file: path) }
  }

  /// A model with the words of other languages.
  ///
  /// - Parameters:
  ///   - base: A model without translations.
  ///   - translations: Those of its stems, not empty, in an order that is always the same.
  package init(_ base: WordVectorModel, _ translations: [WordTranslations]) {
    precondition(!translations.isEmpty && base.translations.isEmpty, "nothing is added to the model")
    precondition(translations.count <= Self.maximumLanguageCount, "there are too many languages")
    var hash = base.identity
    for table in translations { hash = (hash &* 0x9E37_79B9_7F4A_7C15 ^ table.identity).byteSwapped &* 0xC2B2_AE3D_27D4_EB4F }
    identity = base.identity & Self.baseMask | hash & ~Self.baseMask
    (scale, stemCount, bytes, path) = (base.scale, base.stemCount, base.bytes, base.path)
    (endsOffset, weightsOffset, stemsOffset, vectorsOffset) = (base.endsOffset, base.weightsOffset, base.stemsOffset, base.vectorsOffset)
    verified = Mutex(base.verified.withLock { $0 })
    self.translations = translations
  }

  package static let maximumLanguageCount = 32

  private static let baseMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// Whether vectors of a model with this identity can be compared with those of this one: the words of both have the same vectors, but one
  /// may know words of languages that the other does not know.
  package func isComparable(with identity: UInt64) -> Bool { (self.identity ^ identity) & Self.baseMask == 0 }

  /// Verifies all vectors, so that no later use finds damage.
  package func verify() throws(WordVectorError) {
    for number in stride(from: 0, to: stemCount, by: WordVectorFormat.blockSize / WordVectorFormat.dimensionCount) { try verify(number) }
  }

  /// The number of a stem; `nil` if the model does not have it.
  ///
  /// - Complexity: O(log *n*), less than 1 µs.
  package func number(of stem: Span<UInt8>) -> Int? {
    var (low, high) = (0, stemCount)
    while low < high {
      let middle = (low + high) / 2
      let order = compare(self.stem(middle), stem)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The range of a stem in the file.
  private func stem(_ number: Int) -> Range<Int> {
    let start = number == 0 ? 0 : Int(bytes.fixed(at: endsOffset + 4 * number - 4, UInt32.self))
    return stemsOffset + start..<stemsOffset + Int(bytes.fixed(at: endsOffset + 4 * number, UInt32.self))
  }

  private func compare(_ range: Range<Int>, _ stem: Span<UInt8>) -> Int {
    let count = min(range.count, stem.count)
    for index in 0..<count {
      let (one, other) = unsafe (bytes.buffer[range.lowerBound + index], stem[unchecked: index])
      if one != other { return one < other ? -1 : 1 }
    }
    return range.count - stem.count
  }

  /// How much a word says about a text; frequent words say little.
  package func weight(of word: KnownWord) -> Float {
    switch word {
    case .stem(let number): return weight(of: number)
    case .translated(let table, let number):
      let translations = translations[table].translations(of: number)
      if translations.isEmpty { return 0 }
      return translations.reduce(0) { sum, stems in sum + (stems.map { weight(of: $0) }.max() ?? 0) } / Float(translations.count)
    case .compound(let table, let first, let last):
      return max(weight(of: .translated(table: table, first)), weight(of: .translated(table: table, last)))
    }
  }

  private func weight(of number: Int) -> Float {
    precondition(number >= 0 && number < stemCount, "the model has no stem with this number")
    return Float(bytes.fixed(at: weightsOffset + 2 * number, UInt16.self)) / WordVectorFormat.weightUnits
  }

  /// The vector of a word times its weight.
  ///
  /// - Throws: ``WordVectorError/damaged(file:)`` if its block is damaged.
  package func weighted(_ word: KnownWord) throws(WordVectorError) -> [Float] {
    switch word {
    case .stem(let number): return try weighted(number)
    case .translated(let table, let number):
      var mean = [Float](repeating: 0, count: WordVectorFormat.dimensionCount)
      let translations = translations[table].translations(of: number)
      for stem in translations.joined() {
        for (index, component) in try weighted(stem).enumerated() { mean[index] += component / Float(translations.count) }
      }
      return mean
    case .compound(let table, let first, let last):
      var sum = try weighted(.translated(table: table, first))
      for (index, component) in try weighted(.translated(table: table, last)).enumerated() { sum[index] += component }
      return sum
    }
  }

  private func weighted(_ number: Int) throws(WordVectorError) -> [Float] {
    precondition(number >= 0 && number < stemCount, "the model has no stem with this number")
    try verify(number)
    let start = unsafe bytes.buffer.baseAddress.unsafelyUnwrapped + vectorsOffset + number * WordVectorFormat.dimensionCount
    let factor = weight(of: number) * scale
    return unsafe [Float](unsafeUninitializedCapacity: WordVectorFormat.dimensionCount) { buffer, initialized in
      unsafe vector_scaled_components(start.assumingMemoryBound(to: Int8.self), factor, buffer.baseAddress.unsafelyUnwrapped)
      initialized = WordVectorFormat.dimensionCount
    }
  }

  private func verify(_ number: Int) throws(WordVectorError) {
    let block = number * WordVectorFormat.dimensionCount / WordVectorFormat.blockSize
    let isVerified = verified.withLock { $0[block >> 6] >> UInt64(block & 63) & 1 != 0 }
    if isVerified { return }
    let start = vectorsOffset + block * WordVectorFormat.blockSize
    let end = min(start + WordVectorFormat.blockSize, bytes.count)
    let expected = bytes.fixed(at: WordVectorFormat.headerSize + block * Checksum.byteCount, UInt32.self)
    guard bytes.checksum(start..<end) == expected else { throw .damaged(file: path) }
    verified.withLock { $0[block >> 6] |= 1 << UInt64(block & 63) }
  }
}
