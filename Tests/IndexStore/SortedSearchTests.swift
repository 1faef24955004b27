// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore

/// Hits in the order of an attribute, read from columns of segments or from the catalog, agree with
/// the order of the values.
@Suite struct SortedSearchTests {
  /// Attributes from the file system, from importers and from both: numbers, Booleans, dates,
  /// texts, lists, and attributes without values.
  private static let attributes = [
    "kMDItemFSSize", "kMDItemFSOwnerUserID", "kMDItemFSContentChangeDate", "kMDItemDateAdded", "kMDItemContentModificationDate",
    "kMDItemContentCreationDate", "kMDItemLastUsedDate", "kMDItemUsedDates", "kMDItemPixelWidth", "kMDItemDurationSeconds",
    "kMDItemIsScreenCapture", "kMDItemScreenCaptureGlobalRect", "kMDItemFSLabel", "kMDItemTitle", "kMDItemKeywords", "kMDItemAuthors",
    "kMDItemFSName", "kMDItemKind", "kMDItemContentType", "kMDItemFSInvisible", "kMDItemPath", "kMDItemFSNodeCount",
    "kMDItemInterestingDate_Ranking", "kMDItemTextContent", "com_example_one", "com_example_none",
  ]

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `hits are in the order of the values`(seed: UInt64) throws {
    let indexed = try IndexedFolder()
    let tree = try ModelTree(indexed, seed: seed, changes: 150)
    for state in 0..<3 {
      try Self.compare(tree.store, "kMDItemFSSize > 50 || kMDItemTitle == '*'", seed: seed, "seed \(seed), state \(state), pending")
      try tree.store.indexPending()
      try Self.compare(tree.store, "kMDItemFSName == '*'", seed: seed, "seed \(seed), state \(state), indexed")
      for _ in 0..<12 { try tree.change() }
    }
  }

  /// Enough files for several blocks in each column.
  @Test func `many hits are in the order of the values`() throws {
    let indexed = try IndexedFolder()
    let tree = try ModelTree(indexed, seed: 7)
    try tree.addCrowd(of: 900)
    for _ in 0..<20 { try tree.change() }
    try tree.store.indexPending()
    for _ in 0..<10 { try tree.change() }
    try Self.compare(tree.store, "kMDItemFSSize != 100", seed: 7, "crowd")
  }

  private static func compare(_ store: Store, _ text: String, seed: UInt64, _ state: String) throws {
    var random = RandomFiles(seed: seed)
    let query = try Query(parsing: text)
    let references = try store.search(query).references()
    for attribute in attributes.map({ AttributeName($0) }) {
      let values = try store.read { snapshot throws(StoreError) in
        var values: [AttributeValue?] = []
        for reference in references { values.append(try snapshot.value(of: attribute, for: reference)) }
        return values
      }
      for isDescending in [false, true] {
        let order = SearchOrder(attribute: attribute, isDescending: isDescending)
        let expected = sorted(references, values, isDescending)
        let limit = random.number(below: references.count + 2)
        let context: Comment = "\(state): by \(attribute), \(isDescending ? "descending" : "ascending"), limit \(limit)"
        #expect(try store.search(query, orderedBy: order).references() == expected, context)
        #expect(try store.search(query, orderedBy: order, limit: limit).references() == Array(expected.prefix(limit)), context)
        #expect(try store.arrange(references.reversed(), by: order, limit: limit) == Array(expected.prefix(limit)), context)
      }
    }
  }

  private static func sorted(_ references: [DocumentReference], _ values: [AttributeValue?], _ isDescending: Bool) -> [DocumentReference] {
    let keys = values.map { $0.flatMap(key) }
    let indices = references.indices.sorted { left, right in
      guard let one = keys[left], let other = keys[right] else {
        let isNeither = keys[left] == nil && keys[right] == nil
        return isNeither ? left < right : keys[left] != nil
      }
      return one == other ? left < right : isDescending ? other < one : one < other
    }
    return indices.map { references[$0] }
  }

  /// Whether the value is a text, then the number, then the text.
  private static func key(_ value: AttributeValue) -> (Int, Double, String)? {
    switch value {
    case .integer(let number): (0, Double(number), "")
    case .number(let number): (0, number, "")
    case .boolean(let flag): (0, flag ? 1 : 0, "")
    case .date(let date): (0, date.secondsSinceReferenceDate, "")
    case .string(let text): (1, 0, text.lowercased())
    case .person(let person): (1, 0, (person.displayName ?? person.handles.first ?? "").lowercased())
    case .array(let elements): elements.lazy.compactMap(key).first
    case .data, .dictionary, .null: nil
    }
  }

  @Test func `numbers precede texts, texts ignore case, and the first of several values counts`() throws {
    let indexed = try IndexedFolder()
    let values: [AttributeValue] = [
      .string("beta"), .number(2.5), .array([.integer(7), .integer(1)]), .string("Alpha"), .array([]), .boolean(true), .number(.nan),
      .array([.null, .integer(-3)]), .array([.string("ALPHA"), .integer(0)]), .dictionary(["x": .integer(-9)]),
    ]
    let files = values.indices.map { file("f\($0)", inode: UInt64(10 + $0)) }
    try indexed.store.write { transaction throws(StoreError) in _ = try transaction.reconcile(indexed.directory, with: files) }
    for (index, value) in values.enumerated() {
      var record = AttributeRecord()
      record[.title] = value
      let reference = try #require(
        try indexed.store.read { snapshot throws(StoreError) in try snapshot.reference(for: bytes("/home/ann/f\(index)")) })
      try indexed.store.setContent(reference, ifStatusIs: files[index].status, record: record.encoded(), type: nil, text: [])
    }
    func names(_ isDescending: Bool) throws -> [String] {
      let order = SearchOrder(attribute: .known(.title), isDescending: isDescending)
      return try indexed.store.search(Query(parsing: "kMDItemFSName == 'f*'"), orderedBy: order).hits().map {
        String(decoding: $0.path, as: UTF8.self).replacing("/home/ann/f", with: "")
      }
    }
    for _ in 0..<2 {
      #expect(try names(false) == ["7", "5", "1", "2", "3", "8", "0", "4", "6", "9"])
      #expect(try names(true) == ["0", "3", "8", "2", "1", "5", "7", "4", "6", "9"])
      try indexed.store.indexPending()
    }
  }

  @Test func `an order by a damaged segment is read from the catalog`() throws {
    let temporary = TemporaryFolder()
    let path = temporary.path + "/store"
    let order = SearchOrder(attribute: AttributeName("kMDItemFSSize"), isDescending: true)
    let query = try Query(parsing: "kMDItemFSName == '*'")
    let (expected, segments) = try {
      let indexed = try IndexedFolder()
      let tree = try ModelTree(indexed, seed: 3)
      try tree.store.indexPending()
      let segments = try tree.store.read { snapshot throws(StoreError) in try snapshot.segmentRecords() }
      let expected = try tree.store.search(query, orderedBy: order).hits()
      #expect(rename(tree.store.path, path) == 0)
      return (expected, segments.filter { $0.layer == .attributes })
    }()
    for segment in segments { #expect(unlink(segment.id.path(in: path)) == 0) }
    let store = try Store.open(path, .write(creating: false))
    #expect(try store.search(query, orderedBy: order).hits() == expected)
    #expect(try store.search(query, orderedBy: order, limit: 4).hits() == Array(expected.prefix(4)))
  }
}
