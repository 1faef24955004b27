// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import Synchronization
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing
@testable import IndexStore

/// The attributes of sidecars count for the pictures that they describe.
struct SidecarTests {
  private let folder: ScratchFolder
  private let store: Store
  private let root: [UInt8]

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    root = Array(try folder.folder("tree").utf8)
  }

  // MARK: Names

  @Test(arguments: [
    ("a.jpg", "a.jpg.xmp a.xmp"), ("a.cr2", "a.cr2.xmp a.xmp"), ("a.mp4", "a.mp4.xmp a.xmp"), ("a.txt", ""), ("a.xmp", ""),
    // The content decides.
    ("picture", "picture.xmp"),
    // `a.jpg.xmp` belongs to `a.jpg`.
    ("a.jpg.png", "a.jpg.png.xmp"), ("12.5.png", "12.5.png.xmp 12.5.xmp"), ("a.txt.png", "a.txt.png.xmp a.txt.xmp"),
  ])
  func `sidecars describe pictures and movies`(name: String, sidecars: String) {
    let names = Sidecar.names(for: Array(name.utf8), .shared).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.filter { $0.hasSuffix(".xmp") }.joined(separator: " ") == sidecars)
  }

  // MARK: Attributes

  @Test func `the attributes of the sidecar precede, and lists are joined`() {
    var (file, sidecar) = (AttributeRecord(), AttributeRecord())
    file[.title] = .string("of the file")
    file[.pixelWidth] = .integer(30)
    file[.keywords] = .array([.string("bird"), .string("heron")])
    file[.exposureProgram] = .string("Normal")
    file.setCustom("EXIFExposureProgram", to: .integer(2))
    file.setCustom("Label", to: .string("Red"))
    file.setCustom("Source", to: .array([.string("a"), .string("b")]))
    sidecar[.title] = .string("of the sidecar")
    sidecar[.keywords] = .array([.string("pond"), .string("bird")])
    sidecar[.exposureProgram] = .string("Manual")
    sidecar[.city] = .string("Graz")
    sidecar.setCustom("Label", to: .string("Blue"))
    sidecar.setCustom("Source", to: .string("c"))
    let joined = file.joined(withSidecar: sidecar)
    #expect(joined[.title] == .string("of the sidecar") && joined[.pixelWidth] == .integer(30) && joined[.city] == .string("Graz"))
    #expect(joined[.keywords] == .array(["pond", "bird", "heron"].map { .string($0) }))
    #expect(joined[.exposureProgram] == .string("Manual") && joined[custom: "EXIFExposureProgram"] == nil)
    #expect(joined[custom: "Label"] == .string("Blue"))
    #expect(joined[custom: "Source"] == .array(["c", "a", "b"].map { .string($0) }))
    #expect(file.joined(withSidecar: AttributeRecord()) == file)
    #expect(AttributeRecord().joined(withSidecar: sidecar) == sidecar)
  }

  // MARK: Reading

  private func indexer() throws -> FileIndexer {
    try FileIndexer(store: store, configuration: try TestLaunch.configuration(), launch: try TestLaunch.worker())
  }

  private func index() throws {
    let indexer = try indexer()
    _ = try indexer.indexNames(of: [root]) { _ in }
    _ = try indexer.indexContents(of: nil) { _ in }
  }

  private func record(_ name: String) throws -> FileRecord {
    let path = root + Array("/\(name)".utf8)
    let record = try store.read { snapshot throws(StoreError) in
      if let reference = try snapshot.reference(for: path) { try snapshot.record(of: reference) } else { nil as FileRecord? }
    }
    return try #require(record)
  }

  private func title(of name: String) throws -> String? {
    let document = try record(name).document
    let value = try store.read { snapshot throws(StoreError) in try snapshot.attributes(of: document)?[.title] }
    return if case .string(let title) = value { title } else { nil }
  }

  /// The worker of the tests reads no pictures.
  @Test func `pictures have the attributes of their sidecars after each import, whether or not they are read`() throws {
    try folder.file("tree/a.jpg", "picture")
    try folder.file("tree/empty.png")
    try folder.file("tree/plain.txt", "say text")
    for name in ["a", "empty", "plain"] { try folder.file("tree/\(name).xmp", "say \(name)") }
    try index()
    #expect(try title(of: "a.jpg") == "a" && title(of: "empty.png") == "empty" && title(of: "plain.txt") == "text")
    #expect(try title(of: "a.xmp") == "a")
    try folder.file("tree/a.jpg.xmp", "say own")
    try folder.file("tree/empty.xmp", "say another")
    try index()
    #expect(try title(of: "a.jpg") == "own" && title(of: "empty.png") == "another")
    unlink("\(folder.path)/tree/a.jpg.xmp")
    rename("\(folder.path)/tree/empty.png", "\(folder.path)/tree/plain.png")
    try index()
    #expect(try title(of: "a.jpg") == "a" && title(of: "plain.png") == "plain")
    unlink("\(folder.path)/tree/a.xmp")
    unlink("\(folder.path)/tree/plain.xmp")
    try index()
    #expect(try title(of: "a.jpg") == nil && title(of: "plain.png") == nil)
    #expect(try record("a.jpg").content == .none && record("plain.png").content == .none)
    #expect(try store.verify().isEmpty)
  }

  @Test func `a sidecar that cannot be read takes nothing from its picture, and is not tried again with it`() throws {
    try folder.file("tree/a.svg", "say picture")
    try folder.file("tree/a.xmp", "crash")
    try index()
    #expect(try record("a.xmp").content == .failed)
    #expect(try record("a.svg").content != .pending && record("a.svg").content != .failed)
    try folder.file("tree/a.xmp", "say again")
    try index()
    #expect(try title(of: "a.svg") == "again")
  }

  @Test func `importing a sidecar alone reads its picture, too`() throws {
    try folder.file("tree/a.jpg", "picture")
    try folder.file("tree/b.jpg", "picture")
    try index()
    let path = Array(try folder.file("tree/a.xmp", "say sidecar").utf8)
    let indexer = try indexer()
    _ = try indexer.indexNames(of: [path]) { _ in }
    _ = try indexer.indexContents(of: [path]) { _ in }
    #expect(try title(of: "a.jpg") == "sidecar")
    #expect(try record("b.jpg").content == .none)
  }

  /// The picture is pending already when its sidecar changes, so that its row does not tell of the change.
  @Test func `what was read with an outdated sidecar is not stored`() throws {
    try folder.file("tree/a.jpg", "picture")
    let indexer = try indexer()
    _ = try indexer.indexNames(of: [root]) { _ in }
    let file = try record("a.jpg")
    try store.write { transaction throws(StoreError) in _ = try transaction.setContentState(file.reference, .pending) }
    func found() throws -> FoundSidecar? {
      try store.read { snapshot throws(StoreError) in try FoundSidecar(of: file, .shared, in: snapshot) }
    }
    func isStored(with sidecar: FoundSidecar?) throws -> Bool {
      let read = ReadContent(
        reading: Reading(file: file, isFresh: false, sidecar: sidecar), outcome: .attributes([], status: file.status))
      let isStored = try store.write { transaction throws(StoreError) in try transaction.store(read, text: nil) }
      try store.write { transaction throws(StoreError) in _ = try transaction.setContentState(file.reference, .pending) }
      return isStored
    }
    let none = try found()
    #expect(try none == nil && isStored(with: none))
    for content in ["say 1", "say two"] {
      let before = try found()
      try folder.file("tree/a.xmp", content)
      _ = try indexer.indexNames(of: [root]) { _ in }
      #expect(try !isStored(with: before))
      let after = try found()
      #expect(try after?.file != nil && isStored(with: after))
    }
    let last = try found()
    unlink("\(folder.path)/tree/a.xmp")
    _ = try indexer.indexNames(of: [root]) { _ in }
    #expect(try !isStored(with: last))
    let gone = try found()
    #expect(try gone != nil && isStored(with: gone))
  }

  // MARK: Readers

  private static let readers: [(file: (UInt32, UInt32, UInt16), sidecar: (UInt32, UInt32, UInt16), isAdmitted: Bool)] = [
    ((1, 1, 0o644), (1, 1, 0o644), true), ((1, 1, 0o644), (2, 2, 0o644), true), ((1, 1, 0o644), (1, 1, 0o640), false),
    ((1, 1, 0o644), (1, 1, 0o600), false), ((1, 1, 0o640), (1, 1, 0o640), true), ((1, 1, 0o640), (1, 2, 0o640), false),
    ((1, 1, 0o640), (2, 1, 0o640), false), ((1, 1, 0o600), (1, 2, 0o600), true), ((1, 1, 0o600), (2, 1, 0o600), false),
    ((1, 1, 0o600), (2, 2, 0o644), true), ((1, 1, 0o604), (1, 2, 0o604), false), ((1, 1, 0o604), (1, 1, 0o604), true),
    ((1, 1, 0o640), (1, 1, 0o604), false), ((1, 1, 0o644), (1, 1, 0o604), false),
  ]

  @Test(arguments: readers.indices)
  func `a sidecar is for the readers of a picture if it certainly admits them all`(index: Int) {
    let row = Self.readers[index]
    let readers = { (owner: UInt32, group: UInt32, mode: UInt16) in
      FileReaders(
        FileStatus(
          kind: .regular, inode: 1, size: 1, allocatedBlocks: 0, modified: 0, changed: 0, born: 0, userID: owner, groupID: group,
          mode: mode, linkCount: 1))
    }
    let (file, sidecar) = (readers(row.file.0, row.file.1, row.file.2), readers(row.sidecar.0, row.sidecar.1, row.sidecar.2))
    #expect(sidecar.include(file) == row.isAdmitted)
  }
}
