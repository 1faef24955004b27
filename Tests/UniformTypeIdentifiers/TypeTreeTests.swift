// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UniformTypeIdentifiers

struct TypeTreeTests {
  @Test(arguments: [
    "public.jpeg public.image public.data public.item public.content",
    "public.make-source public.script public.text public.data public.item public.content",
    "com.adobe.pdf public.data public.item public.composite-content public.content",
    "public.mp3 public.audio public.audiovisual-content public.data public.item public.content",
    "com.apple.m4a-audio public.mpeg-4-audio public.mpeg-4 public.movie public.audiovisual-content public.data public.item public.content "
      + "public.audio",
    "public.iso-image com.apple.disk-image public.disk-image public.archive public.data public.item",
    "public.script public.source-code public.plain-text public.text public.data public.item public.content",
    "com.apple.quicktime-movie public.movie public.audiovisual-content public.data public.item public.content",
    "public.folder public.directory public.item",
    "public.c-source public.source-code public.plain-text public.text public.data public.item public.content",
    "public.html public.text public.data public.item public.content",
    "public.zip-archive public.archive public.data public.item",
    "public.unix-executable public.data public.item public.executable",
    "com.apple.application-bundle com.apple.application public.executable public.item com.apple.bundle public.directory com.apple.package",
    "public.python-script public.shell-script public.script public.source-code public.plain-text public.text public.data public.item "
      + "public.content",
    "org.openxmlformats.wordprocessingml.document org.openxmlformats.openxml public.data public.item public.composite-content public.content",
    "org.openxmlformats.spreadsheetml.sheet org.openxmlformats.openxml public.data public.item public.spreadsheet public.content",
  ])
  func `the tree of a type contains the type itself, then its ancestors depth first`(tree: String) throws {
    let expected = tree.words
    let type = try #require(UTType(expected[0]))
    #expect(type.contentTypeTree == expected)
  }

  @Test func `the table is consistent`() {
    let identifiers = Declaration.all.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    for declaration in Declaration.all {
      for parent in declaration.parents.words { #expect(identifiers.contains(parent), "\(declaration.identifier) conforms to \(parent)") }
      for type in declaration.mimeTypes.words { #expect(MIMEType.validated(Array(type.utf8)) == type.asciiLowered) }
      for name in declaration.extensions.words + declaration.contested.words { #expect(!name.hasPrefix(".") && name == name.asciiLowered) }
      #expect(!TypeDatabase.shared.tree(forIdentifier: declaration.identifier).dropFirst().contains(declaration.identifier))
      #expect(!declaration.name.isEmpty)
    }
    for parents in UndeclaredFormat.parents.values { #expect(parents.allSatisfy(identifiers.contains)) }
  }

  @Test(arguments: [
    ("image/x-made-up", "public.image public.data public.item public.content"),
    ("audio/x-made-up", "public.audio public.audiovisual-content public.data public.item public.content"),
    ("video/x-made-up", "public.movie public.audiovisual-content public.data public.item public.content"),
    ("text/x-made-up", "public.plain-text public.text public.data public.item public.content"),
    ("font/x-made-up", "public.font public.data public.item"),
    ("application/x-made-up", "public.data public.item"),
    ("text/x-haskell", "public.source-code public.plain-text public.text public.data public.item public.content"),
    ("image/x-foo", "public.image public.data public.item public.content"),
  ])
  func `an undeclared MIME type conforms to the types that its name and its parents imply`(mimeType: String, ancestors: String) throws {
    let folder = try ScratchFolder()
    let file = MIMECacheFile(parents: [("image/x-foo", ["application/zip", "image/x-foo"])])
    let database = TypeDatabase(cachePaths: [try folder.write(file.bytes)])
    let type = try #require(database.type(forMIME: mimeType))
    #expect(Array(type.tree.dropFirst()) == ancestors.words)
    #expect(DynamicIdentifier(type.identifier)?.tag == .mimeType(mimeType))
  }

  @Test func `a cycle in a cache does not hang, and its members conform to each other`() throws {
    let folder = try ScratchFolder()
    let file = MIMECacheFile(
      aliases: [("text/x-e", "text/x-f"), ("text/x-f", "text/x-e")],
      parents: [("image/x-a", ["image/x-b"]), ("image/x-b", ["image/x-c", "image/x-b"]), ("image/x-c", ["image/x-a"])],
      suffixes: [.init(".cyc", "image/x-a"), .init(".cyc", "image/x-c")])
    let database = TypeDatabase(cachePaths: [try folder.write(file.bytes)])
    let (a, b) = (try #require(database.type(forMIME: "image/x-a")), try #require(database.type(forMIME: "image/x-b")))
    #expect(a.tree.contains(b.identifier) && b.tree.contains(a.identifier))
    #expect(database.type(forMIME: "text/x-e") != nil)
    #expect(database.type(forName: "x.cyc") != nil)
  }

  @Test(
    arguments: [
      ("com.apple.mail.email", 1), ("public.vcard", 2), ("com.apple.systempreference.prefpane", 3), ("public.truetype-ttf-font", 4),
      ("com.apple.web-internet-location", 5), ("public.mpeg-4", 7), ("com.apple.application-bundle", 8), ("public.unix-executable", 8),
      ("public.folder", 9), ("public.mp3", 10), ("public.mpeg-4-audio", 10), ("com.adobe.pdf", 11),
      ("org.openxmlformats.presentationml.presentation", 12),
      ("public.png", 13), ("public.plain-text", nil), ("public.zip-archive", nil), ("com.netscape.javascript-source", nil),
    ] as [(String, Int?)])
  func `the group is Finder's kind`(identifier: String, group: Int?) throws {
    #expect(try #require(UTType(identifier)).groupID == group)
  }
}
