// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UniformTypeIdentifiers

struct FileTypeTests {
  private static func database(_ file: MIMECacheFile = .sample) throws -> TypeDatabase {
    let folder = try ScratchFolder()
    return TypeDatabase(cachePaths: [try folder.write(file.bytes)])
  }

  @Test func `types are interned: equal types share an index, and the index gives the type`() throws {
    let database = try Self.database()
    let byName = try #require(database.type(forName: "a.foo")).type
    let byMIME = try #require(database.type(forMIME: "image/x-foo"))
    let byAlias = try #require(database.type(forMIME: "application/x-foo; charset=binary"))
    #expect(byName == byMIME && byMIME == byAlias && byName.index == byMIME.index)
    #expect(database[byName.index] == byName)
    #expect(database.typeIndex(forFileName: Array("a.foo".utf8).span)?.index == byName.index)
    let late = try #require(database.type(forMIME: "application/x-late"))
    #expect(database[late.index] == late && database.type(forMIME: "Application/X-Late") == late)
    #expect(database[late.index + 1] == nil && database[-1] == nil)
    #expect(database.type(forMIME: "no type") == nil)
  }

  @Test func `too many unknown MIME types become data`() throws {
    let database = try Self.database()
    let types = try (0..<5000).map { try #require(database.type(forMIME: "application/x-flood-\($0)")) }
    #expect(types.first?.isDynamicType == true)
    #expect(types.last == database.data)
  }

  @Test func `the fixed types have the properties that the crawl needs`() throws {
    let database = try Self.database()
    #expect(database.folder.identifier == "public.folder" && database.folder.mimeType == "inode/directory" && database.folder.groupID == 9)
    #expect(database.symbolicLink.identifier == "public.symlink")
    #expect(database.unixExecutable.identifier == "public.unix-executable")
    #expect(database.emptyFile.identifier == "public.data" && database.emptyFile.mimeType == "application/x-zerosize")
    #expect(database.data.mimeType == "application/octet-stream" && database.data != database.emptyFile)
  }

  @Test func `the kind is the declared name, the comment of the package, or derived from the MIME type`() throws {
    let folder = try ScratchFolder()
    let cache = try folder.write(MIMECacheFile.sample.bytes)
    let database = TypeDatabase(cachePaths: [cache])
    #expect(database.type(forName: "a.pdf")?.type.kind == "PDF document")
    #expect(database.type(forName: "a.foo")?.type.kind == "foo file")
    #expect(database.type(forMIME: "../etc/x") == nil && database.type(forMIME: "image/../x") == nil)
  }

  @Test(
    arguments: [
      ("<mime-type><comment>A &lt;nice&gt; &amp; small file</comment>", "A <nice> & small file"),
      ("<comment xml:lang=\"de\">Datei</comment><comment>file</comment>", "file"), ("<comment>unterminated", nil),
      ("<comment></comment>", nil),
      ("<comment xml:lang=\"de\">Datei</comment>", nil), ("", nil), ("<<<comment>a&b</comment>", "a&b"),
    ] as [(String, String?)])
  func `the English comment is read from a package file`(text: String, comment: String?) {
    #expect(MIMEDescription.comment(in: Array(text.utf8)) == comment)
  }

  @Test(arguments: [
    ("a.ts", "text/plain", "application/typescript"), ("a.ts", "text/x-java", "application/typescript"),
    ("a.ts", "video/mp2t", "video/mp2t"),
    ("a.ts", "text/xml", "text/vnd.trolltech.linguist"), ("a.ts", "application/octet-stream", "video/mp2t"),
    ("a.ts", "image/png", "image/png"),
    ("a.docq", "application/zip", "application/x-docq"), ("a.docq", "text/plain", "application/x-docq-flat"),
    ("a", "text/plain", "text/plain"),
    ("a", "application/octet-stream", "application/octet-stream"), ("a.ts", "not a type", "video/mp2t"),
    ("a", "audio/x-new", "audio/x-new"),
  ])
  func `the content chooses among types with the same name pattern`(name: String, content: String, mimeType: String) throws {
    let database = try Self.database(
      MIMECacheFile(
        aliases: [("text/xml", "application/xml")],
        parents: [
          ("text/vnd.trolltech.linguist", ["application/xml"]), ("application/xml", ["text/plain"]),
          ("application/x-docq", ["application/zip"]),
          ("application/x-docq-flat", ["text/plain"]),
        ],
        suffixes: [
          .init(".ts", "video/mp2t"), .init(".ts", "text/vnd.trolltech.linguist"), .init(".docq", "application/x-docq"),
          .init(".docq", "application/x-docq-flat"),
        ]))
    #expect(database.type(forFileName: Array(name.utf8).span, contentMIMEType: content).mimeType == mimeType)
  }
}

extension FileType {
  fileprivate var isDynamicType: Bool { identifier.hasPrefix("dyn.") }
}
