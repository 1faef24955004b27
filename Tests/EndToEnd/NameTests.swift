// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Files with names that need escaping, and files with several names.
struct NameTests {
  @Test func `characters with a meaning in queries are found in names when escaped`() throws {
    let names = [
      "quote\"d", "it's", "back\\slash", "star*star", "new\nline", " space ", "a && b", "(1)", "$time.now", "NULL", "-dash", "é\tt",
    ]
    let user = try TestEnvironment()
    for name in names { try user.write("x/" + name, "text") }
    try user.index()
    for name in names {
      let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("*", with: "\\*")
      for query in ["kMDItemFSName == \"\(escaped)\"", "kMDItemFSName = '\(escaped.replacing("'", with: "\\'"))'"] {
        #expect(try user.run("mdfind", "-0", "-literal", query).text == user.path("x/" + name) + "\0", "\(query)")
      }
    }
    try user.expect(
      [
        ("*star*star", ["star*star"]), ("*\\**", ["star*star"]), ("'*\"*'", ["quote\"d"]), ("\"*'*\"", ["it's"]),
        ("NULL && kMDItemFSName == \"NULL\"", []), ("\"NULL\"", ["NULL"]), ("\"$time.now\"", ["$time.now"]),
      ].map { ("kMDItemFSName == \($0.0)", $0.1) }, in: "x")
  }

  @Test func `each hard link is a document, and so is a symbolic link`() throws {
    let user = try TestEnvironment(files: ["one.txt": "shared words", "folder/inner.txt": "inside"])
    try FileManager.default.linkItem(atPath: user.path("one.txt"), toPath: user.path("two.txt"))
    try FileManager.default.createSymbolicLink(atPath: user.path("link"), withDestinationPath: "one.txt")
    try FileManager.default.createSymbolicLink(atPath: user.path("loop"), withDestinationPath: "folder")
    try user.index()
    #expect(try user.find("shared words") == ["one.txt", "two.txt"])
    #expect(try user.find("inside") == ["folder/inner.txt"])
    #expect(try user.find("-literal", "kMDItemFSName == \"l*\"") == ["link", "loop"])
    try FileManager.default.removeItem(atPath: user.path("one.txt"))
    try user.index()
    #expect(try user.find("shared words") == ["two.txt"])
  }

  @Test func `a name is found by a part, a pattern or a path, ignoring diacritics`() throws {
    let names = [
      "docs/Résumé.pdf", "docs/report.txt", "my docs/reports.txt", "docs/old/report.md", "C++ primer", "C primer", "foo[1].c", "foo1.c",
      "x.h",
    ]
    let user = try TestEnvironment()
    for name in names { try user.write(name, "text") }
    try user.index()
    let rows: [(String, [String])] = [
      ("resume", ["docs/Résumé.pdf"]), ("RÉSUMÉ", ["docs/Résumé.pdf"]), ("r?sum?.pdf", ["docs/Résumé.pdf"]), ("C++", ["C++ primer"]),
      ("*.[ch]", ["foo[1].c", "foo1.c", "x.h"]), ("foo[1].c", ["foo[1].c", "foo1.c"]), ("foo[1", ["foo[1].c"]), ("foo\\[*", ["foo[1].c"]),
      ("repor?.*", ["docs/report.txt", "docs/old/report.md"]),
      ("report", ["docs/report.txt", "my docs/reports.txt", "docs/old/report.md"]),
      ("docs/report", ["docs/report.txt", "my docs/reports.txt"]), ("/docs/report", ["docs/report.txt"]),
      ("old/", ["docs/old/report.md"]), ("docs/*.md", []), ("old/*.md", ["docs/old/report.md"]), ("docs/old/rep", ["docs/old/report.md"]),
      ("docs/old/", ["docs/old/report.md"]), ("\(user.files)/x", ["x.h"]), ("?", []), ("nowhere/", []),
    ]
    for (text, expected) in rows { #expect(try user.find("-name", text) == expected.sorted(), "\(text)") }
    // The saved search contains the predicate.
    try user.run("mdfind", "-save", "mine", "-name", "*.[ch]")
    #expect(try user.find("-s", "mine") == ["foo1.c", "foo[1].c", "x.h"])
    try user.run("mdfind", "-save", "reports", "-name", "docs/rep")
    #expect(try user.find("-s", "reports") == ["docs/report.txt", "my docs/reports.txt"])
    #expect(try user.find("-name", "docs/rep", "-limit", "1").count == 1)
    #expect(try user.run("mdfind", "-count", "-name", "docs/rep").text == "2\n")
    #expect(try user.run("mdutil", "--explain", "kMDItemFSName == \"*.[ch]\"g").text.contains("kMDItemFSName = \"*.[ch]\"g"))
  }
}
