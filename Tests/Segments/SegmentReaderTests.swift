// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing
import TextAnalysis

@testable import Segments

@Suite struct SegmentReaderTests {
  @Test(arguments: [0, 1, 2, 31, 32, 33, 127, 128, 129, 400])
  func `results agree with a linear search through the documents`(count: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let documents = (0..<count).map { SampleDocument.random(&random, id: UInt64($0) << UInt64($0 % 60)) }
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment", chunk: .random(in: 1...50, using: &random))
    #expect(folder.names == ["segment"])
    try segment.verifyChecksums()
    try expectSameAnswers(segment, documents, &random, rounds: 60)
  }

  @Test func `a long document and a word of thousands of documents are found completely`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    var documents = (0..<3000).map { SampleDocument.random(&random, id: UInt64($0), pieces: 4) }
    documents[1500].text = random.text(pieces: 20_000) + Array(" zebra".utf8)
    for index in stride(from: 0, to: 3000, by: 2) { documents[index].text += Array(" common word".utf8) }
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    try expectSameAnswers(segment, documents, &random, rounds: 30)
    for value in ["zebra", "common word", "common zebra", "zebra common word", "word"] {
      let pattern = TextPattern(parts: [value], folding: .all)
      #expect(try segment.textMatches(pattern).ordinals == ordinals(documents) { pattern.matches(utf8: $0.text.span) })
    }
  }

  @Test func `words that are a multiple of 65,536 positions apart are not adjacent`() throws {
    let folder = try ScratchFolder()
    let filler = Array(repeating: "filler", count: 65_535).joined(separator: " ")
    // With one more word in between, the distance is 65,537, which is 1 modulo 65,536.
    let texts = [
      "left \(filler) right", "left \(filler) more right", "more left \(filler) more right", "left \(filler) left \(filler) right",
      "right left \(filler) Left right left",
    ]
    let documents = texts.enumerated().map {
      SampleDocument(id: UInt64($0), directory: 0, name: [], text: Array($1.utf8), values: [], numbers: [])
    }
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    for value in ["left right", "right left", "filler left right", "left right left", "filler filler right", "left left"] {
      for folding in [[], .all] as [Folding] {
        let pattern = TextPattern(parts: [value], folding: folding)
        #expect(
          try segment.textMatches(pattern).ordinals == ordinals(documents) { pattern.matches(utf8: $0.text.span) }, "\(value) \(folding)")
      }
    }
  }

  @Test func `a builder that spilled writes the same segment`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    var documents = (0..<150).map { SampleDocument.random(&random, id: UInt64($0), pieces: 20) }
    // Distinct words fill the memory and cause many spills, one of them in the middle of a
    // document.
    for index in documents.indices {
      let count = index == 75 ? 15_000 : 30
      documents[index].text += Array((0..<count).map { "w\(index)x\($0) same" }.joined(separator: " ").utf8)
    }
    let small = try SampleDocument.build(documents, at: folder.path + "/small", budget: 0)
    let large = try SampleDocument.build(documents, at: folder.path + "/large", budget: 256 << 20)
    #expect(small.sectionSizes == large.sectionSizes)
    for section in SegmentSection.allCases where large.sections[section] != nil {
      #expect(try contents(of: section, in: small) == contents(of: section, in: large), "\(section)")
    }
    try expectSameAnswers(small, documents, &random, rounds: 30)
    let pattern = TextPattern(parts: ["w75x14998 same w75x14999"], folding: [])
    #expect(try small.textMatches(pattern).ordinals == [75])
  }

  @Test func `names with the same trigrams may all need more space at the same name`() throws {
    let folder = try ScratchFolder()
    var builder = try SegmentBuilder(path: folder.path + "/segment", budget: 0, trigramThreshold: 1)
    // Distinct trigrams. Each gets a posting every 32 names, so all outgrow their slices at the
    // same name.
    var random = SeededGenerator()
    let name = (0..<190).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
    for id in 0..<25_000 as Range<UInt64> { try builder.beginDocument(id: id, directory: 0, name: name.span) }
    _ = try builder.finish(durable: false)
    let segment = try SegmentReader(path: folder.path + "/segment")
    #expect(try segment.name(of: 24_999) == name)
  }

  /// Every third name has an `x`, except in gaps of 300 in every 5,000 names.
  @Test(arguments: [["", "x", ""], ["", "name", ""], ["", "name x", ""], ["", "7001 ", ""], ["", "nowhere", ""], ["x", ""]])
  func `each name is in one piece of a name search`(parts: [String]) throws {
    let folder = try ScratchFolder()
    var builder = try SegmentBuilder(path: folder.path + "/segment", budget: 1 << 20, trigramThreshold: 1)
    let names = (0..<80_000).map { "\($0) name\($0 % 3 == 0 && $0 % 5000 > 300 ? " x" : "")" }
    for (id, name) in names.enumerated() { try builder.beginDocument(id: UInt64(id), directory: 0, name: Array(name.utf8).span) }
    _ = try builder.finish(durable: false)
    let pattern = StringPattern(parts: parts, folding: .all, wholeWords: false)
    let search = try NameSearch(pattern, in: try SegmentReader(path: folder.path + "/segment"))
    var found: [UInt32] = []
    for piece in search.pieces { found += try search.ordinals(in: piece) }
    #expect(found == names.indices.filter { pattern.matches(names[$0]) }.map { UInt32($0) })
    // Few matches make at most one piece, unless the pattern has no trigram.
    #expect(found.count < 1000 ? search.pieces.count <= 1 || parts[0] == "x" : search.pieces.count > 1)
  }

  @Test func `names and values of any length are found`() throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let long = (0..<20_000).map { _ in UInt8.random(in: 0x21...0x7E, using: &random) }
    var document = SampleDocument(id: 1, directory: 1, name: long, text: [], values: [], numbers: [])
    document.values = [
      String(decoding: long, as: UTF8.self), String(decoding: long.prefix(SegmentBuilder.maximumValueLength), as: UTF8.self),
    ]
    let segment = try SampleDocument.build([document], at: folder.path + "/segment")
    #expect(try segment.name(of: 0) == long)
    let middle = StringPattern(parts: ["", String(decoding: long[10_000..<10_020], as: UTF8.self), ""], folding: .all, wholeWords: false)
    #expect(try segment.documents(named: middle).ordinals == [0])
    let kept = try segment.documents(
      withValue: StringPattern(parts: [document.values[1]], folding: [], wholeWords: false), in: SampleDocument.field)
    #expect(kept.matching.ordinals == [0])
    #expect(kept.undecided.ordinals == [0])
    let whole = try segment.documents(
      withValue: StringPattern(parts: [document.values[0]], folding: [], wholeWords: false), in: SampleDocument.field)
    #expect(whole.matching.isEmpty)
  }

  @Test func `reserved fields, schema attributes and custom attributes have separate values and numbers`() throws {
    let folder = try ScratchFolder()
    let fields =
      (0...255).map { SegmentField(reserved: $0) } + (0..<1000).compactMap { AttributeKey(rawValue: $0) }.map { SegmentField(.known($0)) }
      + ["", "\u{FF}", "value"].map { SegmentField(.custom($0)) }
    var builder = try SegmentBuilder(path: folder.path + "/segment", budget: 0, trigramThreshold: 1)
    let name: [UInt8] = []
    for (index, field) in fields.enumerated() {
      try builder.beginDocument(id: UInt64(index), directory: 0, name: name.span)
      try builder.addValue(Array("same".utf8).span, of: field)
      for kind in NumberKind.allCases { try builder.addNumber(1, in: field, as: kind) }
    }
    _ = try builder.finish(durable: false)
    let segment = try SegmentReader(path: folder.path + "/segment")
    for (index, field) in fields.enumerated() {
      #expect(try segment.documents(having: field).ordinals == [UInt32(index)])
      #expect(try values(of: field, in: segment) == [Array("same".utf8): 1])
      for kind in NumberKind.allCases {
        #expect(try segment.numbers(of: field, as: kind)?.documents(in: 0...2).ordinals == [UInt32(index)])
      }
    }
    var first: [UInt8] = []
    try segment.forEachValue(of: fields[0]) { value, _ in
      first = value.indices.map { value[$0] }
      return false
    }
    #expect(first == Array("same".utf8))
  }

  /// Number of values of each document.
  enum Share: CaseIterable { case one, mostlyOne, fewer, several, allButLast }

  @Test(arguments: Share.allCases, [1, 63, 64, 65, 127, 128, 129, 1000])
  func `numbers of every size are found for every distribution of values`(share: Share, count: Int) throws {
    var random = SeededGenerator()
    let folder = try ScratchFolder()
    let special: [Double] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .nan, -.nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, 0x1p53, 0.1,
    ]
    // Runs of blocks that lie completely inside or outside a range.
    let isSorted = Bool.random(using: &random)
    func number(_ ordinal: Int) -> Double {
      if isSorted { return Double(ordinal / 3) }
      return Bool.random(using: &random) ? random.pick(special) : Double(Int.random(in: -50...50, using: &random)) / 8
    }
    let numbers = (0..<count).map { ordinal -> [Double] in
      let least = ordinal == 0 ? 1 : 0
      let count =
        switch share {
        case .one: 1
        case .mostlyOne: Int.random(in: 0..<100, using: &random) == 0 ? 2 : 1
        case .fewer: max(least, Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0)
        case .several: max(least, .random(in: 0...4, using: &random))
        case .allButLast: ordinal == count - 1 ? least : 1
        }
      return (0..<count).map { _ in number(ordinal) }
    }
    let segment = try buildNumbers(numbers[...], at: folder.path + "/segment")
    try expectRightNumbers(segment, numbers, &random, special)
    // Merges two halves, without every tenth document.
    let half = count / 2
    let inputs = try [numbers[..<half], numbers[half...]].enumerated().map { index, part in
      let dropped = OrdinalSet(universe: part.count, ascending: (0..<UInt32(part.count)).filter { $0 % 10 == 9 })
      return (segment: try buildNumbers(part, at: folder.path + "/part\(index)"), dropped: dropped)
    }
    _ = try SegmentMerger.merge(inputs, into: folder.path + "/merged", durable: false, trigramThreshold: 1)
    let live = [numbers[..<half], numbers[half...]].flatMap { part in part.enumerated().filter { $0.offset % 10 != 9 }.map(\.element) }
    let merged = try SegmentReader(path: folder.path + "/merged")
    try expectRightNumbers(merged, live, &random, special)
    let fresh = try buildNumbers(live[...], at: folder.path + "/fresh")
    #expect(try contents(of: .numbers, in: merged) == contents(of: .numbers, in: fresh))
  }

  private func buildNumbers(_ numbers: ArraySlice<[Double]>, at path: String) throws -> SegmentReader {
    var builder = try SegmentBuilder(path: path, budget: 0, trigramThreshold: 1)
    let name: [UInt8] = []
    for (id, numbers) in numbers.enumerated() {
      try builder.beginDocument(id: UInt64(id), directory: 0, name: name.span)
      for number in numbers { try builder.addNumber(number, in: SampleDocument.numberField, as: .date) }
    }
    _ = try builder.finish(durable: false)
    return try SegmentReader(path: path)
  }

  private func expectRightNumbers(
    _ segment: SegmentReader, _ numbers: [[Double]], _ random: inout SeededGenerator, _ special: [Double]
  ) throws {
    #expect(try segment.numbers(of: SampleDocument.numberField, as: .number)?.count == nil)
    #expect(try segment.documents(having: SampleDocument.numberField).ordinals == numbers.ordinals { !$0.isEmpty })
    guard let column = try segment.numbers(of: SampleDocument.numberField, as: .date) else {
      #expect(numbers.allSatisfy { $0.isEmpty })
      return
    }
    #expect(column.count == numbers.reduce(0) { $0 + $1.count })
    let ends = (special + numbers.flatMap(\.self).prefix(200)).filter { !$0.isNaN }
    for _ in 0..<40 {
      let bounds = [random.pick(ends), random.pick(ends)].map { random.pick([$0, $0.nextUp, $0.nextDown]) }.sorted()
      let range = bounds[0]...bounds[1]
      let expected = numbers.ordinals { $0.contains { range.contains($0) } }
      #expect(try column.documents(in: range).ordinals == expected, "\(range), seed \(random.seed)")
      let valueCount = numbers.joined().count { range.contains($0) }
      #expect(try column.maximumValueCount(in: range) >= valueCount)
    }
    for (ordinal, numbers) in numbers.enumerated() where !numbers.contains(where: \.isNaN) {
      #expect(try column.value(of: UInt32(ordinal)) == numbers.min())
    }
    #expect(try column.value(of: UInt32(numbers.count)) == nil)
    for step in [1, 3, 200] {
      var reader = try FieldNumbers(of: SampleDocument.numberField, in: segment)
      var ordinal = 0
      while ordinal < numbers.count {
        let own = numbers[ordinal]
        let expected: FieldNumbers.Finding = own.isEmpty ? .nothing : own.count == 1 ? .number(own[0]) : .other
        let found = try reader.finding(of: UInt32(ordinal))
        if !own.contains(where: \.isNaN) { #expect(found == expected, "\(ordinal), seed \(random.seed)") }
        ordinal += .random(in: 1...step, using: &random)
      }
    }
  }

  @Test func `bounds distinguish rare words from common ones`() throws {
    let folder = try ScratchFolder()
    let documents = (0..<1000).map { number -> SampleDocument in
      let name = number == 7 ? "needle.txt" : "hay\(number).txt"
      let odd = number < 10 ? "Rare MyWindow w\(number)" : "w\(number)"
      return SampleDocument(
        id: UInt64(number), directory: 0, name: Array(name.utf8), text: Array((number % 2 == 0 ? "common word" : odd).utf8),
        values: [number % 3 == 0 ? "third" : "other \(number)"], numbers: [])
    }
    let segment = try SampleDocument.build(documents, at: folder.path + "/segment")
    func text(_ parts: String...) throws -> Int {
      try segment.maximumDocumentCount(withText: TextPattern(parts: parts, folding: .all))
    }
    #expect(try text("common") == 500)
    #expect(try text("rare") == 5)
    #expect(try text("common rare") == 5)
    #expect(try text("rar", "") == 5)
    // Found as a whole word and in parts.
    #expect(try text("MyWindow") == 10)
    #expect(try text("nowhere") == 0)
    #expect(try text("w", "") == 1000)
    #expect(try text("w10", "") == 5)
    #expect(try text("") == 1000)
    #expect(try text(".") == 0)
    func value(_ parts: String...) throws -> Int {
      try segment.maximumDocumentCount(
        withValue: StringPattern(parts: parts, folding: .all, wholeWords: false), in: SampleDocument.field)
    }
    #expect(try value("third") == 334)
    #expect(try value("thi", "") == 334)
    #expect(try value("oth", "") == 1000)
    #expect(try value("nothing") == 0)
    #expect(try segment.maximumDocumentCount(having: SampleDocument.field) == 1000)
    #expect(try segment.maximumDocumentCount(having: SampleDocument.numberField) == 0)
    func named(_ parts: String...) throws -> Int {
      try segment.maximumDocumentCount(named: StringPattern(parts: parts, folding: .all, wholeWords: false))
    }
    #expect(try named("needle", "") == NameBlocks.size)
    #expect(try named("", "txt") == 1000)
    #expect(try named("nowhere", "") == 0)
    #expect(try named("n", "") == 1000)
  }

  private func contents(of section: SegmentSection, in segment: SegmentReader) throws -> [UInt8] {
    let region = try segment.region(section)
    var cursor = try region.cursor(0..<region.count)
    var bytes: [UInt8] = []
    cursor.append(region.count, to: &bytes)
    return bytes
  }
}

/// Compares the results of random queries with a linear search through the documents.
func expectSameAnswers(
  _ segment: SegmentReader, _ documents: [SampleDocument], _ random: inout SeededGenerator, rounds: Int
) throws {
  #expect(segment.documentCount == documents.count)
  for (ordinal, document) in documents.enumerated() {
    #expect(try segment.documentID(of: UInt32(ordinal)) == document.id)
    #expect(try segment.directoryID(of: UInt32(ordinal)) == document.directory)
    if ordinal % 17 == 0 { #expect(try segment.name(of: UInt32(ordinal)) == document.name) }
  }
  let some = OrdinalSet(
    universe: documents.count, ascending: ordinals(documents) { _ in Int.random(in: 0..<3, using: &random) == 0 })
  var names: [UInt32: [UInt8]] = [:]
  try segment.forEachName(of: some) { ordinal, name in names[ordinal] = name.indices.map { name[$0] } }
  #expect(names == Dictionary(uniqueKeysWithValues: some.ordinals.map { ($0, documents[Int($0)].name) }))
  #expect(try segment.documentsWithText.ordinals == ordinals(documents) { !$0.text.isEmpty })
  #expect(try segment.documents(having: SampleDocument.field).ordinals == ordinals(documents) { !$0.values.isEmpty })
  #expect(try segment.documents(having: SampleDocument.numberField).ordinals == ordinals(documents) { !$0.numbers.isEmpty })
  var counts: [[UInt8]: Int] = [:]
  for document in documents { for value in Set(document.values.map { Array($0.utf8) }) { counts[value, default: 0] += 1 } }
  #expect(try values(of: SampleDocument.field, in: segment) == counts)
  let isWanted = { (value: Span<UInt8>) in value.count % 3 == 1 }
  let wanted = ordinals(documents) { $0.values.contains { $0.utf8.count % 3 == 1 } }
  #expect(try segment.documents(in: SampleDocument.field, where: isWanted).ordinals == wanted)
  #expect(try segment.maximumDocumentCount(in: SampleDocument.field, where: isWanted) >= wanted.count)
  for _ in 0..<rounds {
    let parts = random.patternParts()
    let folding = Folding(rawValue: .random(in: 0...3, using: &random))
    let text = TextPattern(parts: parts, folding: folding)
    #expect(
      try segment.textMatches(text).ordinals == ordinals(documents) { text.matches(utf8: $0.text.span) },
      "text \(parts) \(folding), seed \(random.seed)")
    let few = OrdinalSet(
      universe: documents.count, ascending: ordinals(documents) { _ in Int.random(in: 0..<20, using: &random) == 0 })
    for candidates in [some, few] {
      #expect(
        try segment.textMatches(text, among: candidates) == segment.textMatches(text).intersection(candidates),
        "text \(parts) \(folding) among \(candidates.ordinals), seed \(random.seed)")
    }
    let string = StringPattern(parts: parts, folding: folding, wholeWords: .random(using: &random))
    #expect(
      try segment.documents(named: string).ordinals == ordinals(documents) { string.matches(utf8: $0.name.span) },
      "name \(parts) \(folding), seed \(random.seed)")
    let found = try segment.documents(withValue: string, in: SampleDocument.field)
    #expect(found.undecided.isEmpty)
    #expect(
      found.matching.ordinals == ordinals(documents) { $0.values.contains { string.matches($0) } },
      "value \(parts) \(folding), seed \(random.seed)")
    #expect(try segment.maximumDocumentCount(withText: text) >= segment.textMatches(text).count)
    #expect(try segment.maximumDocumentCount(named: string) >= segment.documents(named: string).count)
    #expect(try segment.maximumDocumentCount(withValue: string, in: SampleDocument.field) >= found.matching.count)
    try expectSameNumbers(segment, documents, &random)
  }
}

private func expectSameNumbers(_ segment: SegmentReader, _ documents: [SampleDocument], _ random: inout SeededGenerator) throws {
  for kind in NumberKind.allCases {
    func numbers(_ document: SampleDocument) -> [Double] { document.numbers.filter { SampleDocument.kind(of: $0) == kind } }
    guard let column = try segment.numbers(of: SampleDocument.numberField, as: kind) else {
      #expect(documents.allSatisfy { numbers($0).isEmpty })
      continue
    }
    let low = Double.random(in: -4...4, using: &random)
    let range = low...(low + 2)
    #expect(try column.documents(in: range).ordinals == ordinals(documents) { numbers($0).contains { range.contains($0) } })
    guard let ordinal = documents.indices.randomElement(using: &random) else { continue }
    #expect(try column.value(of: UInt32(ordinal)) == numbers(documents[ordinal]).min())
  }
}

extension [[Double]] {
  fileprivate func ordinals(where condition: ([Double]) -> Bool) -> [UInt32] {
    indices.filter { condition(self[$0]) }.map { UInt32($0) }
  }
}

/// The results of ``SegmentReader/forEachValue(of:_:)``.
func values(of field: SegmentField, in segment: SegmentReader) throws -> [[UInt8]: Int] {
  var values: [[UInt8]: Int] = [:]
  try segment.forEachValue(of: field) { value, documentCount in
    let bytes = value.indices.map { value[$0] }
    #expect(values[bytes] == nil)
    values[bytes] = documentCount
    return true
  }
  return values
}
