import Glibc
import QueryLanguage
import Segments
import Testing

@testable import IndexStore

/// Complete stores, one for each pair of formats: `Golden/store-C-S.tar.gz`, where C is the format
/// of the catalog (``Store/format``) and S that of the segments (``SegmentReader/formatVersion``).
///
/// For a new version of either format, keep the existing archives and add one with
/// `RECORD_SNAPSHOTS=1 swift test --disable-xctest --filter GoldenStoreTests`.
@Suite(.serialized) struct GoldenStoreTests {
  struct Kept: Codable, CustomTestStringConvertible {
    var catalog: UInt64
    var segments: Int

    static let current = Kept(catalog: Store.format, segments: SegmentReader.formatVersion)

    static let all = TemporaryFolder.names(in: folder).compactMap { name -> Kept? in
      let numbers = name.split(whereSeparator: { !$0.isNumber }).compactMap { UInt64($0) }
      return name.hasPrefix("store-") && numbers.count == 2 ? Kept(catalog: numbers[0], segments: Int(numbers[1])) : nil
    }

    private static let folder = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Golden"

    var archive: String { "\(Self.folder)/store-\(catalog)-\(segments).tar.gz" }
    var testDescription: String { "store-\(catalog)-\(segments)" }
  }

  /// Queries, and the paths that they find.
  private static let answers: [(query: String, paths: [String])] = [
    ("kMDItemFSName == \"f2-1*\"", ["/d/r2/f2-1.txt", "/d/r2/f2-10.txt", "/d/r2/f2-11.txt"]),
    ("kMDItemTitle == \"title OF f1-3.txt\"c", ["/d/r1/f1-3.txt"]),
    ("kMDItemFSSize == 10 && kMDItemFSName == f0-7.txt", ["/d/r0/f0-7.txt"]),
    ("kMDItemTextContent == number301", ["/d/r2/f2-1.txt"]), ("kMDItemTextContent == \"words of number402\"", ["/d/r3/f3-2.txt"]),
    ("kMDItemTextContent == common && kMDItemFSName == \"*-9.txt\"", (0...3).map { "/d/r\($0)/f\($0)-9.txt" }),
  ]

  private func expectAnswers(of store: Store) throws {
    for (query, paths) in Self.answers {
      let found = try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted()
      #expect(found == paths, "\(query)")
    }
    #expect(try store.verify().isEmpty)
  }

  /// Adds a document, and maintains the store.
  private func expectWritable(_ store: Store) throws {
    try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/d/new"), creating: true) ?? .root
      _ = try transaction.reconcile(directory, with: [file("added.txt", inode: 9000)])
    }
    try store.indexPending()
    _ = try IndexedTexts.maintain(store)
    let found = try store.search(Query(parsing: "kMDItemFSName == added.txt")).hits()
    #expect(found.map { String(decoding: $0.path, as: UTF8.self) } == ["/d/new/added.txt"])
    #expect(try store.verify().isEmpty)
  }

  @Test func `each pair of formats has a store`() throws {
    if getenv("RECORD_SNAPSHOTS") != nil { try IndexedTexts().pack(into: Kept.current.archive) }
    #expect(access(Kept.current.archive, R_OK) == 0, "there is no store of the present formats: see the comment of this suite")
  }

  @Test func `a store of the present formats can be opened, searched and written`() throws {
    let texts = try IndexedTexts(unpacking: Kept.current.archive)
    let store = try Store.open(texts.path, .write(creating: false))
    try expectAnswers(of: store)
    try expectWritable(store)
    try expectAnswers(of: store)
  }

  @Test(arguments: Kept.all.filter { $0.catalog == Store.format && $0.segments < SegmentReader.formatVersion })
  func `segments of an earlier format are rebuilt from the catalog`(kept: Kept) throws {
    let texts = try IndexedTexts(unpacking: kept.archive)
    let store = try Store.open(texts.path, .write(creating: false))
    let works = try IndexedTexts.maintain(store)
    #expect(works.contains { if case .repaired = $0 { true } else { false } })
    // Texts that are not in the catalog are read from their files.
    try texts.readTexts(store) { $0.content == .textPending }
    try expectAnswers(of: store)
    try expectWritable(store)
  }

  @Test(arguments: Kept.all.filter { $0.catalog < Store.format })
  func `a catalog of an earlier format is rejected with its number, and set aside`(kept: Kept) throws {
    let texts = try IndexedTexts(unpacking: kept.archive)
    let refusal = StoreError.olderFormat(path: texts.path, found: kept.catalog)
    for access in [.read, .write(creating: false), .write(creating: true)] as [Store.Access] {
      #expect(throws: refusal) { try Store.open(texts.path, access) }
    }
    try Store.setAside(texts.path)
    let store = try Store.open(texts.path, .write(creating: true))
    #expect(try store.search(.init(.constant(true))).isEmpty)
    try expectWritable(store)
  }
}
