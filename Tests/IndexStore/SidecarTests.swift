// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import IndexStore

/// Files are read again after changes of their sidecars.
@Suite struct SidecarTests {
  private let indexed: IndexedFolder
  private let other: DirectoryID
  private let (picture, text): (TypeID, TypeID)

  /// Names are indexed in directories of more than three entries.
  init() throws {
    indexed = try IndexedFolder(nameIndexThreshold: 3)
    (other, picture, text) = try indexed.store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/home/bob"), creating: true) ?? .root
      try transaction.markIndexed(directory, as: folder("bob", inode: 2), filesystem: .unknown)
      let type = { (name: String, parent: String) in
        ContentType(identifier: name, mimeType: nil, tree: [name, parent, "public.data"], kind: name, group: nil)
      }
      return (
        directory, try transaction.typeID(for: type("public.jpeg", "public.image")),
        try transaction.typeID(for: type("public.plain-text", "public.text"))
      )
    }
  }

  // MARK: Names

  @Test(arguments: [
    ("a.jpg.xmp", true), ("a.XMP", true), ("a.b.xMp", true), (".xmp", false), ("xmp", false), ("a.xmpx", false), ("a.xm", false),
    ("", false), ("axmp", false), ("a.x\u{10}p", false),
  ])
  func `a name with the extension xmp is that of a sidecar`(name: String, isSidecar: Bool) {
    #expect(Sidecar.isName(bytes(name).span) == isSidecar)
  }

  @Test(arguments: [
    ("a.jpg.xmp", "a.jpg", true), ("a.jpg.XMP", "a.jpg", true), ("a.xmp", "a.jpg", true), ("a.xmp", "a.CR2", true), ("a.xmp", "a", true),
    ("a.jpg.xmp", "a.cr2", false), ("a.jpg.xmp", "a", false), ("A.xmp", "a.jpg", false), ("b.xmp", "a.jpg", false),
    ("a.xmp", "a.b.jpg", false),
    ("a.b.xmp", "a.b.jpg", true), ("a.xmp", "a.xmp", false), ("a.xmp.xmp", "a.xmp", false), ("a_01.jpg.xmp", "a.jpg", false),
    ("\u{E9}.xmp", "\u{E9}.jpg", true), (".jpg.xmp", ".jpg", true), ("jpg.xmp", ".jpg", false),
  ])
  func `a sidecar describes the file of its name, or all files of its stem`(sidecar: String, name: String, isDescribed: Bool) {
    #expect(Sidecar.isName(bytes(sidecar), for: bytes(name)) == isDescribed)
    #expect(Sidecar.Matcher([bytes(sidecar), bytes("else.xmp")]).matches(bytes(name).span) == isDescribed)
  }

  @Test func `the full name precedes the stem, and the usual spelling others`() {
    let names = Sidecar.names(for: bytes("a.jpg")).map { String(decoding: $0, as: UTF8.self) }
    #expect(names.count == 16 && Set(names).count == 16)
    #expect(names.first == "a.jpg.xmp" && names[8] == "a.xmp")
    #expect(Sidecar.names(for: bytes("a.jpg"), sharesStem: false).count == 8)
  }

  /// With and without an index of names.
  @Test(arguments: [0, 10]) func `the first of the names that is that of a regular file counts`(more: Int) throws {
    var entries = [photo("a.jpg", 10), file("a.XMP", inode: 11), folder("a.jpg.xmp", inode: 12)]
    for number in 0..<more { entries.append(file("f\(number)", inode: UInt64(100 + number))) }
    try list(entries)
    #expect(try sidecar(of: "a.jpg") == "a.XMP")
    try list(entries + [file("a.xmp", inode: 13)])
    #expect(try sidecar(of: "a.jpg") == "a.xmp")
    try list(entries + [file("a.xmp", inode: 13), file("a.jpg.XMP", inode: 14)])
    #expect(try sidecar(of: "a.jpg") == "a.jpg.XMP")
    #expect(try sidecar(of: "a.png") == "a.xmp")
    #expect(try sidecar(of: "b.jpg") == nil)
    #expect(try indexed.store.verify().isEmpty)
  }

  // MARK: Changes

  @Test func `a sidecar that comes, changes and goes makes its pictures pending, and no others`() throws {
    let files = [photo("a.jpg", 10), photo("a.png", 11), file("a.txt", inode: 12, type: text), photo("b.jpg", 13)]
    try list(files)
    try read()
    #expect(try pending() == [])
    try list(files + [file("a.xmp", inode: 20)])
    #expect(try pending() == ["a.jpg", "a.png", "a.xmp"])
    try read()
    try list(files + [file("a.xmp", inode: 20, size: 11)])
    #expect(try pending() == ["a.jpg", "a.png", "a.xmp"])
    try read()
    try list(files + [file("a.xmp", inode: 20, size: 11)])
    #expect(try pending() == [])
    // Another name of the same file.
    try list(files + [file("b.jpg.xmp", inode: 20, size: 11)])
    #expect(try pending() == ["a.jpg", "a.png", "b.jpg"])
    try read()
    try list(files)
    #expect(try pending() == ["b.jpg"])
    #expect(try indexed.store.verify().isEmpty)
  }

  @Test func `events of sidecars say which files they concern`() throws {
    try list([photo("a.jpg", 10), photo("b.jpg", 11)])
    try read()
    let described = try indexed.store.write { transaction throws(StoreError) in
      _ = try transaction.update(indexed.directory, entry: file("a.jpg.xmp", inode: 20))
      return try transaction.readDescribedFiles()
    }
    #expect(try described == [indexed.reference("/home/ann/a.jpg")])
    try read()
    let removed = try indexed.store.write { transaction throws(StoreError) in
      try transaction.removeEntry(named: bytes("a.jpg.xmp"), in: indexed.directory)
      return try transaction.readDescribedFiles()
    }
    #expect(removed == described)
    #expect(try pending() == ["a.jpg"])
  }

  @Test func `a sidecar that moves concerns the pictures at both places`() throws {
    let entry = file("a.xmp", inode: 20)
    try list([photo("a.jpg", 10), entry])
    try list([photo("a.jpg", 30), photo("c.jpg", 31)], in: other)
    try read()
    try move("/home/ann/a.xmp", to: other, as: entry)
    #expect(try pending() == ["a.jpg", "a.jpg"])
    try read()
    try move("/home/bob/a.xmp", to: other, as: file("c.xmp", inode: 20))
    #expect(try pending() == ["a.jpg", "c.jpg"])
    #expect(try pending(in: indexed.directory) == [])
  }

  @Test func `a picture that is renamed or moved where there are sidecars is read again, others are not`() throws {
    try list([photo("a.jpg", 10), file("notes.txt", inode: 12, type: text), file("a.xmp", inode: 20)])
    try list([photo("c.jpg", 31)], in: other)
    try read()
    try move("/home/bob/c.jpg", to: other, as: photo("d.jpg", 31))
    try move("/home/ann/notes.txt", to: indexed.directory, as: file("n.txt", inode: 12, type: text))
    #expect(try pending() == [])
    try move("/home/ann/a.jpg", to: indexed.directory, as: photo("b.jpg", 10))
    #expect(try pending() == ["b.jpg"])
    try read()
    try move("/home/ann/b.jpg", to: other, as: photo("b.jpg", 10))
    #expect(try pending() == ["b.jpg"])
    try read()
    try move("/home/bob/b.jpg", to: other, as: photo("e.jpg", 10))
    #expect(try pending() == [])
    try move("/home/bob/e.jpg", to: indexed.directory, as: photo("a.jpg", 10))
    #expect(try pending() == ["a.jpg"])
  }

  @Test func `a sidecar that was replaced while it was read concerns its pictures, too`() throws {
    try list([photo("a.jpg", 10), file("a.xmp", inode: 20)])
    try read()
    let sidecar = try #require(try indexed.record("/home/ann/a.xmp"))
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.noteStatus(file("a.xmp", inode: 20, size: 12).status, of: sidecar.reference, insteadOf: sidecar.status)
    }
    #expect(try pending() == ["a.jpg"])
    try read()
    // Its content is read again, whatever its status says.
    try indexed.store.write { transaction throws(StoreError) in _ = try transaction.setContentState(sidecar.reference, .pending) }
    #expect(try pending() == ["a.jpg", "a.xmp"])
  }

  @Test func `an empty picture is read for its sidecar, and stays pending through changes`() throws {
    var empty = photo("a.jpg", 10)
    (empty.content, empty.status.size) = (.none, 0)
    try list([empty])
    #expect(try pending() == [])
    try list([empty, file("a.xmp", inode: 20)])
    #expect(try pending() == ["a.jpg", "a.xmp"])
    try read()
    empty.status.changed += 1
    try list([empty, file("a.xmp", inode: 20)])
    #expect(try pending() == ["a.jpg"])
  }

  @Test func `directories whose contents are not read have no pending pictures`() throws {
    let entries = [photo("a.jpg", 10), file("a.xmp", inode: 20)].map { entry in
      var entry = entry
      entry.content = .none
      return entry
    }
    try list([])
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.setNamesOnly(indexed.directory, true)
      _ = try transaction.reconcile(indexed.directory, with: entries)
    }
    #expect(try pending() == [])
  }

  /// An earlier version has written the rows.
  @Test func `reading a sidecar marks the directory if it is not marked`() throws {
    try list([photo("a.jpg", 10), file("a.xmp", inode: 20)])
    try read()
    try indexed.store.write { transaction throws(StoreError) in
      var record = try transaction.existing(indexed.directory)
      record.hasSidecars = false
      try transaction.putDirectory(record)
    }
    let sidecar = try #require(try indexed.record("/home/ann/a.xmp"))
    try indexed.store.write { transaction throws(StoreError) in
      _ = try transaction.setContent(sidecar.reference, ifStatusIs: sidecar.status, record: [], type: nil, textChunks: 0)
    }
    #expect(try indexed.store.read { snapshot throws(StoreError) in try snapshot.hasSidecars(indexed.directory) })
    #expect(try pending() == ["a.jpg"])
  }

  @Test func `removing a whole directory leaves nothing to read`() throws {
    try list([photo("a.jpg", 10), file("a.xmp", inode: 20)], in: other)
    try indexed.store.write { transaction throws(StoreError) in
      try transaction.removeTree(other)
      _ = try transaction.sweep(limit: 1)
    }
    while try !indexed.store.write({ transaction throws(StoreError) in try transaction.sweep(limit: 1) }) {}
    #expect(try indexed.store.verify().isEmpty)
  }

  // MARK: -

  private func photo(_ name: String, _ inode: UInt64) -> ListedFile { file(name, inode: inode, type: picture) }

  private func file(_ name: String, inode: UInt64, size: UInt64 = 10, type: TypeID = .unknown) -> ListedFile {
    ListedFile(name: bytes(name), status: status(inode: inode, size: size), type: type)
  }

  private func list(_ entries: [ListedFile], in directory: DirectoryID? = nil) throws {
    _ = try indexed.store.write { transaction throws(StoreError) in
      try transaction.reconcile(directory ?? indexed.directory, with: entries)
    }
  }

  private func move(_ path: String, to directory: DirectoryID, as entry: ListedFile) throws {
    let reference = try #require(try indexed.reference(path))
    _ = try indexed.store.write { transaction throws(StoreError) in try transaction.move(reference, to: directory, as: entry) }
  }

  private func sidecar(of name: String) throws -> String? {
    try indexed.store.read { snapshot throws(StoreError) in
      try snapshot.sidecar(named: Sidecar.names(for: bytes(name)), in: indexed.directory).map { String(decoding: $0.name, as: UTF8.self) }
    }
  }

  private func children(of directory: DirectoryID? = nil) throws -> [FileRecord] {
    try indexed.store.read { snapshot throws(StoreError) in
      var children: [FileRecord] = []
      for id in directory.map({ [$0] }) ?? [indexed.directory, other] { children += try snapshot.children(of: id) }
      return children.filter { $0.status.kind == .regular }
    }
  }

  /// The names of pending documents.
  private func pending(in directory: DirectoryID? = nil) throws -> [String] {
    try children(of: directory).filter { $0.content == .pending }.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
  }

  /// Pretends to read all pending documents.
  private func read() throws {
    for child in try children() where child.content == .pending {
      let isStored = try indexed.store.write { transaction throws(StoreError) in
        try transaction.setContent(child.reference, ifStatusIs: child.status, record: [], type: nil, textChunks: 0)
      }
      #expect(isStored)
    }
  }
}
