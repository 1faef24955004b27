// SPDX-License-Identifier: Apache-2.0

import Attributes
import TextAnalysis

@testable import Segments

/// All queries of a segment. Each must return a result or throw.
struct SegmentQuestions {
  static let valueField = SegmentField(.custom("value"))
  static let numberField = SegmentField(.custom("number"))

  let segment: SegmentReader
  private let some: OrdinalSet
  private let all: OrdinalSet

  init(_ segment: SegmentReader) {
    self.segment = segment
    some = OrdinalSet(universe: segment.documentCount, ascending: (0..<UInt32(segment.documentCount)).filter { $0 % 5 != 1 })
    all = OrdinalSet(all: segment.documentCount)
  }

  func askAll() {
    askForTexts()
    askForNamesAndValues()
    askForNumbers()
    askForColumns()
    askForDirectories()
    ask { () throws(SegmentError) in try segment.verifyChecksums() }
  }

  private func askForTexts() {
    for value in ["one", "one two", "two three*", "*n*", "two on*", "東京", "*"] {
      let parts = value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      for folding in [[], .all] as [Folding] {
        let text = TextPattern(parts: parts, folding: folding)
        ask { () throws(SegmentError) in _ = try segment.textMatches(text) }
        ask { () throws(SegmentError) in _ = try segment.textMatches(text, among: some) }
        ask { () throws(SegmentError) in _ = try segment.maximumDocumentCount(withText: text) }
      }
    }
    ask { () throws(SegmentError) in _ = try segment.documentsWithText }
  }

  private func askForNamesAndValues() {
    for value in ["file 2", "*ile*f*", "value 1*", "*b*", "*"] {
      let parts = value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      let pattern = StringPattern(parts: parts, folding: .all, wholeWords: false)
      ask { () throws(SegmentError) in
        let search = try NameSearch(pattern, in: segment)
        for piece in search.pieces { _ = try search.ordinals(in: piece) }
      }
      ask { () throws(SegmentError) in _ = try segment.maximumDocumentCount(named: pattern) }
      ask { () throws(SegmentError) in _ = try segment.documents(withValue: pattern, in: Self.valueField) }
      ask { () throws(SegmentError) in _ = try segment.maximumDocumentCount(withValue: pattern, in: Self.valueField) }
    }
    ask { () throws(SegmentError) in try segment.forEachValue(of: Self.valueField) { _, _ in true } }
    ask { () throws(SegmentError) in try segment.forEachName(of: all) { _, _ in } }
    if segment.documentCount > 0 { ask { () throws(SegmentError) in _ = try segment.name(of: 0) } }
    ask { () throws(SegmentError) in _ = try segment.schemaFields() }
  }

  private func askForNumbers() {
    ask { () throws(SegmentError) in _ = try segment.documents(having: Self.numberField) }
    for kind in NumberKind.allCases {
      for range in [-1e6...1e6, -.infinity ... .infinity, 0...0] as [ClosedRange<Double>] {
        ask { () throws(SegmentError) in
          guard let column = try segment.numbers(of: Self.numberField, as: kind) else { return }
          _ = try column.maximumValueCount(in: range)
          _ = try column.documents(in: range)
          for ordinal in [0, 7, 300] as [UInt32] { _ = try column.value(of: ordinal) }
        }
      }
    }
  }

  private func askForColumns() {
    for members in [some, all] {
      ask { () throws(SegmentError) in try segment.forEachDocumentID(of: members) { _, _ in } }
      ask { () throws(SegmentError) in try segment.forEachDirectoryID(of: members, within: 3...40) { _, _ in } }
      ask { () throws(SegmentError) in _ = try segment.documentIDs(of: members) }
    }
    for ids in [[0, 3, 5, 49], Array(0..<500), [.max]] as [[UInt64]] {
      ask { () throws(SegmentError) in _ = try segment.ordinals(ofDocuments: ids) }
    }
    ask { () throws(SegmentError) in _ = try segment.documentIDRange }
    ask { () throws(SegmentError) in try segment.verifyDocumentIDs() }
  }

  private func askForDirectories() {
    ask { () throws(SegmentError) in
      let table = try DirectoryTable(segment)
      var cursor = DirectoryTableCursor(table)
      for directory in [0, 1, 2, 40, 33, 31] where directory < table.count { _ = try cursor.withRow(of: UInt32(directory)) { $1.count } }
    }
  }

  private func ask(_ question: () throws(SegmentError) -> Void) {
    do throws(SegmentError) { try question() } catch { _ = error.description }
  }
}
