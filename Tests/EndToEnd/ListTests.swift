// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct ListTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "a.txt": "one", "page.html": "<meta charset=utf-8><title>T \"x\" é</title><body>secret words</body>",
    ])
    try user.index()
  }

  @Test func `the columns are the same as on a Mac`() throws {
    let all = try user.run("mdls", "page.html")
    let names = all.lines.filter { !$0.hasPrefix(" ") && !$0.hasPrefix(")") }.map { $0.split(separator: " ")[0] }
    #expect(names == names.sorted())
    // All equal signs are in the same column.
    let columns = all.lines.filter { !$0.hasPrefix(" ") && !$0.hasPrefix(")") }.map { $0.prefix { $0 != "=" }.count }
    #expect(Set(columns).count == 1)
    #expect(all.lines.contains { $0.hasPrefix("kMDItemTitle ") && $0.hasSuffix(" = \"T \\\"x\\\" é\"") })
    #expect(!all.text.contains("secret"))
    #expect(try user.run("mdls", "-name", "kMDItemContentType", "page.html").text == "kMDItemContentType = \"public.html\"\n")
    #expect(
      try user.run("mdls", "-n", "kMDItemFSSize", "-n", "contentType", "a.txt", "page.html").text
        == "contentType   = \"public.plain-text\"\nkMDItemFSSize = 3\ncontentType   = \"public.html\"\nkMDItemFSSize = \(try FileManager.default.attributesOfItem(atPath: user.path("page.html"))[.size] ?? 0)\n"
    )
  }

  @Test func `raw values are separated by NUL`() throws {
    #expect(try user.run("mdls", "-raw", "-name", "kMDItemFSName", "a.txt").text == "a.txt")
    #expect(try user.run("mdls", "-rn", "kMDItemFSSize", "-name", "kMDItemTitle", "a.txt").text == "3\0(null)")
    #expect(try user.run("mdls", "-raw", "-nullMarker", "-", "-name", "kMDItemTitle", "a.txt").text == "-")
    #expect(try user.run("mdls", "-raw", "-name", "kMDItemTextContent", "page.html").text == "(null)")
  }

  @Test func `property lists omit attributes without values`() throws {
    let one = try user.run("mdls", "-plist", "-", "-name", "kMDItemFSSize", "-name", "kMDItemTitle", "a.txt").text
    #expect(one.hasSuffix("<dict>\n\t<key>kMDItemFSSize</key>\n\t<integer>3</integer>\n</dict>\n</plist>\n"))
    #expect(try user.run("mdls", "-plist", "out.plist", "a.txt", "page.html").output.isEmpty)
    let written = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: URL(fileURLWithPath: user.path("out.plist"))), format: nil)
    let lists = try #require(written as? [[String: Any]])
    #expect(lists.map { $0["kMDItemFSName"] as? String } == ["a.txt", "page.html"])
  }

  @Test func `JSON has an object for each file, including missing ones`() throws {
    let outcome = try user.run("mdls", "--json", "a.txt", "/nowhere", "page.html")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mdls: could not find /nowhere.\n")
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
    #expect(objects.map { $0["kMDItemPath"] as? String } == [user.path("a.txt"), "/nowhere", user.path("page.html")])
    #expect(objects[1].keys.sorted() == ["error", "kMDItemPath"])
    #expect(objects[2]["kMDItemTitle"] as? String == "T \"x\" é")
    #expect(objects[2]["kMDItemTextContent"] == nil)
  }

  @Test func `a file that is not indexed is reported, and the others are shown`() throws {
    try user.write("later.txt", "x")
    let outcome = try user.run("mdls", "-name", "kMDItemFSSize", "later.txt", "a.txt")
    #expect(outcome.status == 1)
    #expect(outcome.text == "kMDItemFSSize = 3\n")
    #expect(outcome.errors == "mdls: later.txt: not in the index; mdimport adds it, or says why not\n")
  }

  @Test func `a file that was removed after it was indexed is not shown`() throws {
    try user.write("gone.txt", "x")
    try user.index()
    try FileManager.default.removeItem(atPath: user.path("gone.txt"))
    let outcome = try user.run("mdls", "-name", "kMDItemFSSize", "gone.txt", "a.txt")
    #expect((outcome.status, outcome.text, outcome.errors) == (1, "kMDItemFSSize = 3\n", "mdls: could not find gone.txt.\n"))
  }

  @Test func `an output file without files to read is named`() throws {
    let outcome = try user.run("mdls", "-plist", "a.txt")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("mdls: no file name was given; -plist takes a.txt as the file to write\n"), "\(outcome.errors)")
  }

  @Test func `without an index, the output is one line`() throws {
    let outcome = try user.run("mdls", "-store", "/tmp/no-such-index", "a.txt")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mdls: /tmp/no-such-index: there is no index here; mdimport or mds creates one\n")
  }
}
