// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `mdfind --ranked`.
struct RankedFindTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "annual report.txt": "figures", "notes/minutes.txt": "The annual meeting discussed the report at length.",
      "notes/fair.txt": "The annual fair.", "page.html": "<title>Fair</title><body>We wrote the annual &amp; final report in March.</body>",
    ])
    try user.index()
  }

  /// The lines that mdfind prints, with paths relative to the folder of files.
  private func ranked(_ arguments: String...) throws -> [String] {
    let outcome = try user.run("mdfind", ["--ranked"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.lines.map { $0.replacing(user.files + "/", with: "") }
  }

  private func add(_ identifier: String, _ title: String) throws {
    try #require(try user.run("TestProgram", "add", "notes", identifier, title).status == 0)
  }

  @Test func `the best hits come first`() throws {
    let found = try ranked("annual", "report")
    #expect(found.first == "annual report.txt")
    #expect(Set(found.prefix(3)) == ["annual report.txt", "notes/minutes.txt", "page.html"])
    #expect(found.last == "notes/fair.txt", "with one of the words")
    #expect(try ranked("annual report", "-limit", "1") == ["annual report.txt"])
    #expect(try ranked("-limit", "0", "annual report").isEmpty)
    #expect(try ranked("-onlyin", user.path("notes"), "annual report") == ["notes/minutes.txt", "notes/fair.txt"])
    #expect(try ranked("annual report kind:html") == ["page.html"])
    #expect(try ranked("annual report", "-march", "-figures") == ["notes/minutes.txt", "notes/fair.txt"])
    #expect(try ranked("-name", "*.txt", "annual report", "-limit", "2") == ["annual report.txt", "notes/minutes.txt"])
    #expect(try ranked("annaul reprot").first == "annual report.txt")
    #expect(try ranked("nowhere").isEmpty)
    #expect(try ranked("-interpret", "kMDItemTitle == report").contains("annual report.txt"))
    #expect(try user.run("mdfind", "--ranked", "-0", "annual report").text.hasPrefix(user.path("annual report.txt") + "\0"))
  }

  @Test func `files and items are one list`() throws {
    try add("1", "Annual report")
    try add("2", "Meeting about the annual report")
    let items = ["searchlight://TestProgram/notes/1", "searchlight://TestProgram/notes/2"]
    let found = try ranked("annual report")
    #expect(Set(found.prefix(2)) == ["annual report.txt", items[0]])
    #expect(found.firstIndex(of: items[1]).map { $0 < 4 } == true)
    #expect(found.count == 6)
    #expect(try ranked("-limit", "2", "annual report").count == 2)
    #expect(try ranked("-onlyin", user.files, "annual report").count == 4)
    #expect(try ranked("-store", user.store, "annual report").count == 4)
    #expect(try ranked("annual report", "-attr", "title").contains { $0.hasPrefix(items[0]) && $0.hasSuffix("= Annual report") })
  }

  @Test func `a passage of the stored text shows the context`() throws {
    try add("2", "a report to the zoo")
    let found = try ranked("--context", "annual report")
    let page = try #require(found.firstIndex(of: "page.html"))
    #expect(found[page + 1] == "    We wrote the annual & final report in March.", "\(found)")
    // The index does not store the text of text files.
    let minutes = try #require(found.firstIndex(of: "notes/minutes.txt:1:"))
    #expect(found[minutes + 1] == "    The annual meeting discussed the report at length.", "\(found)")
    #expect(found.contains("    The text of a report to the zoo."))
    let shown = try user.runOnTerminal("mdfind", "--ranked", "--context", "-color", "always", "final")
    let text = String(decoding: shown.shown, as: UTF8.self)
    #expect(text.hasSuffix("\n    We wrote the annual & \u{1B}[01;31mfinal\u{1B}[0m report in March.\n"))
    let lines = try user.run("mdfind", "--ranked", "--context", "--json", "final").lines
    let line = try #require(lines.first)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["context"] as? String == "We wrote the annual & final report in March.")
    #expect(object["kMDItemPath"] as? String == user.path("page.html"))
  }

  @Test func `the passage of a text file is what the file contains now`() throws {
    try user.write("long.txt", String(repeating: "filler words\n", count: 2000) + "a walrus in the snow\n")
    try user.write("late.txt", "\n" + String(repeating: " ", count: 1 << 20) + "\na walrus at the end\n")
    try Data([0x77, 0x61, 0x6C, 0x72, 0x75, 0x73, 0x20, 0xE9, 0x74, 0xE9]).write(to: URL(fileURLWithPath: user.path("latin.txt")))
    try user.write("changed.txt", "a walrus before")
    try user.write("fifo.txt", "a walrus")
    try user.index()
    try user.write("changed.txt", "the sea")
    try FileManager.default.removeItem(atPath: user.path("fifo.txt"))
    try #require(mkfifo(user.path("fifo.txt"), 0o600) == 0)
    let found = try ranked("--context", "walrus")
    // A text that is not UTF-8 is in the index.
    #expect(found.contains("    walrus été"), "\(found)")
    let long = try #require(found.firstIndex(of: "long.txt:2001:"))
    #expect(found[long + 1].contains("a walrus in the snow"), "\(found)")
    let late = try #require(found.firstIndex(of: "late.txt:3:"))
    #expect(found[late + 1].contains("a walrus at the end"), "\(found)")
    let changed = try #require(found.firstIndex(of: "changed.txt"))
    #expect(found[changed + 1] == "    (the file has changed since it was indexed)", "\(found)")
    #expect(found.contains("fifo.txt") && found.count == 9, "\(found)")
    let lines = try user.run("mdfind", "--ranked", "--context", "--json", "-name", "long", "walrus").lines
    #expect(lines.count == 1 && lines[0].contains("\"line\":2001") && !lines[0].contains("outdated"), "\(lines)")
    #expect(try ranked("--context", "--json", "-name", "changed", "walrus").first?.contains("\"outdated\":true") == true)
    #expect(try user.runOnTerminal("mdfind", "--ranked", "--context", "snow").status == 0)
  }

  @Test func `a damaged part of the index is named, and items are still found`() throws {
    try add("1", "Annual report")
    let folder = user.store + "/segments"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      let size = try #require(attributes[.size] as? Int)
      chmod(folder + "/" + name, 0o600)
      try #require(truncate(folder + "/" + name, size / 2) == 0)
    }
    let outcome = try user.run("mdfind", "--ranked", "annual report")
    #expect(outcome.status == 1)
    #expect(outcome.lines == ["searchlight://TestProgram/notes/1"])
    #expect(outcome.errors.contains("a ranked search needs all parts of the index, so it finds no files"), "\(outcome.errors)")
    #expect(try user.run("mdutil", "--repair").status == 0)
    #expect(try ranked("annual report").count == 5)
  }

  @Test(arguments: [
    ["--ranked"], ["--ranked", "-name", "x"], ["--ranked", "-literal", "x"], ["--ranked", "-count", "x"],
    ["--ranked", "-live", "x"], ["--ranked", "--context", "-open", "1", "x"], ["--ranked", "-s", "x"], ["--ranked", "-save", "x", "y"],
    ["--ranked", "-sort", "size", "x"], ["--ranked", "--context", "-0", "x"],
  ])
  func `options that do not fit a ranked search are an error`(arguments: [String]) throws {
    #expect(try user.run("mdfind", arguments).status == 2)
  }

  @Test(
    arguments: [
      "\"", "(", ")", "()", "((", "|", "OR", "NOT", "&&", "*", "!", "'", "\\", "“", "kind:", "size:abc", "date:\"x", "😀", "\u{301}", "<3",
      "->", "%n",
      "kMDItemFSSize > 5", "a ==", "InRange(", "$time.now", String(repeating: "\"a b\" (c ", count: 9000),
      String(repeating: "e\u{301}", count: 40000),
      (1001...1064).map { "\($0)" }.joined(separator: " ") + " \"linguistic filter\"",
    ].sampled(every: 2))
  func `whatever is typed finds something or nothing, and is no error`(query: String) throws {
    let outcome = try user.run("mdfind", "--ranked", "--", query)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.allSatisfy { $0.hasPrefix(user.files) })
    #expect(!outcome.errors.contains("damaged") && !outcome.errors.contains("Fatal"), "\(outcome.errors)")
  }

  @Test func `alternatives, keywords and excluded words alone select files, too`() throws {
    #expect(Set(try ranked("figures OR fair")) == ["annual report.txt", "notes/fair.txt", "page.html"])
    #expect(try ranked("(fair | minutes) -final", "-limit", "9").sorted() == ["notes/fair.txt", "notes/minutes.txt"])
    #expect(try ranked("kind:html") == ["page.html"])
    #expect(Set(try ranked("NOT annual")) == Set(try user.find("NOT annual")))
    #expect(try ranked("annual (report figures") == ranked("annual report figures"))
    #expect(Set(try ranked("anual reprt -figures").prefix(2)) == ["notes/minutes.txt", "page.html"])
    let predicate = try user.run("mdfind", "--ranked", "kMDItemFSSize > 5")
    #expect(predicate.errors.contains("looks for the words of this predicate"), "\(predicate.errors)")
    #expect(
      try user.run("mdfind", "--ranked", "report size:abc").errors.contains("“abc” is not a size. “size:abc” is looked for as words."))
  }
}
