// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import TranslationTables
@testable import WordVectors

/// Dictionaries of FreeDict, and the vectors of words of other languages.
struct TranslationTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("dictionaries-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/tables", withIntermediateDirectories: true)
    try SmallForeignDictionary.write(to: folder)
  }

  private func table() throws -> [UInt8] {
    let dictionary = try #require(try InstalledDictionary.all(in: Path(folder)).first)
    return try #require(try TranslationTable.make(dictionary, for: SmallDictionary.model)).bytes
  }

  private func model() throws -> WordVectorModel {
    let translations = try WordTranslations(FixedBytes(copying: table()), path: Path("table"), for: SmallDictionary.model)
    return WordVectorModel(SmallDictionary.model, [translations])
  }

  private func vector(_ text: String, _ model: WordVectorModel) throws -> TextVector? {
    let lookup = WordVectorLookup(model)
    var sum = VectorSum()
    for word in text.split(separator: " ") {
      if let known = lookup.word(Array(fold(String(word), .all).utf8).span) { try sum.add(known, count: 1, of: model) }
    }
    return sum.vector(scale: model.scale)
  }

  private func cosine(_ one: String, _ other: String) throws -> Float {
    let model = try model()
    let (first, second) = (try #require(try vector(one, model)), try #require(try vector(other, model)))
    return Float(first.product(with: second.words)) * model.scale * model.scale
  }

  @Test(arguments: [
    ("Fahrzeug", "vehicle conveyance"), ("Fahrzeuge", "vehicle conveyance"), ("Auto", "car automobile"), ("Ärztin", "physician doctor"),
    ("Rechnungen", "invoice bill"), ("reisen", "travel"), ("Häuser", "hospital"),
  ])
  func `a word and its inflected forms have the meaning of their translations`(word: String, translations: String) throws {
    #expect(try cosine(word, translations) > 0.95)
  }

  @Test(arguments: ["Autoversicherung", "Fahrzeugversicherung", "Krankheitsversicherung"])
  func `a compound has the meaning of its parts`(word: String) throws {
    let first = word.dropLast("versicherung".count)
    #expect(try cosine(word, "\(first.hasSuffix("s") ? first.dropLast() : first) Versicherung") > 0.95)
  }

  @Test func `vectors with and without a dictionary are comparable, but not those of another model`() throws {
    let (base, extended) = (SmallDictionary.model, try model())
    #expect(base.identity != extended.identity)
    #expect(base.isComparable(with: extended.identity) && extended.isComparable(with: base.identity))
    let other = try WordVectorModel(FixedBytes(copying: SmallDictionary.bytes(count: 40)), path: Path("other"))
    #expect(!other.isComparable(with: base.identity) && !other.isComparable(with: extended.identity))
  }

  @Test func `English words keep their vectors`() throws {
    #expect(try cosine("car", "automobile") > 0.5)
    #expect(try vector("car", try model()) == vector("car", SmallDictionary.model))
  }

  @Test(arguments: ["Straße", "mit", "Gefährt", "Wagen", "Autoxyz", "zzzzversicherung"])
  func `a word without a translation that the model knows has no vector`(word: String) throws {
    #expect(try vector(word, try model()) == nil)
  }

  @Test func `examples, notes and cross references are no translations`() {
    let definition = Definition(
      Array(
        """
        Auto /ˈaʊtoː/ <neut, n, sg>
         [techn.] car <n>, motor car (old) <n>, to drive
              "mit dem Auto"  - by car, slowly
                 Note: somewhere
           Synonyms: {Wagen}, {Kiste}
        2. auto/automobile
         see: {Autos}
        """.utf8)[...])
    #expect(definition.headword == "Auto")
    #expect(definition.translations == ["car", "motor car", "drive", "auto/automobile"])
    #expect(Definition(Array("zu Fuß\non foot\n".utf8)[...]).translations == [])
    #expect(Definition([]).headword == nil)
  }

  @Test func `every changed byte of a table is an error`() throws {
    let sound = try table()
    for index in sound.indices {
      var damaged = sound
      damaged[index] ^= 4
      #expect(throws: WordVectorError.self, "byte \(index)") {
        try WordTranslations(FixedBytes(copying: damaged), path: Path("damaged"), for: SmallDictionary.model)
      }
    }
    #expect(throws: WordVectorError.notWordVectors(file: Path("other"))) {
      let other = try WordVectorModel(FixedBytes(copying: SmallDictionary.bytes(count: 40)), path: Path("other"))
      _ = try WordTranslations(FixedBytes(copying: sound), path: Path("other"), for: other)
    }
  }

  @Test func `a damaged dictionary is told by its path`() throws {
    let path = folder + "/freedict-deu-eng.dict.dz"
    let sound = try Data(contentsOf: URL(fileURLWithPath: path))
    for damaged in [sound.prefix(sound.count / 2), Data("no gzip".utf8), Data()] {
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(throws: DictionaryError.damaged(file: Path(path))) { try table() }
    }
    try Data("a\tb\n".utf8).write(to: URL(fileURLWithPath: folder + "/freedict-deu-eng.index"))
    #expect(throws: DictionaryError.malformedIndex(line: 1, file: Path(folder + "/freedict-deu-eng.index"))) { try table() }
  }

  private func update(mayContinue: () -> Bool = { true }) throws -> [TranslationUpdate.Outcome] {
    var outcomes: [TranslationUpdate.Outcome] = []
    try TranslationUpdate.run(
      SmallDictionary.model, from: Path(folder), to: Path(folder + "/tables"), onOutcome: { outcomes.append($0) }, mayContinue: mayContinue)
    return outcomes
  }

  @Test func `a dictionary that cannot be read keeps no other from its table, and its own earlier table`() throws {
    #expect(try update().count == 1)
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder + "/freedict-deu-eng.dict.dz"))
    try Data("voiture\tA\tB\n".utf8).write(to: URL(fileURLWithPath: folder + "/freedict-aaa-eng.index"))
    try SmallForeignDictionary.write(to: folder, "ita", [("automobile", " <n>\ncar\n")])
    let outcomes = try update()
    #expect(outcomes.count == 3)
    guard case .failed("aaa", .system(let missing))? = outcomes.first else { return #expect(Bool(false), "\(outcomes)") }
    #expect(missing.path == Path(folder + "/freedict-aaa-eng.dict.dz"))
    #expect(outcomes.dropFirst().first == .failed(language: "deu", .damaged(file: Path(folder + "/freedict-deu-eng.dict.dz"))))
    #expect(outcomes.last == .made(language: "ita", words: 1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/tables").sorted() == ["deu", "ita"])
  }

  @Test func `the folders of tables are created`() throws {
    var outcomes: [TranslationUpdate.Outcome] = []
    try TranslationUpdate.run(
      SmallDictionary.model, from: Path(folder), to: Path(folder + "/new/data/tables"), onOutcome: { outcomes.append($0) },
      mayContinue: { true })
    #expect(outcomes == [.made(language: "deu", words: 9)])
    #expect(FileManager.default.fileExists(atPath: folder + "/new/data/tables/deu"))
  }

  @Test func `tables follow their dictionaries`() throws {
    #expect(try update { false } == [])
    guard case .made("deu", let words)? = try update().first else { return #expect(Bool(false), "no table was made") }
    #expect(words == 9)
    #expect(try update() == [])
    try SmallForeignDictionary.write(to: folder, "deu", Array(SmallForeignDictionary.definitions.prefix(2)))
    #expect(try update() == [.made(language: "deu", words: 2)])
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder + "/tables/deu"))
    #expect(try update() == [.made(language: "deu", words: 2)])
    try SmallForeignDictionary.write(to: folder, "fra", [("voiture", " <n>\ncar\n")])
    try FileManager.default.removeItem(atPath: folder + "/freedict-deu-eng.index")
    #expect(try update() == [.made(language: "fra", words: 1), .removed(language: "deu")])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/tables") == ["fra"])
  }
}
