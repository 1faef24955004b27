// SPDX-License-Identifier: Apache-2.0

import SystemPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import WordVectors

@Suite struct WordVectorModelTests {
  private let model = SmallDictionary.model

  private func vector(_ words: String...) throws -> TextVector? {
    let lookup = WordVectorLookup(model)
    var sum = VectorSum()
    for word in words { if let number = lookup.word(Array(word.utf8).span) { try sum.add(number, count: 1, of: model) } }
    return sum.vector(scale: model.scale)
  }

  private func cosine(_ one: String, _ other: String) throws -> Float {
    let (first, second) = (try #require(try vector(one)), try #require(try vector(other)))
    return Float(first.product(with: second.words)) * model.scale * model.scale
  }

  @Test(arguments: [
    ("vehicle", "car", "doctor"), ("automobile", "truck", "insurance"), ("physician", "nurse", "bread"), ("vacation", "beach", "invoice"),
    ("loaf", "cake", "dog"),
  ])
  func `words of similar meaning have similar vectors`(word: String, near: String, far: String) throws {
    #expect(try cosine(word, near) > 0.3)
    #expect(try cosine(word, near) > cosine(word, far) + 0.2)
  }

  @Test func `the length of a sum is that of its words' vectors`() throws {
    let (car, both) = (try #require(try vector("car")), try #require(try vector("car", "automobile")))
    let found = WordVectorLookup(model).word(Array("car".utf8).span)
    let number = try #require(found)
    #expect(abs(car.length - model.weight(of: number)) < 0.1 * model.weight(of: number))
    #expect(both.length > car.length)
  }

  @Test(arguments: ["", "x", "zebra", "car2", "2024", "größe", "CAR", "car.", String(repeating: "car", count: 20)])
  func `a word that the model does not know has no number`(word: String) {
    let number = WordVectorLookup(model).word(Array(word.utf8).span)
    #expect(number == nil)
  }

  @Test func `other forms of a word have its number`() {
    let lookup = WordVectorLookup(model)
    let car = lookup.word(Array("car".utf8).span)
    // The last one is from the cache.
    let others = (0..<2).map { _ in lookup.word(Array("cars".utf8).span) }
    #expect(car != nil && others == [car, car])
  }

  @Test func `the same dictionary gives the same bytes`() throws {
    #expect(try SmallDictionary.bytes() == SmallDictionary.bytes())
    let other = try WordVectorModel(FixedBytes(copying: SmallDictionary.bytes(count: 40)), path: Path("other"))
    #expect(other.identity != model.identity)
  }

  @Test func `every changed byte is an error`() throws {
    var random = SeededGenerator()
    let sound = try SmallDictionary.bytes(count: 20)
    for index in sound.indices {
      var damaged = sound
      damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      // Zeros before the vectors have no meaning.
      if sound[index] == 0, isFilling(index, sound) { continue }
      #expect(throws: WordVectorError.self, "byte \(index), seed \(random.seed)") {
        try WordVectorModel(FixedBytes(copying: damaged), path: Path("damaged")).verify()
      }
    }
  }

  private func isFilling(_ index: Int, _ bytes: [UInt8]) -> Bool {
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
    let vectors = bytes.count - number(16) * WordVectorFormat.dimensionCount
    let table = WordVectorFormat.headerSize + 4 + 6 * number(16) + number(20)
    return (table..<vectors).contains(index)
  }

  @Test func `every truncation is an error`() throws {
    let sound = try SmallDictionary.bytes(count: 20)
    for length in sound.indices {
      #expect(throws: WordVectorError.self) { try WordVectorModel(FixedBytes(copying: Array(sound[..<length])), path: Path("cut")) }
    }
  }

  @Test func `damage of a vector is found when it is used`() throws {
    var damaged = try SmallDictionary.bytes()
    damaged[damaged.count - 1] ^= 1
    let model = try WordVectorModel(FixedBytes(copying: damaged), path: Path("damaged"))
    #expect(throws: WordVectorError.damaged(file: Path("damaged"))) { try model.weighted(.stem(0)) }
  }

  @Test func `a file that is missing, empty or a folder is an error`() throws {
    #expect(throws: WordVectorError.self) { try WordVectorModel(path: Path("/nonexistent/word-vectors")) }
    #expect(throws: WordVectorError.self) { try WordVectorModel(path: Path("/proc/self/cmdline")) }
    #expect(throws: WordVectorError.self) { try WordVectorModel(path: Path("/tmp")) }
  }

  @Test func `products equal those of single numbers`() {
    var random = SeededGenerator()
    let stride = 134
    let rows = (0..<(9 * stride)).map { _ in Int8.random(in: -127...127, using: &random) }
    let words = (0..<128).map { _ in Int16.random(in: -127...127, using: &random) }
    let products = unsafe rows.withUnsafeBufferPointer {
      unsafe TextVector.products(words, rows: $0.baseAddress.unsafelyUnwrapped, stride: stride, count: 9)
    }
    for row in 0..<9 {
      let expected = (0..<128).reduce(0 as Int32) { $0 + Int32(words[$1]) * Int32(rows[row * stride + $1]) }
      #expect(products[row] == expected, "seed \(random.seed)")
    }
  }

  @Test(arguments: [1, 2, 2.718281828459045, 10, 117_659, 0.001, 1e300])
  func `logarithms have the usual values`(number: Double) {
    let powers: [Double: Double] = [
      1: 0, 2: 0.6931471805599453, 2.718281828459045: 1, 10: 2.302585092994046, 117_659: 11.675545889317227, 0.001: -6.907755278982137,
      1e300: 690.7755278982137,
    ]
    let expected = powers[number] ?? .nan
    #expect(abs(naturalLogarithm(number) - expected) <= 1e-14 * max(1, expected.magnitude))
  }
}
