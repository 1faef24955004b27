// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import TestSupport
import Testing
import TextAnalysis
import WordVectors

@testable import Segments

/// The vectors of documents in segments.
@Suite struct VectorRowsTests {
  private static let field = SegmentField(reserved: 4)
  private static let model = SmallDictionary.model
  private static let words = [
    "car", "Cars", "vehicle", "insurance", "policy", "invoice", "doctor", "bread", "cake", "unknownword", "the", "12", "holiday",
  ]

  private struct Document {
    var text: [String]
    var title: [String]
    var isLeftOut = false
  }

  private func random(_ random: inout SeededGenerator) -> Document {
    func words(_ count: ClosedRange<Int>) -> [String] {
      (0..<Int.random(in: count, using: &random)).map { _ in random.pick(Self.words) }
    }
    return Document(text: words(0...40), title: words(0...3), isLeftOut: Int.random(in: 0..<4, using: &random) == 0)
  }

  private func build(
    _ documents: [Document], _ path: String, budget: Int = 1 << 20, vectors: WordVectorModel?, firstID: UInt64 = 0
  ) throws -> SegmentReader {
    var builder = try SegmentBuilder(path: path, budget: budget, vectors: vectors)
    for (number, document) in documents.enumerated() {
      try builder.beginDocument(id: firstID + UInt64(number), directory: 1, name: [UInt8]().span)
      if document.isLeftOut { try builder.leaveOutTextVector() }
      try builder.addText(Array(document.text.joined(separator: " ").utf8).span)
      try builder.addWords(of: Array(document.title.joined(separator: " ").utf8).span, to: Self.field, hasMeaning: true)
      try builder.addWords(of: Array("bread".utf8).span, to: SegmentField(reserved: 5))
    }
    _ = try builder.finish(durable: false)
    return try SegmentReader(path: path)
  }

  private func bytes(_ section: SegmentSection, _ segment: SegmentReader) throws -> [UInt8]? {
    guard segment.sections[section] != nil else { return nil }
    let region = try segment.region(section)
    var cursor = try region.cursor(0..<region.count)
    var bytes: [UInt8] = []
    cursor.append(region.count, to: &bytes)
    return bytes
  }

  /// The vector of a document, computed word by word.
  private func expected(_ words: [String], countsOnce: Bool) throws -> TextVector? {
    let lookup = WordVectorLookup(Self.model)
    var counts: [String: Int] = [:]
    for word in words { counts[word.lowercased(), default: 0] += 1 }
    var sum = VectorSum()
    for (word, count) in counts.sorted(by: { $0.key < $1.key }) {
      guard let number = lookup.word(Array(word.utf8).span) else { continue }
      try sum.add(number, count: countsOnce ? 1 : count, of: Self.model)
    }
    return sum.vector(scale: Self.model.scale)?.rounded
  }

  @Test(arguments: [0, 1 << 20])
  func `each document has the vector of its own words`(budget: Int) throws {
    var generator = SeededGenerator()
    let folder = try ScratchFolder()
    let documents = (0..<300).map { _ in random(&generator) }
    let segment = try build(documents, folder.path + "/segment", budget: budget, vectors: Self.model)
    let texts = try #require(try segment.textVectors)
    let fields = try #require(try segment.fieldVectors)
    #expect(texts.identity == Self.model.identity && fields.identity == Self.model.identity)
    for (ordinal, document) in documents.enumerated() {
      let text = document.isLeftOut ? nil : try expected(document.text, countsOnce: false)
      try #expect(texts.row(of: UInt32(ordinal)) == text, "seed \(generator.seed)")
      try #expect(fields.row(of: UInt32(ordinal)) == expected(document.title, countsOnce: true), "seed \(generator.seed)")
    }
  }

  @Test func `a scan gives the inner product with each row`() throws {
    var generator = SeededGenerator()
    let folder = try ScratchFolder()
    let documents = (0..<3000).map { _ in random(&generator) }
    let segment = try build(documents, folder.path + "/segment", vectors: Self.model)
    let query = try #require(try expected(["car", "insurance"], countsOnce: true))
    let rows = try #require(try segment.textVectors)
    var found: [UInt32] = []
    try rows.forEachProduct(query.words, documentCount: segment.documentCount) { row, ordinal, product in
      found.append(ordinal)
      let other = try? rows.row(row)
      #expect(other?.ordinal == ordinal)
      let components = other?.vector.components ?? []
      #expect(product == zip(query.components, components).reduce(0 as Int32) { $0 + Int32($1.0) * Int32($1.1) })
    }
    #expect(found == (0..<UInt32(3000)).filter { (try? rows.row(of: $0)) != nil && (try? rows.row(of: $0)) != .some(nil) })
  }

  @Test func `merges copy vectors, and make missing ones as the builder does`() throws {
    var generator = SeededGenerator()
    let folder = try ScratchFolder()
    let parts = (0..<3).map { _ in (0..<Int.random(in: 0...150, using: &generator)).map { _ in random(&generator) } }
    let dropped = parts.map { part in
      OrdinalSet(universe: part.count, ascending: part.indices.map(UInt32.init).filter { _ in Bool.random(using: &generator) })
    }
    let live = zip(parts, dropped).flatMap { part, dropped in part.indices.filter { !dropped.contains(UInt32($0)) }.map { part[$0] } }
    let expected = try build(live, folder.path + "/live", vectors: Self.model)
    let source = VectorSource(Self.model, fields: [Self.field])
    for (name, models) in [("all", [Self.model, Self.model, Self.model]), ("some", [Self.model, nil, nil]), ("none", [nil, nil, nil])] {
      let inputs = try parts.indices.map { part in
        let path = "\(folder.path)/\(name)\(part)"
        return (segment: try build(parts[part], path, vectors: models[part], firstID: UInt64(part) << 32), dropped: dropped[part])
      }
      for vectors in [nil, source] {
        _ = try SegmentMerger.merge(inputs, into: folder.path + "/merged", durable: false, vectors: vectors)
        let merged = try SegmentReader(path: folder.path + "/merged")
        let hasVectors = vectors != nil || name == "all"
        for section in [.textVectors, .fieldVectors] as [SegmentSection] {
          #expect(try bytes(section, merged) == (hasVectors ? bytes(section, expected) : nil), "\(name), seed \(generator.seed)")
        }
        #expect(try source.isUpToDate(merged) == hasVectors)
      }
    }
  }

  @Test func `vectors of another model are replaced, or left out`() throws {
    let folder = try ScratchFolder()
    let other = try WordVectorModel(FixedBytes(copying: SmallDictionary.bytes(count: 15)), path: Path("other"))
    let documents = [Document(text: ["car", "policy"], title: ["invoice"])]
    let old = try build(documents, folder.path + "/old", vectors: other)
    let new = try build(documents, folder.path + "/new", vectors: Self.model)
    let inputs = [old, new].map { ($0, OrdinalSet(universe: 1)) }
    _ = try SegmentMerger.merge(inputs, into: folder.path + "/mixed", durable: false)
    #expect(try SegmentReader(path: folder.path + "/mixed").textVectors == nil)
    let source = VectorSource(Self.model, fields: [Self.field])
    _ = try SegmentMerger.merge(inputs, into: folder.path + "/made", durable: false, vectors: source)
    let made = try #require(try SegmentReader(path: folder.path + "/made").textVectors)
    #expect(made.identity == Self.model.identity && made.count == 2)
    #expect(try made.row(0).vector == made.row(1).vector)
  }

  @Test func `a segment without texts has no vectors of texts, but knows that`() throws {
    let folder = try ScratchFolder()
    let segment = try build([Document(text: [], title: [])], folder.path + "/segment", vectors: Self.model)
    #expect(try segment.textVectors?.count == 0 && segment.fieldVectors?.count == 0)
    #expect(try build([], folder.path + "/empty", vectors: Self.model).textVectors?.count == 0)
    #expect(try build([], folder.path + "/without", vectors: nil).textVectors == nil)
  }

  @Test func `contradictory vectors with correct checksums are errors`() throws {
    var generator = SeededGenerator()
    let folder = try ScratchFolder()
    let segment = try build((0..<20).map { _ in random(&generator) }, folder.path + "/segment", vectors: Self.model)
    let sound = try MemoryBlocks.payload(of: segment)
    let footer = SegmentFormat.Footer(checksums: segment)
    let range = try #require(segment.sections[.textVectors])
    let query = try #require(try expected(["car"], countsOnce: true))
    func scan(_ bytes: [UInt8]) throws {
      let rows = try SegmentReader(MemoryBlocks(bytes), footer).textVectors
      try rows?.forEachProduct(query.words, documentCount: 20) { _, _, _ in }
      for ordinal in 0..<UInt32(25) { _ = try rows?.row(of: ordinal) }
    }
    try scan(sound)
    var (another, count, order) = (sound, sound, sound)
    another[range.lowerBound + 8] ^= 1
    #expect(try SegmentReader(MemoryBlocks(another), footer).textVectors == nil)
    count[range.lowerBound + 12] ^= 1
    #expect(throws: SegmentError.inconsistent(.textVectors, file: "memory")) { try scan(count) }
    order[range.lowerBound + VectorRows.headSize + VectorRows.rowSize - 1] = 0x7F
    #expect(throws: SegmentError.inconsistent(.textVectors, file: "memory")) { try scan(order) }
    for _ in 0..<500 {
      var damaged = sound
      damaged[.random(in: range, using: &generator)] = .random(in: 0...255, using: &generator)
      do { try scan(damaged) } catch is SegmentError {}
    }
  }

  /// The sections of `Golden/vectors-N.section`, where N is the version of the vectors. To change their format, increase the version
  /// and record them as for ``GoldenSegmentTests``.
  @Test func `the builder produces the recorded vectors`() throws {
    let folder = try ScratchFolder()
    let documents = [
      Document(text: ["car", "cars", "policy", "car"], title: ["Insurance", "invoice"]), Document(text: ["unknownword"], title: []),
      Document(text: ["bread"], title: ["cake", "Cake"]),
    ]
    let segment = try build(documents, folder.path + "/segment", vectors: Self.model)
    let built = try #require(try bytes(.textVectors, segment)) + #require(try bytes(.fieldVectors, segment))
    let golden = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Golden/vectors-\(VectorRows.version).section"
    if getenv("RECORD_SNAPSHOTS") != nil {
      let file = try #require(fopen(golden, "wb"))
      fwrite(built, 1, built.count, file)
      fclose(file)
    }
    let file = try #require(fopen(golden, "rb"))
    defer { fclose(file) }
    var kept = [UInt8](repeating: 0, count: 4096)
    let count = fread(&kept, 1, kept.count, file)
    let isSame = built == Array(kept.prefix(count))
    #expect(isSame, "the vectors changed: see the comment of this test")
  }
}
