// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import QueryLanguage
import Segments
import TestSupport
import Testing

@testable import IndexStore

/// Rebuilding of lost or damaged segments.
@Suite struct RepairTests {
  let texts: IndexedTexts
  let answers: [[String]]

  init() throws {
    texts = try IndexedTexts()
    answers = try IndexedTexts.answers(try Store.open(texts.path, .read))
    try #require(answers[0].count == 48 && answers[3].count == 1 && answers[4].count == 48 && answers[7].count == 4)
  }

  enum Harm: CaseIterable {
    case removal, emptiness, truncation, lostSector, lostEnd, otherLength, flippedBit, flippedFooter, otherFile, earlierVersion
  }

  private func harm(_ path: String, _ harm: Harm) throws {
    let content = try readSmallFile(path, limit: 1 << 20)
    switch harm {
    case .removal: #expect(unlink(path) == 0)
    case .emptiness: #expect(truncate(path, 0) == 0)
    case .truncation: #expect(truncate(path, content.count / 2) == 0)
    case .lostSector: try writeFile(path, [UInt8](repeating: 0, count: 512) + content.dropFirst(512))
    case .lostEnd:
      let start = (content.count - 1) / 512 * 512
      try writeFile(path, content[..<start] + [UInt8](repeating: 0, count: content.count - start))
    case .flippedBit: try writeFile(path, content.prefix(100) + [content[100] ^ 1] + content.dropFirst(101))
    case .otherLength: try writeFile(path, content + [0])
    case .flippedFooter: try writeFile(path, content.dropLast(40) + [content[content.count - 40] ^ 1] + content.suffix(39))
    case .otherFile: try writeFile(path, [UInt8](repeating: 7, count: content.count))
    case .earlierVersion: try writeFile(path, asOfVersion(UInt8(SegmentReader.formatVersion - 1), content))
    }
  }

  /// The content of a valid segment file of another version of the format.
  private func asOfVersion(_ version: UInt8, _ content: [UInt8]) -> [UInt8] {
    // The trailer has 28 bytes; bytes 8 to 15 are the offset of the footer. The footer begins with
    // the version and ends with its checksum.
    let end = content.count - 28
    let start = content[end + 8..<end + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
    let footer = [version, 0, 0, 0] + content[start + 4..<end - 4]
    let checksum = Checksum.of(footer.span)
    return content[..<start] + footer + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) } + content[end...]
  }

  @Test(arguments: SegmentLayer.ofDocuments)
  func `a segment of a later version is rejected, and left unchanged`(layer: SegmentLayer) throws {
    let record = try #require(try IndexedTexts.records(try Store.open(texts.path, .read)).first { $0.layer == layer })
    let path = record.id.path(in: texts.path)
    let content = asOfVersion(200, try readSmallFile(path, limit: 1 << 20))
    try writeFile(path, content)
    let store = try Store.open(texts.path, .write(creating: false))
    let refusal = StoreError.newerFormat(path: path, found: 200, supported: UInt64(SegmentReader.formatVersion))
    #expect(throws: refusal) { try IndexedTexts.answers(store) }
    #expect(throws: refusal) { try IndexedTexts.maintain(store) }
    #expect(try readSmallFile(path, limit: 1 << 20) == content)
    #expect(try !namesInFolder(texts.segmentsPath).contains { $0.hasSuffix(".damaged") })
  }

  @Test(arguments: Harm.allCases, SegmentLayer.ofDocuments)
  func `a segment that a power failure has cost is told from a damaged one`(harm: Harm, layer: SegmentLayer) throws {
    let store = try Store.open(texts.path, .write(creating: false))
    let record = try #require(try IndexedTexts.records(store).first { $0.layer == layer })
    try self.harm(record.id.path(in: texts.path), harm)
    let damage = try store.verify()
    try #require(!damage.isEmpty)
    let lost = try store.lostSegments(among: damage)
    let isLost = [.removal, .emptiness, .truncation, .lostSector, .lostEnd].contains(harm)
    #expect(lost.count == (isLost ? 1 : 0))
    #expect(damage.contains(where: lost.explains) == isLost)
    guard isLost else { return }
    #expect(damage.allSatisfy(lost.explains), "\(damage)")
    #expect(try store.repair(lost)?.segments == 1)
    try store.settle()
    #expect(try store.lostSegments(among: store.verify()).count == 0)
  }

  /// Expects every result to be correct or an error that names the damage.
  private func expectNoWrongAnswer(_ store: Store) throws {
    for (query, expected) in zip(IndexedTexts.queries, answers) {
      do {
        let found = try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted()
        #expect(found == expected, "\(query)")
      } catch let error as StoreError {
        #expect(error.description.contains("mdutil --repair"), "\(error)")
      }
    }
  }

  /// Maintains the store, reads pending texts, and compares search results.
  private func expectRepaired(_ store: Store, isTextLost: Bool = true) throws {
    let works = try IndexedTexts.maintain(store)
    #expect(works.contains { if case .repaired = $0 { true } else { false } })
    #expect(try store.verify().isEmpty)
    // All names and attributes are found, and the texts that are in the catalog.
    let names = try IndexedTexts.answers(store)
    #expect(Array(names[0...3]) == Array(answers[0...3]))
    #expect(names[6] == answers[6])
    try texts.readTexts(store) { $0.content == .textPending }
    #expect(try IndexedTexts.answers(store) == answers)
    _ = try IndexedTexts.maintain(store)
    #expect(try IndexedTexts.answers(store) == answers)
    #expect(try store.verify().isEmpty)
    #expect(try store.unlistedSegments().isEmpty)
  }

  @Test(arguments: SegmentLayer.ofDocuments, Harm.allCases)
  func `a lost or damaged segment is rebuilt`(layer: SegmentLayer, harm: Harm) throws {
    let record = try #require(try IndexedTexts.records(try Store.open(texts.path, .read)).filter { $0.layer == layer }.dropFirst().first)
    try self.harm(record.id.path(in: texts.path), harm)
    let store = try Store.open(texts.path, .write(creating: false))
    #expect(try !store.verify().isEmpty)
    try expectNoWrongAnswer(store)
    try expectRepaired(store)
  }

  @Test(arguments: [true, false])
  func `all segments are rebuilt if they are lost together`(isFolderKept: Bool) throws {
    for record in try IndexedTexts.records(try Store.open(texts.path, .read)) {
      #expect(unlink(record.id.path(in: texts.path)) == 0)
    }
    if !isFolderKept { #expect(rmdir(texts.segmentsPath) == 0) }
    let store = try Store.open(texts.path, .write(creating: false))
    try expectNoWrongAnswer(store)
    try expectRepaired(store)
  }

  /// The damage is in the middle of the segment, so that only a search that reads this block
  /// detects it.
  @Test func `damage that a search reports is repaired`() throws {
    let record = try #require(try IndexedTexts.records(try Store.open(texts.path, .read)).first { $0.layer == .text })
    try flip(record.id.path(in: texts.path), at: 100)
    let store = try Store.open(texts.path, .write(creating: false))
    #expect(!(try IndexedTexts.maintain(store)).contains { if case .repaired = $0 { true } else { false } })
    #expect(throws: StoreError.self) { try IndexedTexts.answers(store) }
    #expect(try namesInFolder(texts.segmentsPath).contains { $0.hasSuffix(".damaged") })
    try expectRepaired(store)
    #expect(try !namesInFolder(texts.segmentsPath).contains { $0.hasSuffix(".damaged") })
  }

  @Test func `a requested repair checks every byte`() throws {
    for record in try IndexedTexts.records(try Store.open(texts.path, .read)) {
      try flip(record.id.path(in: texts.path), at: 100)
    }
    let store = try Store.open(texts.path, .write(creating: false))
    let summary = try #require(try store.repair())
    // All files and the four folders. Half of the texts are in the catalog.
    #expect(summary == RepairSummary(segments: 8, documents: 52, texts: 24, textsToRead: 24))
    #expect(try store.repair() == RepairSummary())
    try texts.readTexts(store) { $0.content == .textPending }
    #expect(try IndexedTexts.answers(store) == answers)
  }

  @Test func `a requested repair is left to the maintainer if there is one`() throws {
    let record = try #require(try IndexedTexts.records(try Store.open(texts.path, .read)).first)
    try flip(record.id.path(in: texts.path), at: 100)
    let store = try Store.open(texts.path, .write(creating: false))
    do {
      let other = try Maintainer(of: store)
      #expect(try store.repair() == nil)
      _ = consume other
    }
    try expectRepaired(store)
  }

  /// Changes must be indexed even before the repair.
  @Test(arguments: SegmentLayer.ofDocuments)
  func `writers are not blocked by a damaged segment`(layer: SegmentLayer) throws {
    let damaged = try #require(try IndexedTexts.records(try Store.open(texts.path, .read)).first { $0.layer == layer })
    #expect(unlink(damaged.id.path(in: texts.path)) == 0)
    let store = try Store.open(texts.path, .write(creating: false))
    let directory = try #require(try store.read { snapshot throws(StoreError) in try snapshot.directory(for: bytes("/d/r0")) })
    try store.write { transaction throws(StoreError) in
      _ = try transaction.update(directory, entry: file("f0-1.txt", inode: 101, size: 4))
      _ = try transaction.removeEntry(named: bytes("f0-2.txt"), in: directory)
      _ = try transaction.update(directory, entry: file("new.txt", inode: 5, size: 1))
    }
    try texts.readTexts(store) { $0.content == .pending }
    try store.indexPending()
    #expect(try IndexedTexts.records(store).contains { $0.id == damaged.id && $0.isDamaged })
    _ = try IndexedTexts.maintain(store)
    #expect(try store.verify().isEmpty)
    try texts.readTexts(store) { $0.content == .textPending }
    #expect(try store.count(Query(parsing: "kMDItemTextContent == common")) == 48)
    #expect(try store.count(Query(parsing: "kMDItemTextContent == number102")) == 0)
    #expect(try store.count(Query(parsing: "kMDItemFSSize < 5 && kMDItemTextContent == common")) == 2)
  }

  /// Documents change between the slices of a repair.
  @Test(arguments: SegmentLayer.ofDocuments)
  func `changes during a repair are kept`(layer: SegmentLayer) throws {
    for record in try IndexedTexts.records(try Store.open(texts.path, .read)) where record.layer == layer {
      #expect(unlink(record.id.path(in: texts.path)) == 0)
    }
    let store = try Store.open(texts.path, .write(creating: false))
    try store.lookForSegmentFiles()
    var repair = SegmentRepair(layer, .damage, of: Set(try IndexedTexts.records(store).filter(\.isDamaged).map(\.id)))
    var round: UInt64 = 0
    while try !repair.step(store) {
      round += 1
      let directory = try #require(try store.read { snapshot throws(StoreError) in try snapshot.directory(for: bytes("/d/r1")) })
      try store.write { transaction throws(StoreError) in
        _ = try transaction.update(directory, entry: file("f1-\(round).txt", inode: 200 + round, size: 1))
        _ = try transaction.removeEntry(named: bytes("f1-\(round + 5).txt"), in: directory)
      }
      if round == 2 { try store.indexPending() }
    }
    #expect(round > 0)
    try store.indexPending()
    #expect(try store.verify().isEmpty)
    try texts.readTexts(store) { [.pending, .textPending].contains($0.content) }
    #expect(try store.count(Query(parsing: "kMDItemTextContent == common")) == 48 - Int(round))
    #expect(try store.count(Query(parsing: "kMDItemFSSize == 1")) == Int(round))
  }

  /// Flips one bit of a sampled byte at a time. Each search must fail or be correct, and a repair
  /// must restore all results.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `no flipped bit gives a wrong result, and each is repaired`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let record = try #require(try IndexedTexts.records(try Store.open(texts.path, .read)).randomElement(using: &random))
    let offset = Int.random(in: 0..<record.byteCount, using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 {
      #expect(truncate(record.id.path(in: texts.path), offset) == 0)
    } else {
      try flip(record.id.path(in: texts.path), at: offset, bit: UInt8.random(in: 0..<8, using: &random))
    }
    let store = try Store.open(texts.path, .write(creating: false))
    try expectNoWrongAnswer(store)
    _ = try #require(try store.repair())
    try texts.readTexts(store) { $0.content == .textPending }
    #expect(try IndexedTexts.answers(store) == answers, "seed \(seed): \(record), byte \(offset)")
    #expect(try store.verify().isEmpty)
  }

  private func flip(_ path: String, at offset: Int, bit: UInt8 = 4) throws {
    var content = try readSmallFile(path, limit: 1 << 20)
    content[offset] ^= 1 << bit
    // Overwrites the file in place, which also changes it in mappings.
    let file = Glibc.open(path, O_WRONLY)
    defer { close(file) }
    #expect(pwrite(file, content, content.count, 0) == content.count)
  }
}
