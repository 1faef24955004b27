// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import QueryLanguage
import Segments
import Testing

@testable import IndexStore

/// Texts that were recognised in pictures.
struct TextOriginTests {
  private let indexed: IndexedFolder
  private var store: Store { indexed.store }

  init() throws {
    indexed = try IndexedFolder()
    try indexed.list(file("a.png", inode: 2), file("b.txt", inode: 3))
  }

  private static let text = "The quick lighthouse keeper counts seven ships before noon"

  private func record(_ name: String) throws -> FileRecord { try #require(try indexed.record("/home/ann/\(name)")) }

  private var pngType: ContentType {
    ContentType(identifier: "public.png", mimeType: "image/png", tree: ["public.png", "public.image"], kind: "PNG image", group: nil)
  }

  /// Stores the content of a picture as its importer finds it.
  private func importPicture(_ title: String = "Picture") throws {
    let file = try record("a.png")
    var attributes = AttributeRecord()
    attributes[.title] = .string(title)
    let encoded = attributes.encoded()
    try store.write { transaction throws(StoreError) in
      let type = try transaction.typeID(for: pngType)
      _ = try transaction.setContent(file.reference, ifStatusIs: file.status, record: encoded, type: type, textChunks: 0)
    }
  }

  @discardableResult
  private func recognize(
    _ text: String?, _ origin: TextOrigin = .recognized, status: FileStatus? = nil, problem: Failure? = nil
  ) throws -> Bool {
    let file = try record("a.png")
    let run = try TextSegmentWriter(for: store)
    let document = text == nil ? nil : try run.beginDocument(file.document, isRecognized: true)
    if let text { try run.add(bytes(text).span) }
    try run.finish()
    let chunks = try text.map { try TextChunk.compress(bytes($0).span) } ?? []
    return try store.write { transaction throws(StoreError) in
      try transaction.add(run)
      return try transaction.addRecognition(
        origin, to: file.reference, ifStatusIs: status ?? file.status, chunks: chunks, text: document, problem: problem)
    }
  }

  private func attributes() throws -> AttributeRecord? {
    let document = try record("a.png").document
    return try store.read { snapshot throws(StoreError) in try snapshot.attributes(of: document) }
  }

  private func find(_ query: String) throws -> [String] {
    try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted()
  }

  @Test func `a recognised text is added to the attributes of the picture`() throws {
    try importPicture()
    #expect(try find("kMDItemTextContent == lighthouse") == [])
    #expect(try recognize(Self.text))
    #expect(try find("kMDItemTextContent == lighthouse") == ["/home/ann/a.png"])
    #expect(try attributes()?[.title] == .string("Picture"))
    #expect(try find("\(TextOrigin.attributeName) == recognized") == ["/home/ann/a.png"])
    #expect(try record("a.png").content == .current)
    #expect(try store.verify().isEmpty)
    let reference = try record("a.png").reference
    let shown = try store.read { snapshot throws(StoreError) in try snapshot.shownAttributes(of: reference) } ?? []
    #expect(shown.filter { if case .custom = $0.name { true } else { false } }.map(\.value) == [.string("recognized")])
    // A second search does not replace a text.
    #expect(try !recognize("other"))
    #expect(try find("kMDItemTextContent == other") == [])
  }

  @Test func `nothing is added to a picture that was not read, or has changed`() throws {
    #expect(try !recognize(Self.text))
    try importPicture()
    var other = try record("a.png").status
    other.modified += 1
    other.changed += 1
    #expect(try !recognize(Self.text, status: other))
    #expect(try find("kMDItemTextContent == lighthouse") == [])
    #expect(try store.verify().isEmpty)
  }

  /// Lists the picture with another status, as a crawl does.
  private func change(modified: Int64 = 0, changed: Int64) throws {
    var picture = file("a.png", inode: 2)
    picture.status.modified += modified
    picture.status.changed += changed
    try indexed.list(picture, file("b.txt", inode: 3))
    #expect(try record("a.png").content == .pending)
  }

  @Test(arguments: [TextOrigin.recognized, .none, .unreadable])
  func `what was found is kept if only the metadata of the file change`(origin: TextOrigin) throws {
    try importPicture()
    let problem = Failure(reference: try record("a.png").reference, importer: TextOrigin.importerName, reason: "it is damaged", when: 7)
    try recognize(origin == .recognized ? Self.text : nil, origin, problem: origin == .unreadable ? problem : nil)
    try change(changed: 5)
    try importPicture("Tagged")
    #expect(try find("kMDItemTextContent == lighthouse") == (origin == .recognized ? ["/home/ann/a.png"] : []))
    #expect(try attributes()?[.title] == .string("Tagged"))
    #expect(try find("\(TextOrigin.attributeName) == \(origin)") == ["/home/ann/a.png"])
    let failure = try store.read { [document = problem.reference.document] snapshot throws(StoreError) in try snapshot.failure(of: document)
    }
    #expect(failure == (origin == .unreadable ? problem : nil))
    #expect(try store.verify().isEmpty)
  }

  @Test(arguments: [TextOrigin.recognized, .none])
  func `what was found can be forgotten`(origin: TextOrigin) throws {
    try importPicture()
    try recognize(origin == .recognized ? Self.text : nil, origin)
    #expect(try store.forgetRecognitions() == 1)
    #expect(try find("kMDItemTextContent == lighthouse") == [])
    #expect(try attributes()?.custom == [])
    #expect(try attributes()?[.title] == .string("Picture"))
    #expect(try store.forgetRecognitions() == 0)
    #expect(try recognize("ships at noon"))
    #expect(try store.verify().isEmpty)
  }

  @Test func `an import of a changed picture forgets the text and that it was searched for`() throws {
    try importPicture()
    try recognize(Self.text)
    try change(modified: 5, changed: 5)
    try importPicture("Other")
    #expect(try find("kMDItemTextContent == lighthouse") == [])
    #expect(try attributes()?[custom: TextOrigin.attributeName] == nil)
    #expect(try recognize("ships at noon"))
    #expect(try find("kMDItemTextContent == noon") == ["/home/ann/a.png"])
    #expect(try store.verify().isEmpty)
  }

  @Test func `a picture without text, or one that cannot be read, says so`() throws {
    try importPicture()
    #expect(try recognize(nil, .none))
    #expect(try find("\(TextOrigin.attributeName) == none") == ["/home/ann/a.png"])
    try importPicture()
    let file = try record("a.png")
    let problem = Failure(reference: file.reference, importer: "PictureText", reason: "it is damaged", when: 7)
    #expect(try recognize(nil, .unreadable, problem: problem))
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.failure(of: file.document) } == problem)
    #expect(try record("a.png").content == .current)
    #expect(try attributes()?[.title] == .string("Picture"))
  }

  // MARK: Ranking

  /// The lengths of all live texts for ranking.
  private func lengths() throws -> [UInt32] {
    try store.read { snapshot throws(StoreError) in
      var found: [UInt32] = []
      for segment in try snapshot.segmentSet().text {
        let counts = try translatingSegmentErrors { () throws(SegmentError) in try segment.reader.textLengths.counts }
        for ordinal in segment.live.ordinals { found.append(counts[Int(ordinal)]) }
      }
      return found.sorted()
    }
  }

  @Test func `a recognised text counts less than a typed one, also after merges and repairs`() throws {
    try importPicture()
    // The typed one is older, so that it is not first by its date.
    let typed = try record("b.txt")
    try store.setContent(typed.reference, ifStatusIs: typed.status, text: [Self.text])
    try recognize(Self.text)
    try store.indexPending()
    let count = try #require(try lengths().first)
    #expect(count > 0)
    func check(_ moment: String) throws {
      #expect(try lengths() == [count, 2 * count], "\(moment)")
      let hits = try store.ranked(RankedQuery("lighthouse keeper ships"))
      #expect(hits.map(\.reference.document) == [typed.document, try record("a.png").document], "\(moment)")
    }
    try check("first")
    try store.merge(IndexedTexts.records(store).filter { $0.layer == .text })
    try check("merged")
    for record in try IndexedTexts.records(store) where record.layer == .text { unlink(record.id.path(in: store.path)) }
    _ = try IndexedTexts.maintain(store)
    try check("repaired")
  }

  // MARK: Days

  @Test func `what was done on a day is kept`() throws {
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.recognitionDay() } == nil)
    var day = RecognitionDay(day: 20_786)
    (day.files, day.filesWithText, day.processorTime) = (12, 5, .milliseconds(31_415))
    let done = day
    try store.write { transaction throws(StoreError) in try transaction.setRecognitionDay(done) }
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.recognitionDay() } == day)
  }
}
