// SPDX-License-Identifier: Apache-2.0

import Attributes

@testable import IndexStore

/// The kinds of rows in the catalog. The raw values are part of inputs in existing corpora.
enum RowKind: UInt8, CaseIterable {
  case file
  case directory
  case contentType
  case segment
  case mask
  case counters
  case changes
  case attributes
  case failure
  case text

  /// Encoded rows of this kind.
  func samples() throws(StoreError) -> [[UInt8]] {
    let reference = DocumentReference(directory: DirectoryID(rawValue: 300), document: DocumentID(rawValue: 5))
    let time: Int64 = 1_700_000_000_123_456_789
    switch self {
    case .file:
      let status = FileStatus(
        kind: .regular, inode: 300, size: 5000, allocatedBlocks: 16, modified: time, changed: time + 1, born: time - 5, userID: 1000,
        groupID: 100, mode: 0o644, linkCount: 1)
      var file = StoredFile(
        name: Array("a.txt".utf8), status: status, type: TypeID(rawValue: 258), content: .current, added: 1_650_000_000,
        subdirectory: nil, hasText: true)
      let regular = file.encoded(owner: 0)
      file.status.kind = .directory
      file.status.allocatedBlocks = 9
      file.status.linkCount = 3
      file.subdirectory = DirectoryID(rawValue: 77)
      return [regular, file.encoded(owner: 0)]
    case .directory:
      let directory = DirectoryRecord(
        id: DirectoryID(rawValue: 9), parent: DirectoryID(rawValue: 300), name: Array("src".utf8), document: reference.document,
        filesystem: FilesystemID(rawValue: 2), isIndexed: true, listed: time, firstListed: 1_690_000_000)
      return [directory.encoded()]
    case .contentType:
      let type = ContentType(
        identifier: "public.png", mimeType: "image/png", tree: ["public.png", "public.image"], kind: "PNG image", group: 13)
      return [type.encoded()]
    case .segment: return [SegmentRecord(id: SegmentID(rawValue: 7), layer: .text, documentCount: 94_000, byteCount: 3_000_000).encoded()]
    case .mask:
      var few = MaskChunk()
      for ordinal in [0, 63, 64, 4095] { few.insert(ordinal) }
      var many = MaskChunk()
      for ordinal in stride(from: 0, to: 4096, by: 16) { many.insert(ordinal) }
      return [few.encoded(), many.encoded()]
    case .counters: return [Counters().encoded()]
    case .changes:
      var log = ChangeLogWriter()
      log.append(.added, reference, from: nil)
      log.append(.moved, reference, from: DirectoryID(rawValue: 4))
      return [ChangeLogWriter.encode(log.runs[...])]
    case .attributes: return [Self.record.encoded()]
    case .failure: return [Failure(reference: reference, importer: "Document 3", reason: "took too long", when: 1_700_000_000).encoded()]
    case .text: return try TextChunk.compress(Array("a text, and a text again, and again".utf8).span).map(\.bytes)
    }
  }

  private static var record: AttributeRecord {
    var record = AttributeRecord()
    record[.title] = .string("A title")
    record[.pixelWidth] = .integer(-4000)
    record[.altitude] = .number(0.5)
    record[.contentCreationDate] = .date(Timestamp(secondsSinceReferenceDate: 7e8))
    record[.hasAlphaChannel] = .boolean(true)
    record[.authors] = .array([
      .string("Ann"), .person(Person(displayName: "Bob", handles: ["b@example.org"], handleIdentifier: "emailAddresses")), .null,
    ])
    record.setCustom("com_example_data", to: .data([1, 2, 255]), searchability: .notSearchable)
    record.setCustom("com_example_more", to: .dictionary(["a": .integer(1)]), searchability: .byDefault)
    return record
  }
}
