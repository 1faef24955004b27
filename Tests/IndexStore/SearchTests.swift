// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage
import Testing

@testable import IndexStore

@Suite struct SearchTests {
  let indexed: IndexedFolder

  /// A small tree with a picture, a letter with text, and a song.
  init() throws {
    indexed = try IndexedFolder()
    let store = indexed.store
    let types = try store.typeIDs(for: [
      ContentType(
        identifier: "public.jpeg", mimeType: "image/jpeg", tree: ["public.jpeg", "public.image", "public.item"], kind: "JPEG image",
        group: 13),
      ContentType(
        identifier: "public.plain-text", mimeType: "text/plain", tree: ["public.plain-text", "public.text"], kind: "text", group: nil),
    ])
    var picture = file("picture.jpg", inode: 2, size: 5000)
    picture.type = types[0]
    var letter = file("Brief für Zoë.txt", inode: 3, size: 20)
    letter.type = types[1]
    try indexed.list(picture, letter, folder("sub", inode: 4), file(".hidden", inode: 5))
    let sub = try #require(try indexed.record("/home/ann/sub")?.subdirectory)
    try indexed.list(file("inner.jpg", inode: 6, size: 1), in: sub)
    try set("/home/ann/picture.jpg", text: nil) { $0[.pixelWidth] = .integer(4000) }
    try set("/home/ann/Brief für Zoë.txt", text: "Dear Zoë, the quick brown fox") {
      $0[.title] = .string("Greetings")
      $0.setCustom("com_example_key", to: .string("secret"), searchability: .whenNamed)
      $0.setCustom("com_example_open", to: .string("public"), searchability: .byDefault)
    }
  }

  private func set(_ path: String, text: String?, _ change: (inout AttributeRecord) -> Void) throws {
    let file = try #require(try indexed.record(path))
    var record = AttributeRecord()
    change(&record)
    try indexed.store.setContent(file.reference, ifStatusIs: file.status, record: record.encoded(), text: text.map { [$0] } ?? [])
  }

  @Test func `a hint about a custom key is dropped if some document has the key`() throws {
    let hints = try Query(parsing: "com_example_key == x || com_example_open == x || com_example_kye == x || kMDItemFSNam == x").hints
    #expect(hints.count == 4)
    #expect(try indexed.store.upheld(hints) == Array(hints.dropFirst(2)))
  }

  @Test(arguments: [
    ("kMDItemFSName == \"*.jpg\"", ["picture.jpg", "sub/inner.jpg"]),
    ("kMDItemFSName == \"PICTURE.JPG\"c", ["picture.jpg"]),
    ("kMDItemDisplayName == \"*zoe*\"cd", ["Brief für Zoë.txt"]),
    ("kMDItemFSSize > 1000", ["picture.jpg"]),
    ("kMDItemPixelWidth > 2000", ["picture.jpg"]),
    ("kMDItemContentTypeTree == \"public.image\"", ["picture.jpg"]),
    ("kMDItemMIMEType == \"text/plain\"", ["Brief für Zoë.txt"]),
    ("kMDItemKind == \"JPEG*\"", ["picture.jpg"]),
    ("kMDItemTextContent == \"quick\"", ["Brief für Zoë.txt"]),
    ("kMDItemTextContent == \"zoe\"cd", ["Brief für Zoë.txt"]),
    ("kMDItemTextContent == \"slow\"", []),
    ("kMDItemTitle == \"Greetings\"", ["Brief für Zoë.txt"]),
    ("* == \"greet*\"cw", ["Brief für Zoë.txt"]),
    ("* == \"fox\"cw", []),
    ("** == \"fox\"cw", ["Brief für Zoë.txt"]),
    ("com_example_key == \"secret\"", ["Brief für Zoë.txt"]),
    ("* == \"secret\"", []),
    ("* == \"public\"", ["Brief für Zoë.txt"]),
    ("kMDItemFSInvisible == 1", [".hidden"]),
    ("kMDItemFSNodeCount == 1", ["sub"]),
    ("kMDItemPath == \"/home/ann/sub/*\"", ["sub/inner.jpg"]),
    ("kMDItemFSOwnerUserID == 1000 && kMDItemFSSize == 20", ["Brief für Zoë.txt"]),
    ("kMDItemFSSize == 1 || kMDItemFSSize == 20", ["Brief für Zoë.txt", "sub/inner.jpg"]),
    ("!(kMDItemFSSize > 0)", ["", "sub"]),
    ("kMDItemFSContentChangeDate >= $time.iso(2023-11-14T22:13:20Z) && kMDItemPixelWidth == 4000", ["picture.jpg"]),
    ("false", []),
  ])
  func `a query finds its documents`(text: String, names: [String]) throws {
    let query = try Query(parsing: text)
    let found = try indexed.store.search(query).hits().map { String(decoding: $0.path, as: UTF8.self) }
    #expect(found.sorted() == names.map { $0.isEmpty ? "/home/ann" : "/home/ann/" + $0 }.sorted())
    #expect(try indexed.store.count(query) == names.count)
  }

  @Test(arguments: [
    (["/home/ann/sub"], ["/home/ann/sub", "/home/ann/sub/inner.jpg"]), (["/home/ann/picture.jpg"], ["/home/ann/picture.jpg"]),
    (["/home/ann/sub", "/home/ann/sub/inner.jpg"], ["/home/ann/sub", "/home/ann/sub/inner.jpg"]), (["/nowhere"], []),
    (["/home/ann/sub", "/home/ann/picture.jpg"], ["/home/ann/picture.jpg", "/home/ann/sub", "/home/ann/sub/inner.jpg"]),
  ])
  func `a search stays within its folders`(scope: [String], paths: [String]) throws {
    let found = try indexed.store.search(.init(.constant(true)), within: scope.map(bytes)).hits()
    #expect(found.map { String(decoding: $0.path, as: UTF8.self) }.sorted() == paths)
  }

  @Test(arguments: ["/", "/home", "/home/ann"])
  func `a scope above an indexed folder reaches it`(scope: String) throws {
    #expect(try indexed.store.search(.init(.constant(true)), within: [bytes(scope)]).count == 6)
  }

  @Test(arguments: 0...7)
  func `a limit ends the search`(limit: Int) throws {
    #expect(try indexed.store.search(.init(.constant(true)), limit: limit).count == min(limit, 6))
  }

  @Test func `mdls shows the values of every file, but not its text`() throws {
    let letter = try #require(try indexed.reference("/home/ann/Brief für Zoë.txt"))
    let shown = try #require(try indexed.store.read { snapshot throws(StoreError) in try snapshot.shownAttributes(of: letter) })
    let values = Dictionary(shown.map { ($0.name.description, $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(values.count == shown.count)
    #expect(values["kMDItemFSName"] == .string("Brief für Zoë.txt"))
    #expect(values["kMDItemFSHasCustomIcon"] == .null)
    #expect(values["kMDItemFSNodeCount"] == .null)
    #expect(values["kMDItemTitle"] == .string("Greetings"))
    #expect(values["com_example_key"] == .string("secret"))
    #expect(values["kMDItemPhysicalSize"] == .integer(4096))
    #expect(values["kMDItemContentModificationDate"] == .date(Timestamp(unixSeconds: 1_700_000_000)))
    #expect(values["kMDItemContentModificationDate_Ranking"] == .date(Timestamp(unixSeconds: 1_699_920_000)))
    #expect(values["kMDItemTextContent"] == nil)
  }

  @Test(arguments: 0..<9)
  func `a word is found at the boundary of two parts of a text`(behind: Int) throws {
    let filler = TextChunk.capacity - 10 + behind
    try set("/home/ann/picture.jpg", text: String(repeating: "xy", count: filler / 2) + " Größe neun") { _ in }
    for (text, isFound) in [("größe", true), ("größe neun", true), ("grö*", true), ("ße", false), ("neun", true), ("xy", false)] {
      let query = try Query(parsing: "kMDItemTextContent == \"\(text)\"c")
      #expect(try indexed.store.count(query) == (isFound ? 1 : 0), "\(text)")
    }
  }

  @Test func `each of many documents is found once by several threads`() throws {
    try indexed.store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: bytes("/many"), creating: true) ?? .root
      _ = try transaction.reconcile(directory, with: (0..<20_000).map { file("f\($0)", inode: 100 + $0) })
    }
    let query = try Query(parsing: "kMDItemTitle != \"x\" && kMDItemFSName == \"f*\"")
    let found = try indexed.store.search(query).hits()
    #expect(found.map { String(decoding: $0.path, as: UTF8.self) } == (0..<20_000).map { "/many/f\($0)" })
    #expect(try indexed.store.count(query) == 20_000)
  }
}
