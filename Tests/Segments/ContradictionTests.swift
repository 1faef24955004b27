// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import TestSupport
import Testing
import TextAnalysis

@testable import Segments

/// Contents that no writer produces, with valid checksums. Every query must return a result or
/// throw.
struct ContradictionTests {
  /// Number of damaged copies that are tested.
  private static let rounds = getenv("SEARCHLIGHT_HISTORIES").flatMap { Int(String(cString: $0)) } ?? 150

  /// A segment with posting lists of several blocks, tables, several blocks of positions, columns
  /// with and without ordinals, and names with capitals and diacritics.
  private func segment(_ random: inout SeededGenerator, _ folder: ScratchFolder, isAscending: Bool) throws -> SegmentReader {
    var builder = try SegmentBuilder(path: folder.path + "/segment", budget: 0, trigramThreshold: 1)
    for number in 0..<700 as Range<UInt64> {
      let name = Array("File \(number) of Ab\(number % 7)é".utf8)
      try builder.beginDocument(id: isAscending ? number * 3 : number * 397 % 650, directory: number / 10, name: name.span)
      var text = random.text(pieces: number % 9 == 0 ? 12 : 2)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        text += Array(random.pick([" one two three", " two one", " Ones", " çé"]).utf8)
      }
      // More positions than a slice holds.
      if number % 150 == 0 { for _ in 0..<300 { text += Array(" one two".utf8) } }
      try builder.addText(text.span)
      try builder.addValue(Array("value \(number % 40)".utf8).span, of: SampleDocument.field)
      try builder.addNumber(Double.random(in: -1e9...1e9, using: &random), in: SampleDocument.numberField, as: .number)
      for _ in 0..<number % 3 { try builder.addNumber(Double(number), in: SampleDocument.numberField, as: .date) }
    }
    _ = try builder.finish(durable: false)
    return try SegmentReader(path: folder.path + "/segment")
  }

  @Test(arguments: [true, false]) func `every query of changed contents returns a result or throws`(isAscending: Bool) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let segment = try segment(&random, folder, isAscending: isAscending)
    let footer = SegmentFormat.Footer(checksums: segment)
    let sound = try MemoryBlocks.payload(of: segment)
    var sections: [Range<Int>] = []
    segment.sections.forEach { if !$1.isEmpty { sections.append($1) } }
    var errors = 0
    for _ in 0..<Self.rounds {
      var damaged = sound
      // Sections are equally likely, regardless of their size: the small ones hold offsets.
      let section = random.pick(sections)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Counts and offsets are at the beginning and at the end of a section.
        let nearEdge = Int.random(in: 0..<min(40, section.count), using: &random)
        let offset = random.pick([section.lowerBound + nearEdge, section.upperBound - 1 - nearEdge, .random(in: section, using: &random)])
        damaged[offset] = random.pick([0, 1, 0x1F, 0x7F, 0x80, 0xA0, 0xFF, damaged[offset] ^ 0x10, .random(in: 0...0xFF, using: &random)])
      }
      errors += try refused(by: SegmentReader(MemoryBlocks(damaged), footer), sound: segment, folder, &random)
    }
    #expect(errors > Self.rounds / 8, "seed \(random.seed)")
  }

  @Test func `a frequency beyond the number of positions is rejected before anything is allocated`() throws {
    // One document in a list of its own, with the greatest possible frequency (stored minus 1).
    var postings: [UInt8] = []
    for number in [0, UInt32.max] { [number].withUnsafeBufferPointer { PFORBlock.append($0, to: &postings) } }
    let source = MemoryBlocks([0, 0, 0, 0] + postings + [0])
    let end = 4 + postings.count
    let dictionary = try TermDictionary(
      terms: Region(source, .textTerms, 0..<0), index: Region(source, .textIndex, 0..<4),
      postings: Region(source, .textPostings, 4..<end), positions: Region(source, .textPositions, end..<end + 1), universe: 1,
      hasFields: false)
    let list = TermList(documentCount: 1, isInline: false, postings: 0..<postings.count, positions: 0..<1)
    var cursor = PostingsCursor(of: dictionary)
    try cursor.open(list)
    #expect(try cursor.next() == 0)
    do throws(SegmentError) {
      Issue.record("it occurs \(try cursor.firstSlice().count) times")
    } catch {
      #expect(error == .inconsistent(.textPostings, file: "memory"))
    }
  }

  /// Among them are those that give two terms one spelling.
  @Test func `a dictionary with any byte changed is merged or rejected`() throws {
    let folder = try ScratchFolder()
    var builder = try SegmentBuilder(path: folder.path + "/segment", budget: 1 << 20, trigramThreshold: 1)
    for id in 0..<150 as Range<UInt64> {
      try builder.beginDocument(id: id, directory: 0, name: Array("\(id)".utf8).span)
      try builder.addText(Array("One one oNe two".utf8).span)
    }
    _ = try builder.finish(durable: false)
    let segment = try SegmentReader(path: folder.path + "/segment")
    let payload = try MemoryBlocks.payload(of: segment)
    let terms = try #require(segment.sections[.textTerms])
    var rejected = 0
    for offset in terms {
      for change in [1, 2, 3, 4, 7, 8, 0x20, 0x80] as [UInt8] {
        var damaged = payload
        damaged[offset] ^= change
        let reader = SegmentReader(MemoryBlocks(damaged), SegmentFormat.Footer(checksums: segment))
        do throws(SegmentError) {
          let input = (reader, OrdinalSet(universe: 150))
          _ = try SegmentMerger.merge([input], into: folder.path + "/merged", durable: false, trigramThreshold: 1)
        } catch {
          rejected += 1
        }
      }
    }
    #expect(rejected > terms.count)
  }

  @Test func `a name longer than any file's is rejected`() throws {
    let folder = try ScratchFolder()
    var builder = try SegmentBuilder(path: folder.path + "/segment", budget: 0, trigramThreshold: 1)
    for id in 0..<10 as Range<UInt64> {
      try builder.beginDocument(id: id, directory: 0, name: [UInt8](repeating: 0x61, count: 7_000).span)
    }
    _ = try builder.finish(durable: false)
    let segment = try SegmentReader(path: folder.path + "/segment")
    var payload = try MemoryBlocks.payload(of: segment)
    let names = try #require(segment.sections[.names])
    // Overwrites the zero byte after each name but the last.
    for offset in names.dropLast() where payload[offset] == 0 { payload[offset] = 0x61 }
    let tampered = SegmentReader(MemoryBlocks(payload), SegmentFormat.Footer(checksums: segment))
    #expect(throws: SegmentError.inconsistent(.names, file: "memory")) { try tampered.name(of: 0) }
  }

  @Test func `a name longer than any file's is not written`() async throws {
    let folder = try ScratchFolder()
    await #expect(processExitsWith: .failure) { [path = folder.path as String] in
      var builder = try SegmentBuilder(path: path + "/segment", budget: 0, trigramThreshold: 1)
      try builder.beginDocument(id: 1, directory: 1, name: [UInt8](repeating: 0x61, count: 65_536).span)
    }
  }

  /// Runs queries on everything, and returns how many of them failed because of the damage.
  private func refused(
    by segment: SegmentReader, sound: SegmentReader, _ folder: ScratchFolder, _ random: inout SeededGenerator
  ) throws -> Int {
    var errors = 0
    func ask(_ question: () throws(SegmentError) -> Void) {
      do throws(SegmentError) {
        try question()
      } catch {
        errors += 1
      }
    }
    let universe = segment.documentCount
    let few = OrdinalSet(universe: universe, ascending: [3, 150, 151, 300, 699])
    let many = OrdinalSet(universe: universe, ascending: (0..<700).filter { $0 % 5 != 0 })
    let field = SampleDocument.field
    for value in ["one", "one two", "two three*", "one two three", "*n*", "ones", "two on*", "東京都", "*"] {
      let parts = value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      let text = TextPattern(parts: parts, folding: .all)
      ask { () throws(SegmentError) in _ = try segment.textMatches(text) }
      ask { () throws(SegmentError) in _ = try segment.textMatches(text, among: few) }
      ask { () throws(SegmentError) in _ = try segment.textMatches(TextPattern(parts: parts, folding: []), among: many) }
      ask { () throws(SegmentError) in _ = try segment.maximumDocumentCount(withText: text) }
    }
    for value in ["*file 12*", "ab3é", "*b*", "*ile*of*", "file 7*"] {
      let parts = value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      let name = StringPattern(parts: parts, folding: .all, wholeWords: false)
      ask { () throws(SegmentError) in _ = try segment.documents(named: name) }
      ask { () throws(SegmentError) in _ = try segment.maximumDocumentCount(named: name) }
    }
    for value in ["value 1*", "value 39", "*e*"] {
      let parts = value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      let pattern = StringPattern(parts: parts, folding: .all, wholeWords: false)
      ask { () throws(SegmentError) in _ = try segment.documents(withValue: pattern, in: field) }
      ask { () throws(SegmentError) in _ = try segment.maximumDocumentCount(withValue: pattern, in: field) }
    }
    ask { () throws(SegmentError) in try segment.forEachValue(of: field) { _, _ in true } }
    ask { () throws(SegmentError) in _ = try segment.documents(in: field) { $0.count > 6 } }
    ask { () throws(SegmentError) in _ = try segment.schemaFields() }
    ask { () throws(SegmentError) in _ = try segment.documents(having: SampleDocument.numberField) }
    for kind in NumberKind.allCases {
      for range in [-1e6...1e6, -.infinity ... .infinity, 5e8...9e8, 0...0, 10...300] as [ClosedRange<Double>] {
        ask { () throws(SegmentError) in
          guard let column = try segment.numbers(of: SampleDocument.numberField, as: kind) else { return }
          _ = try column.maximumValueCount(in: range)
          _ = try column.documents(in: range)
          for ordinal in [0, 77, 699, 700] as [UInt32] { _ = try column.value(of: ordinal) }
        }
      }
    }
    for members in [few, many, OrdinalSet(all: universe)] {
      ask { () throws(SegmentError) in try segment.forEachName(of: members) { _, _ in } }
      ask { () throws(SegmentError) in try segment.forEachDocumentID(of: members) { _, _ in } }
      ask { () throws(SegmentError) in try segment.forEachDirectoryID(of: members) { _, _ in } }
      ask { () throws(SegmentError) in _ = try segment.documentIDs(of: members) }
      ask { () throws(SegmentError) in _ = try segment.documentIDs(inOrderOf: members) }
      for (documents, texts) in [(segment, sound), (sound, segment)] {
        ask { () throws(SegmentError) in
          let runs = try OrdinalRuns(of: members, in: documents, to: texts, excluding: few)
          _ = WindowClasses(runs.texts(of: runs.documents), [], wordCount: 1)
        }
      }
    }
    for ids in [[0, 3, 5, 300, 649], Array(0..<500), Array(stride(from: 0, to: 2100, by: 3)), [.max]] as [[UInt64]] {
      ask { () throws(SegmentError) in _ = try segment.ordinals(ofDocuments: ids) }
      ask { () throws(SegmentError) in try segment.forEachOrdinal(ofDocuments: ids, excluding: OrdinalSet(universe: universe)) { _, _ in } }
    }
    let dropped = Bool.random(using: &random) ? few : OrdinalSet(universe: universe)
    ask { () throws(SegmentError) in
      let inputs = [(segment, dropped), (sound, OrdinalSet(universe: universe))]
      _ = try SegmentMerger.merge(inputs, into: folder.path + "/merged", durable: false, trigramThreshold: 1)
    }
    return errors
  }
}
