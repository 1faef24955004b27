// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import TestSupport
import Testing
import TextAnalysis

@testable import Segments

@Suite struct SegmentDamageTests {
  @Test func `every changed byte is an error`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let path = folder.path + "/segment"
    let documents = (0..<60).map { SampleDocument.random(&random, id: UInt64($0 * 7 % 50)) }
    let expected = try answers(of: try SampleDocument.build(documents, at: path))
    let sound = try read(path)
    var errors = 0
    for index in sound.indices {
      var damaged = sound
      damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try write(damaged, to: folder.path + "/damaged")
      do {
        let segment = try SegmentReader(path: folder.path + "/damaged")
        try #expect(answers(of: segment) == expected, "byte \(index), seed \(random.seed)")
      } catch is SegmentError {
        errors += 1
      }
    }
    #expect(errors == sound.count)
  }

  @Test func `every truncation is an error`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let path = folder.path + "/segment"
    _ = try SampleDocument.build((0..<40).map { SampleDocument.random(&random, id: UInt64($0)) }, at: path)
    let sound = try read(path)
    for length in sound.indices {
      try write(Array(sound[..<length]), to: folder.path + "/cut")
      #expect(throws: SegmentError.notASegment(file: folder.path + "/cut")) { try SegmentReader(path: folder.path + "/cut") }
    }
  }

  @Test func `contradictory contents with correct checksums do not crash the reader`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let path = folder.path + "/segment"
    var documents = (0..<150).map { SampleDocument.random(&random, id: UInt64($0 * 7 % 140)) }
    for index in documents.indices { documents[index].text += Array(" common word common".utf8) }
    let segment = try SampleDocument.build(documents, at: path)
    let footer = SegmentFormat.Footer(checksums: segment)
    let sound = try MemoryBlocks.payload(of: segment)
    var errors = 0
    for _ in 0..<400 {
      var damaged = sound
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[.random(in: SegmentFormat.headerSize..<damaged.count, using: &random)] = random.pick([
          0, 0x7F, 0x80, 0xFF, .random(in: 0...0xFF, using: &random),
        ])
      }
      do {
        _ = try answers(of: SegmentReader(MemoryBlocks(damaged), footer))
      } catch is SegmentError {
        errors += 1
      }
    }
    #expect(errors > 40, "seed \(random.seed)")
  }

  @Test func `other files are rejected`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/file"
    #expect(throws: SegmentError.system(code: ENOENT, call: "open", file: path)) { try SegmentReader(path: path) }
    for content in [[], Array("text".utf8), [UInt8](repeating: 0, count: 100_000)] as [[UInt8]] {
      try write(content, to: path)
      #expect(throws: SegmentError.notASegment(file: path)) { try SegmentReader(path: path) }
    }
  }

  @Test func `other versions are distinguished from damage`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/segment"
    _ = try SampleDocument.build([SampleDocument(id: 1, directory: 1, name: [0x61], text: [], values: [], numbers: [])], at: path)
    let sound = try read(path)
    func write(version: UInt32) throws {
      // The second eight bytes of the trailer have the offset of the footer. The footer begins with
      // the version and ends with its checksum.
      let end = sound.count - SegmentFormat.trailerSize
      let start = sound[end + 8..<end + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
      var footer: [UInt8] = []
      footer.append(fixed: version)
      footer += sound[start + 4..<end - Checksum.byteCount]
      footer.append(fixed: Checksum.of(footer.span))
      try self.write(sound[..<start] + footer + sound[end...], to: path)
    }
    try write(version: SegmentFormat.version)
    #expect(try read(path) == sound)
    try write(version: SegmentFormat.version - 1)
    #expect(throws: SegmentError.olderFormat(version: SegmentFormat.version - 1, file: path)) { try SegmentReader(path: path) }
    try write(version: SegmentFormat.version + 1)
    #expect(throws: SegmentError.newerFormat(version: SegmentFormat.version + 1, file: path)) { try SegmentReader(path: path) }
  }

  @Test func `a builder that is released early leaves no file`() throws {
    let folder = try ScratchFolder()
    do {
      var builder = try SegmentBuilder(path: folder.path + "/segment", budget: 0, trigramThreshold: 1)
      try builder.beginDocument(id: 1, directory: 1, name: Array("name".utf8).span)
    }
    #expect(folder.names.isEmpty)
    #expect(throws: SegmentError.self) { _ = try SegmentBuilder(path: folder.path + "/missing/segment", budget: 0, trigramThreshold: 1) }
  }

  @Test func `the caller can rename a finished segment`() throws {
    let folder = try ScratchFolder()
    var builder = try SegmentBuilder(path: folder.path + "/temporary", budget: 0, trigramThreshold: 1)
    try builder.beginDocument(id: 1, directory: 1, name: Array("name".utf8).span)
    _ = try builder.finish(durable: true)
    #expect(rename(folder.path + "/temporary", folder.path + "/segment") == 0)
    withExtendedLifetime(builder) { #expect(folder.names == ["segment"]) }
    #expect(try SegmentReader(path: folder.path + "/segment").name(of: 0) == Array("name".utf8))
  }

  /// The results of queries that touch every section.
  private func answers(of segment: SegmentReader) throws -> [[UInt32]] {
    var answers: [[UInt32]] = []
    for value in ["ab", "a b", "aB*", "*é*", "common word", "ss", "*"] {
      let parts = value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      for folding in [[], .all] as [Folding] {
        let text = TextPattern(parts: parts, folding: folding)
        let string = StringPattern(parts: parts, folding: folding, wholeWords: false)
        answers.append(try segment.textMatches(text).ordinals)
        answers.append(try segment.documents(named: string).ordinals)
        answers.append(try segment.documents(withValue: string, in: SampleDocument.field).matching.ordinals)
      }
    }
    answers.append(try segment.documents(named: StringPattern(parts: ["", "aba", ""], folding: .all, wholeWords: false)).ordinals)
    for kind in NumberKind.allCases {
      answers.append(try segment.numbers(of: SampleDocument.numberField, as: kind)?.documents(in: -1...1).ordinals ?? [])
    }
    try segment.forEachValue(of: SampleDocument.field) { value, documentCount in
      answers.append([UInt32(documentCount)] + value.indices.map { UInt32(value[$0]) })
      return true
    }
    let all = OrdinalSet(all: segment.documentCount)
    try segment.forEachName(of: all) { ordinal, name in answers.append([ordinal] + name.indices.map { UInt32(name[$0]) }) }
    try segment.forEachDocumentID(of: all) { _, id in answers.append([UInt32(truncatingIfNeeded: id)]) }
    let ids = try segment.documentIDs(of: all)
    answers.append(try segment.ordinals(of: ids).ordinals)
    answers.append(try segment.ordinals(ofDocuments: Array(ids.ascending.prefix(1))).ordinals)
    try segment.forEachDirectoryID(of: all) { _, id in answers.append([UInt32(truncatingIfNeeded: id)]) }
    return answers
  }

  private func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    try #require(count >= 0 && count < bytes.count)
    return Array(bytes.prefix(count))
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }
}
