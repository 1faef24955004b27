// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Testing

@testable import IndexStore

/// Three tables describe the source of an attribute's value: what a view of a document computes,
/// where segments store it, and which data a query needs. They must agree for every key of the
/// schema.
struct AttributeTableTests {
  /// The values of two documents that differ only in their records: one is empty, the other has a
  /// value for every key.
  private struct Values {
    let bare: [AttributeKey: AttributeValue]
    let full: [AttributeKey: AttributeValue]
  }

  private static let values = Result { try makeValues() }

  private static func makeValues() throws -> Values {
    let indexed = try IndexedFolder()
    let type = try indexed.store.typeIDs(for: [
      ContentType(identifier: "public.jpeg", mimeType: "image/jpeg", tree: ["public.jpeg", "public.image"], kind: "JPEG image", group: 13)
    ])
    var (bareFile, fullFile) = (file("bare", inode: 2), file("full", inode: 3))
    (bareFile.type, fullFile.type) = (type[0], type[0])
    try indexed.list(bareFile, fullFile)
    var record = AttributeRecord()
    for key in AttributeKey.all { record[key] = sample(of: key) }
    let stored = try #require(try indexed.record("/home/ann/full"))
    try indexed.store.setContent(stored.reference, ifStatusIs: stored.status, record: record.encoded(), text: [])
    return Values(bare: try values(of: "/home/ann/bare", in: indexed), full: try values(of: "/home/ann/full", in: indexed))
  }

  private static func sample(of key: AttributeKey) -> AttributeValue {
    let definition = key.definition
    let value: AttributeValue =
      switch definition.type {
      case .string, .url: .string("a sample")
      case .integer: .integer(4711)
      case .number: .number(47.11)
      case .boolean: .boolean(true)
      case .date: .date(Timestamp(unixSeconds: 1_000_000_007))
      case .data: .data([4, 7, 11])
      case .person: .person(Person(displayName: "Ann", handles: [], handleIdentifier: ""))
      case .dictionary: .dictionary(["a": .string("sample")])
      }
    return definition.multiplicity == .many ? .array([value]) : value
  }

  private static func values(of path: String, in indexed: IndexedFolder) throws -> [AttributeKey: AttributeValue] {
    let reference = try #require(try indexed.reference(path))
    return try indexed.store.read { snapshot throws(StoreError) in
      try snapshot.withView { view throws(StoreError) in
        var values: [AttributeKey: AttributeValue] = [:]
        try snapshot.forEachDocument { row throws(StoreError) in
          guard row.reference == reference else { return true }
          view.look(at: row)
          for key in AttributeKey.all { values[key] = try view.value(of: key) }
          return false
        }
        return values
      }
    }
  }

  @Test(arguments: AttributeKey.all)
  func `a document, the segments and a query agree on the source of an attribute`(key: AttributeKey) throws {
    let values = try Self.values.get()
    let (bare, full, sample) = (values.bare[key], values.full[key], Self.sample(of: key))
    let required = Requirements(of: .known(key))
    switch AttributeIndexing(key, in: .files) {
    case .record:
      #expect(bare == nil && full == sample)
      #expect(required == .attributes)
    case .recordElse:
      #expect(bare != nil && full == sample)
      #expect(required == .attributes)
    case .recordElseConstant(let constant):
      #expect(bare == constant && full == sample)
      #expect(required == .attributes)
    case .status, .invisible:
      #expect(bare != nil && bare == full)
      #expect(required == .status)
    case .type, .kind:
      #expect(bare != nil && bare == full && full != sample)
      #expect(required == .types)
    case .name:
      #expect(bare == .string("bare") && full == .string("full"))
      #expect(required == .names)
    case .displayName:
      // The files are neither mail nor music.
      #expect(bare == .string("bare") && full == .string("full"))
      #expect(required == [.names, .types, .attributes])
    case .computed where key == .path:
      #expect(bare == .string("/home/ann/bare") && full == .string("/home/ann/full"))
      #expect(required == .names)
    case .computed:
      #expect(full != sample)
      #expect(required == (bare == full ? .status : .attributes))
    case .absent:
      #expect(bare == nil && full == nil)
      #expect(required == .text)
    }
  }
}
