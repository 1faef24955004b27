// SPDX-License-Identifier: Apache-2.0

import Attributes
import LMDB
import Testing

@testable import IndexStore

/// One row of every kind, as bytes. The format on disk changes only on purpose, together with
/// ``Store/format``.
///
/// If the format changes, copy the bytes from the failing tests.
@Suite struct GoldenRowTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private let format: UInt64 = 4

  @Test func `the recorded rows have the present format`() { #expect(Store.format == format) }

  // MARK: Files and directories

  private let status = FileStatus(
    kind: .regular, inode: 300, size: 5000, allocatedBlocks: 16, modified: 1_700_000_000_123_456_789, changed: 1_700_000_000_123_456_789,
    born: 1_600_000_000_000_000_000, userID: 1000, groupID: 100, mode: 0o644, linkCount: 1)

  @Test(arguments: [
    (false, "240b020106c3a42e747874ac0288270015cd853dfe9c9717aab4aece8cdea2e302481e2a2c"),
    (true, "c904020106666f6c646572ac0288270015cd853dfe9c971780bcc1960b09038082c8a50c4d7c96fe79"),
  ])
  func `rows of files`(isUnusual: Bool, expected: String) throws {
    var stored = StoredFile(
      name: bytes("ä.txt"), status: status, type: TypeID(rawValue: 258), content: .current, added: nil, subdirectory: nil, hasText: true)
    if isUnusual {
      stored.name = bytes("folder")
      stored.content = .none
      stored.hasText = false
      stored.added = 1_650_000_000
      stored.subdirectory = DirectoryID(rawValue: 77)
      stored.status.kind = .directory
      stored.status.modified = 1_500_000_000_000_000_000
      stored.status.born = 0
      stored.status.allocatedBlocks = 9
      stored.status.linkCount = 3
    }
    let row = stored.encoded(owner: 0)
    #expect(hex(row) == expected)
  }

  @Test(arguments: [
    (FileUse(last: 1_700_000_000, count: 3), "241302010161ac0288270015cd853dfe9c9717aab4aece8cdea2e30280c49fd50c0300acba80c7"),
    (
      FileUse(last: 1_700_000_000, count: 300, isOwn: true, listing: FileUse.Listing(entry: 0x1122_3344_5566_7788, count: 299)),
      "241302010161ac0288270015cd853dfe9c9717aab4aece8cdea2e30280c49fd50cac02038877665544332211ab0261211db7"
    ),
  ])
  func `rows of files that were used`(use: FileUse, expected: String) throws {
    let stored = StoredFile(
      name: bytes("a"), status: status, type: TypeID(rawValue: 258), content: .current, added: nil, subdirectory: nil, use: use)
    #expect(hex(stored.encoded(owner: 0)) == expected)
  }

  @Test func `the hash of an entry in the list of recent files`() { #expect(FileUse.hash(of: bytes("/a")) == 16_326_299_927_694_043_141) }

  @Test func `rows of directories`() throws {
    let directory = DirectoryRecord(
      id: DirectoryID(rawValue: 9), parent: DirectoryID(rawValue: 300), name: bytes("src"), document: DocumentID(rawValue: 70_000),
      filesystem: FilesystemID(rawValue: 2), isIndexed: true, listed: 1_700_000_000_000_000_001, firstListed: 1_690_000_000)
    var named = directory
    named.isNamed = true
    #expect(hex(named.encoded()) == "05ac02f0a204020373726380eadacb0c01002a36fe9c97176dd9c4ee")
    var namesOnly = directory
    namesOnly.isNamesOnly = true
    let flagged = namesOnly.encoded()
    #expect(flagged[0] == 9)
    #expect(try DirectoryRecord(directory.id, flagged.span) == namesOnly)
    let row = directory.encoded()
    #expect(hex(row) == "01ac02f0a204020373726380eadacb0c01002a36fe9c971734853178")
    #expect(try DirectoryRecord(directory.id, row.span) == directory)
  }

  // MARK: Attributes

  @Test func `rows of attributes`() throws {
    var record = AttributeRecord()
    record[.title] = .string("Über")
    record[.pixelWidth] = .integer(-4000)
    record[.altitude] = .number(0.5)
    record[.contentCreationDate] = .date(Timestamp(secondsSinceReferenceDate: 7e8))
    record[.hasAlphaChannel] = .boolean(true)
    record[.authors] = .array([
      .string("Ann"), .person(Person(displayName: "Bob", handles: ["b@example.org"], handleIdentifier: "emailAddresses")), .null,
    ])
    record.setCustom("com_example_data", to: .data([1, 2, 255]), searchability: .notSearchable)
    record.setCustom("com_example_more", to: .dictionary(["a": .integer(1)]), searchability: .byDefault)
    let row = record.encoded()
    #expect(
      hex(row)
        == "01060d0105c39c6265722f03000000000000e03f1c060000008093dcc4413102bf3e17050b09030103416e6e080103426f620e656d61696c"
        + "416464726573736573010d62406578616d706c652e6f7267000210636f6d5f6578616d706c655f646174610007030102ff10636f6d5f6578"
        + "616d706c655f6d6f7265020a01016102028ba59618")
    #expect(try AttributeRecord(decoding: row.span) == record)
  }

  @Test func `rows of content types`() throws {
    let type = ContentType(
      identifier: "public.png", mimeType: "image/png", tree: ["public.png", "public.image", "public.data"], kind: "PNG image", group: 13)
    let row = type.encoded()
    #expect(
      hex(row)
        == "0a7075626c69632e706e6709696d6167652f706e6709504e4720696d6167650d030a7075626c69632e706e670c7075626c69632e696d6167"
        + "650b7075626c69632e64617461bdc6411d")
    #expect(try ContentType(TypeID(rawValue: 1), row.span) == type)
  }

  @Test func `rows of failures`() throws {
    let failure = Failure(
      reference: DocumentReference(directory: DirectoryID(rawValue: 300), document: DocumentID(rawValue: 5)), importer: "Document 3",
      reason: "took too long", when: 1_700_000_000)
    #expect(hex(failure.encoded()) == "ac020a446f63756d656e7420330d746f6f6b20746f6f206c6f6e6780c49fd50c58d371fb")
  }

  // MARK: Bookkeeping

  @Test func `the row of counters`() throws {
    var counters = Counters()
    (counters.nextDocument, counters.nextDirectory, counters.nextType, counters.nextFilesystem) = (1 << 40, 3, 4, 5)
    (counters.nextSegment, counters.sequence, counters.forgotten, counters.indexed) = (6, 700, 8, 600)
    (counters.pendingBytes, counters.detachments, counters.removed) = (10, 12, 13)
    (counters.directoryMoves, counters.directoriesInTable) = (14, 15)
    counters.counts.directories = 16
    for state in counters.counts.byContent.indices { counters.counts.byContent[state] = 17 + state }
    let row = counters.encoded()
    #expect(hex(row) == "80808080802003040506bc0508d8040a000c0d0e0f1011121314159ca969c9")
    #expect(try Counters(decoding: row.span) == counters)
  }

  @Test(arguments: [
    (SegmentLayer.attributes, false, "01b0de05c08db70192dcdd8c"),
    (.text, true, "82b0de05c08db701869b2258"),
  ])
  func `rows of segments`(layer: SegmentLayer, isDamaged: Bool, expected: String) throws {
    var segment = SegmentRecord(id: SegmentID(rawValue: 7), layer: layer, documentCount: 94_000, byteCount: 3_000_000)
    segment.isDamaged = isDamaged
    let row = segment.encoded()
    #expect(hex(row) == expected)
    #expect(try SegmentRecord(segment.id, row.span) == segment)
  }

  @Test func `rows of masks`() throws {
    var few = MaskChunk()
    for ordinal in [0, 63, 64, 4095] { few.insert(ordinal) }
    var many = MaskChunk()
    for ordinal in stride(from: 0, to: 4096, by: 16) { many.insert(ordinal) }
    let rows = [(few, "0100003f004000ff0f7bb0e007"), (many, "02" + String(repeating: "0100010001000100", count: 64) + "5a52fcb7")]
    for (chunk, expected) in rows {
      let row = chunk.encoded()
      #expect(hex(row) == expected)
      #expect(try MaskChunk(SegmentID(rawValue: 1), row.span) == chunk)
    }
  }

  @Test func `rows of changes`() throws {
    var log = ChangeLogWriter()
    func reference(_ directory: UInt32, _ document: UInt64) -> DocumentReference {
      DocumentReference(directory: DirectoryID(rawValue: directory), document: DocumentID(rawValue: document))
    }
    for document in 100..<103 as Range<UInt64> { log.append(.added, reference(5, document), from: nil) }
    log.append(.changed, reference(4, 90), from: nil)
    log.append(.content, reference(4, 91), from: nil)
    log.append(.moved, reference(300, 90), from: DirectoryID(rawValue: 4))
    log.append(.removed, reference(300, 90), from: nil)
    let runs = log.runs
    let row = ChangeLogWriter.encode(runs[...])
    #expect(hex(row) == "05000ac80103010113010200020103d00401010404000001d2d150d0")
    #expect(try ChangeLogWriter.decode(row.span) == runs)
  }

  // MARK: Keys

  @Test func `keys`() {
    func hex(_ key: Key) -> String { key.withBytes { self.hex(Array($0)) } }
    let (directory, document) = (DirectoryID(rawValue: 0x0102_0304), DocumentID(rawValue: 0x1112_1314_1516_1718))
    #expect(hex(Key(directory)) == "01020304")
    #expect(hex(Key(document)) == "1112131415161718")
    #expect(hex(Key(DocumentReference(directory: directory, document: document))) == "010203041112131415161718")
    let reference = DocumentReference(directory: directory, document: document)
    #expect(hex(NameIndex.key(reference, bytes("ä.txt"))) == "0102030435b57f511112131415161718")
    #expect(hex(Key(document, chunk: 5)) == "111213141516171800000005")
    #expect(hex(Key(SegmentID(rawValue: 6), chunk: 7)) == "0000000600000007")
    #expect(hex(Key(SegmentID(rawValue: 6))) == "00000006")
    #expect(hex(Key(expiration: 0x0304, document)) == "80000000000003041112131415161718")
    #expect(hex(Key(expiration: -1, document)) == "7fffffffffffffff1112131415161718")
    #expect(ItemRow.key("a/1") == bytes("=a/1"))
    #expect(self.hex(Array(ItemRow.key(String(repeating: "x", count: 500)).suffix(18))) == "7878fb9a0b042b3f213640c5e5a19faca889")
    let row = ItemRow(reference: reference, expiration: 5)
    #expect(self.hex(row.encoded()) == "04030201181716151413121105000000000000000b6ce642")
    #expect(hex(Key(number: 0x0102 as UInt16)) == "0102")
    #expect(hex(Key(number: 0x0102 as UInt64)) == "0000000000000102")
    // The numbers are LMDB's handles, and the names are those of the databases.
    let trees = [
      "documents", "directories", "ancestors", "detached", "attributes", "texts", "failures", "types", "owners", "filesystems", "changes",
      "meta", "segments", "masks", "names", "movedDirectories", "items", "expirations",
      "engagement",
    ]
    #expect(CatalogTable.allCases.map(\.name) == trees)
    #expect(CatalogTable.allCases.map(\.rawValue) == Array(0..<19))
    #expect(CatalogTable.common.map(\.rawValue) == Array(0..<16))
  }
}
