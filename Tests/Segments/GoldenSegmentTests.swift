// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import Testing
import TextAnalysis

@testable import Segments

/// A segment that was built once and is kept in `Golden/format-N.segment`, where N is the version
/// of the format.
///
/// A deliberate change of the format needs a new version. Then record a new file with
/// `RECORD_SNAPSHOTS=1 swift test --disable-xctest --filter GoldenSegmentTests`.
@Suite(.serialized) struct GoldenSegmentTests {
  private static let count = 300

  private var golden: String {
    let folder = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    return "\(folder)/Golden/format-\(SegmentFormat.version).segment"
  }

  @Test func `the builder produces the recorded bytes`() throws {
    let folder = try ScratchFolder()
    for (name, budget) in [("small", 0), ("large", 64 << 20)] {
      let path = "\(folder.path)/\(name)"
      try build(path, budget: budget)
      if getenv("RECORD_SNAPSHOTS") != nil { try write(try read(path), to: golden) }
      let (built, kept) = (try read(path), try read(golden))
      let difference = zip(built, kept).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(built.count, kept.count)
      // Prints a summary on failure instead of the bytes.
      let isSame = built == kept
      #expect(isSame, "the format changed, at byte \(difference): see the comment of this suite")
    }
  }

  @Test func `a merge produces the recorded bytes`() throws {
    let folder = try ScratchFolder()
    let kept = try SegmentReader(path: golden)
    let none = OrdinalSet(universe: kept.documentCount)
    _ = try SegmentMerger.merge([(kept, none)], into: folder.path + "/merged", durable: false, trigramThreshold: 1)
    let merged = try SegmentReader(path: folder.path + "/merged")
    for section in SegmentSection.allCases where kept.sections[section] != nil {
      #expect(try contents(of: section, in: merged) == contents(of: section, in: kept), "\(section)")
    }
  }

  @Test func `the recorded segment is read`() throws {
    let segment = try SegmentReader(path: golden)
    try segment.verifyChecksums()
    #expect(segment.documentCount == Self.count)
    for section in SegmentSection.allCases where ![.directories, .directoryStarts, .textVectors, .fieldVectors].contains(section) {
      #expect(segment.sections[section] != nil, "\(section)")
    }

    #expect(try segment.documentID(of: 0) == 299 << 40 | 0)
    #expect(try segment.ordinals(ofDocuments: [7 << 40 | 292, 1 << 60]).ordinals == [292])
    #expect(try segment.directoryID(of: 299) == 1 << 30 | 42)
    #expect(try segment.name(of: 17) == Array("Report 17.txt".utf8))
    #expect(try segment.documents(named: pattern("", "port 29", "")).ordinals == [29] + Array(290...299))
    #expect(try segment.documents(named: pattern("ÜBER", "")).ordinals == [4])

    func text(_ value: String) throws -> [UInt32] {
      try segment.textMatches(
        TextPattern(parts: value.split(separator: "*", omittingEmptySubsequences: false).map(String.init), folding: .all)
      ).ordinals
    }
    #expect(try text("common") == Array(stride(from: 0, to: 300, by: 2)))
    #expect(try text("common word") == Array(stride(from: 0, to: 300, by: 4)))
    #expect(try text("number 148") == [148])
    #expect(try text("vowel*") == [5])
    #expect(try text("naive") == [5])
    #expect(try text("naive c++") == [5])
    #expect(try segment.documentsWithText.count == 151)

    let value = try segment.documents(withValue: pattern("topic 7"), in: Self.topic)
    #expect(value.matching.ordinals == Array(stride(from: 7, to: 300, by: 10)))
    #expect(value.undecided.ordinals == [100])
    #expect(try segment.documents(having: Self.presence).ordinals == [1])

    let sizes = try #require(try segment.numbers(of: Self.size, as: .number))
    #expect(sizes.count == 300)
    #expect(try sizes.documents(in: 22_500...22_801).ordinals == [150, 151])
    #expect(try sizes.documents(in: (-.infinity)...0).ordinals == [0])
    let dates = try #require(try segment.numbers(of: Self.date, as: .date))
    #expect(try dates.documents(in: 7e8...(7e8 + 11.5)).ordinals == [0, 7, 14, 21])
    #expect(try dates.value(of: 14) == 7e8 + 7.25)
    #expect(try dates.value(of: 15) == nil)
    #expect(try dates.documents(in: (-.infinity)...(-1)).ordinals == [0])
    let flags = try #require(try segment.numbers(of: Self.flag, as: .boolean))
    #expect(try flags.documents(in: 1...1).ordinals == [3])
    #expect(try segment.numbers(of: Self.flag, as: .number)?.count == nil)
  }

  // MARK: Contents

  private static let topic = SegmentField(.custom("topic"))
  private static let size = SegmentField(.known(.fileSize))
  private static let date = SegmentField(.known(.contentCreationDate))
  private static let flag = SegmentField(.custom("flag"))
  private static let presence = SegmentField(reserved: 9)

  /// Without scripts that are divided by dictionaries, because ICU's dictionaries differ between
  /// machines.
  private func build(_ path: String, budget: Int) throws {
    var builder = try SegmentBuilder(path: path, budget: budget, trigramThreshold: 1)
    for number in 0..<Self.count {
      let name = number == 4 ? "Über café.TXT" : "Report \(number).txt"
      // The ids do not ascend, so that the segment has a sort order.
      try builder.beginDocument(
        id: UInt64(Self.count - 1 - number) << 40 | UInt64(number), directory: number == 299 ? 1 << 30 | 42 : UInt64(number / 40),
        name: Array(name.utf8).span)
      var text = number % 4 == 0 ? "A common word, number \(number)." : number % 2 == 0 ? "Common, no word" : ""
      if number == 5 { text = "Naïve C++ vowels " + (0..<200).map { "w\($0 % 7)" }.joined(separator: " ") }
      try builder.addText(Array(text.utf8).span)
      let topic = number == 100 ? String(repeating: "long ", count: 300) : "Topic \(number % 10)"
      try builder.addValue(Array(topic.utf8).span, of: Self.topic)
      try builder.addNumber(Double(number * number), in: Self.size, as: .number)
      if number % 7 == 0 { try builder.addNumber(7e8 + Double(number) / 2 + 0.25, in: Self.date, as: .date) }
      if number == 0 { for special in [-.infinity, 7e8] { try builder.addNumber(special, in: Self.date, as: .date) } }
      if number == 3 || number == 8 { try builder.addNumber(number == 3 ? 1 : 0, in: Self.flag, as: .boolean) }
      if number == 1 { try builder.addPresence(of: Self.presence) }
    }
    _ = try builder.finish(durable: false)
  }

  private func pattern(_ parts: String...) -> StringPattern { StringPattern(parts: parts, folding: .all, wholeWords: false) }

  private func contents(of section: SegmentSection, in segment: SegmentReader) throws -> [UInt8] {
    let region = try segment.region(section)
    var cursor = try region.cursor(0..<region.count)
    var bytes: [UInt8] = []
    cursor.append(region.count, to: &bytes)
    return bytes
  }

  private func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0, "\(path) cannot be opened")
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    try #require(count >= 0 && count < bytes.count)
    return Array(bytes.prefix(count))
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    try #require(descriptor >= 0, "\(path) cannot be written")
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }
}
