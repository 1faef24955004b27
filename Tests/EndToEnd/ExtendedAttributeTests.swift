// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tags, comments, ratings and download origins that programs store in extended attributes.
@Suite(.enabled(if: TestEnvironment.hasExtendedAttributes, TestEnvironment.needsExtendedAttributes))
struct ExtendedAttributeTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "letter.txt": "words of a letter", "animation.swf": "PK", "empty.txt": "", "damaged.pdf": "%PDF-1.4 nothing of it",
      "plain.txt": "no tags",
      "folder/inner.txt": "inner",
    ])
  }

  private func values(_ name: String, _ attributes: String...) throws -> String {
    try user.run("mdls", ["-raw"] + attributes.flatMap { ["-name", $0] } + [user.path(name)]).text
  }

  /// Every kind of document, with and without an importer.
  private static let tagged = ["animation.swf", "damaged.pdf", "empty.txt", "folder", "letter.txt"]

  @Test func `tags of files and folders are imported, with or without an importer for the type`() throws {
    for name in Self.tagged { try user.setAttribute("user.xdg.tags", of: name, to: "holiday,Work") }
    try user.index()
    #expect(try user.find("kMDItemUserTags == \"holiday\"") == Self.tagged)
    #expect(try user.find("kMDItemUserTags == holiday && kMDItemUserTags == Work") == Self.tagged)
    #expect(try user.find("tag:holiday") == Self.tagged)
    #expect(try user.find("kMDItemTextContent == letter") == ["letter.txt"])
    for name in Self.tagged { #expect(try values(name, "kMDItemUserTags") == "(\n    holiday,\n    Work\n)", "\(name)") }
    #expect(try user.run("mdutil", "--failed").lines.count == 1)
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `each extended attribute is mapped to its key`() throws {
    try user.setAttribute("user.xdg.comment", of: "letter.txt", to: "to be answered")
    try user.setAttribute("user.baloo.rating", of: "letter.txt", to: "7")
    try user.setAttribute("user.xdg.referrer.url", of: "letter.txt", to: "https://example.org/page")
    try user.setAttribute("user.xdg.origin.url", of: "letter.txt", to: "https://example.org/letter.txt")
    try user.index()
    #expect(try values("letter.txt", "kMDItemFinderComment") == "to be answered")
    #expect(try values("letter.txt", "kMDItemStarRating") == "3.5")
    #expect(
      try values("letter.txt", "kMDItemWhereFroms") == "(\n    \"https://example.org/letter.txt\",\n    \"https://example.org/page\"\n)")
    #expect(try user.find("kMDItemStarRating > 3") == ["letter.txt"])
    #expect(try user.find("kMDItemFinderComment == \"*answered\"") == ["letter.txt"])
    #expect(try user.find("kMDItemWhereFroms == \"*example.org*\"") == ["letter.txt"])
  }

  @Test func `attributes of Dublin Core and of macOS are imported, and follow their changes`() throws {
    try user.setAttribute("user.dublincore.title", of: "animation.swf", to: "A film")
    try user.setAttribute("user.dublincore.contributor", of: "animation.swf", to: "Ada")
    try user.setAttribute("user.com.apple.metadata:kMDItemFinderComment", of: "animation.swf", to: "to be seen")
    try user.index()
    #expect(try user.find("title:\"A film\"") == ["animation.swf"])
    #expect(try user.find("kMDItemContributors == Ada") == ["animation.swf"])
    #expect(try user.find("comment:seen") == ["animation.swf"])
    try user.setAttribute("user.dublincore.title", of: "animation.swf", to: "Another")
    try user.index()
    #expect(try user.find("title:film") == [])
    #expect(try user.find("title:Another") == ["animation.swf"])
  }

  @Test func `attributes that the user sets override those in the file`() throws {
    let packet = """
      <svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><metadata><x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta></metadata></svg>
      """
    try user.write("drawing.svg", packet)
    try user.setAttribute("user.baloo.rating", of: "drawing.svg", to: "10")
    try user.index()
    #expect(try values("drawing.svg", "kMDItemStarRating", "kMDItemPixelWidth") == "5\u{0}1")
  }

  /// Meaningless values and long ones.
  @Test func `hostile values do not affect other values`() throws {
    try user.setAttribute("user.baloo.rating", of: "letter.txt", to: "abc")
    try user.setAttribute("user.xdg.comment", of: "letter.txt", to: [0xFF, 0xFE, 0x41])
    try user.setAttribute("user.xdg.tags", of: "letter.txt", to: (0..<600).map { "\($0)" }.joined(separator: ","))
    try user.setAttribute("user.xdg.tags", of: "plain.txt", to: " a\u{1B}[31mb ,,\u{0},a\nb,\(String(repeating: "é", count: 1000))")
    try user.setAttribute("user.baloo.rating", of: "plain.txt", to: "11")
    try user.index()
    #expect(try values("letter.txt", "kMDItemStarRating", "kMDItemFinderComment") == "(null)\u{0}(null)")
    #expect(try user.find("kMDItemUserTags == 255") == ["letter.txt"])
    #expect(try user.find("kMDItemUserTags == 256") == [])
    #expect(try user.find("kMDItemUserTags == \"a [31mb\"") == ["plain.txt"])
    #expect(try user.find("kMDItemUserTags == \"a b\"") == ["plain.txt"])
    #expect(try user.find("kMDItemUserTags == \"\(String(repeating: "é", count: 127))\"") == ["plain.txt"])
    #expect(try user.find("kMDItemStarRating == *") == [])
    #expect(try user.find("kMDItemTextContent == letter") == ["letter.txt"])
  }

  @Test func `a later import finds attributes that were set and removed meanwhile, also after a rename`() throws {
    try user.setAttribute("user.xdg.tags", of: "plain.txt", to: "old")
    try user.setAttribute("user.xdg.tags", of: "empty.txt", to: "old")
    try user.index()
    try user.removeAttribute("user.xdg.tags", of: "plain.txt")
    try user.removeAttribute("user.xdg.tags", of: "empty.txt")
    for name in Self.tagged where name != "empty.txt" { try user.setAttribute("user.xdg.tags", of: name, to: "new") }
    for name in ["animation.swf", "letter.txt", "empty.txt"] { rename(user.path(name), user.path("renamed-\(name)")) }
    try user.write("added.swf", "PK")
    try user.setAttribute("user.xdg.tags", of: "added.swf", to: "new")
    try user.index()
    #expect(try user.find("kMDItemUserTags == old") == [])
    #expect(
      try user.find("kMDItemUserTags == new") == ["added.swf", "damaged.pdf", "folder", "renamed-animation.swf", "renamed-letter.txt"])
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `a running daemon follows tags that are added, changed, moved and removed`() throws {
    let daemon = try RunningDaemon(user)
    for name in Self.tagged { try user.setAttribute("user.xdg.tags", of: name, to: "holiday") }
    try user.wait("the tags are found") { try user.find("kMDItemUserTags == holiday") == Self.tagged }
    for name in Self.tagged { try user.setAttribute("user.xdg.tags", of: name, to: "work") }
    try user.wait("the new tags are found") { try user.find("kMDItemUserTags == work") == Self.tagged }
    #expect(try user.find("kMDItemUserTags == holiday") == [])
    // Both moves are reported as renames: the document keeps its tags.
    rename(user.path("letter.txt"), user.path("folder/moved.txt"))
    rename(user.path("folder"), user.path("renamed"))
    let moved = ["animation.swf", "damaged.pdf", "empty.txt", "renamed", "renamed/moved.txt"]
    try user.wait("the tags have moved") { try user.find("kMDItemUserTags == work") == moved }
    // The daemon may get both changes in one batch.
    rename(user.path("animation.swf"), user.path("renamed/animation.swf"))
    try user.removeAttribute("user.xdg.tags", of: "renamed/animation.swf")
    for name in moved.dropFirst() { try user.removeAttribute("user.xdg.tags", of: name) }
    try user.wait("no tags are found") { try user.find("kMDItemUserTags == *") == [] }
    #expect(try user.find("kMDItemTextContent == letter") == ["renamed/moved.txt"])
    #expect(daemon.process.isRunning)
    #expect(try user.run("mdutil", "--verify").status == 0)
  }
}
