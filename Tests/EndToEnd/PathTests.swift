// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Invalid paths: empty ones, and relative ones in a folder that was removed.
struct PathTests {
  private let user: TestEnvironment
  private var configuration: String { user.root + "/config/searchlight/searchlight.conf" }

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "one", "b.txt": "two"])
  }

  /// Runs a command in a folder that was removed.
  private func runInRemovedFolder(_ command: String) throws -> TestEnvironment.Outcome {
    try user.shell("mkdir gone; cd gone; rmdir ../gone; A='\(user.path("a.txt"))'; \(command)")
  }

  @Test(arguments: [
    "mdimport .", "mdimport x", "mdimport -t x", "mdimport -t -o out \"$A\"", "mdimport -store rel \"$A\"", "mdutil -i on .",
    "mdutil -i off .", "mdutil -s .", "mdutil -store rel -i off \"$A\"", "mdls .", "mdls -plist out \"$A\"", "mdfind -onlyin . one",
    "mdfind -s ./x", "mdfind -store rel one", "SEARCHLIGHT_STORE=rel mdfind one", "mds -store rel",
  ])
  func `a relative path in a removed folder is an error`(command: String) throws {
    try user.index()
    let outcome = try runInRemovedFolder(command)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty, "\(outcome.text)")
    #expect(outcome.errors.hasSuffix(": the current folder no longer exists; change to another one or give an absolute path\n"))
    #expect(!FileManager.default.fileExists(atPath: configuration))
    #expect(try user.find("kMDItemFSName == \"*.txt\"") == ["a.txt", "b.txt"])
  }

  @Test func `an absolute path in a removed folder is accepted`() throws {
    #expect(try runInRemovedFolder("mdimport \"$A\"").text.hasPrefix("1 name (1 new"))
    #expect(try runInRemovedFolder("mdfind one").text == user.path("a.txt") + "\n")
    #expect(try runInRemovedFolder("mdls -raw -name kMDItemFSName \"$A\"").text == "a.txt")
    #expect(try runInRemovedFolder("mdutil -i on '\(user.files)'").status == 0)
  }

  @Test(arguments: [
    ("mdimport", ["", "a.txt"], "2 names"), ("mdimport", ["-t", "", "a.txt"], "Imported"), ("mdls", ["", "a.txt"], "kMDItem"),
    ("mdutil", ["-s", "", "a.txt"], "Imported once"), ("mdutil", ["-i", "on", "", "."], "Indexing enabled"),
    ("mdutil", ["-i", "off", "", "a.txt"], "Indexing disabled"),
  ])
  func `an empty operand is an error, and the others are processed`(tool: String, arguments: [String], output: String) throws {
    try user.index()
    let outcome = try user.outcome { user.process(tool, arguments, output: $0, errors: $1) }
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("\(tool): an empty argument names no file or folder\n"))
    #expect(outcome.text.contains(output) || output == "2 names" && outcome.text.contains("1 name "))
  }

  @Test(arguments: ["on", "off"])
  func `turning an empty path on or off changes nothing`(word: String) throws {
    try user.index()
    #expect(try user.run("mdutil", "-i", "on", user.files).status == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: configuration))
    #expect(try user.run("mdutil", "-i", word, "").status == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: configuration)) == before)
    #expect(try user.find("kMDItemFSName == \"*.txt\"") == ["a.txt", "b.txt"])
  }

  @Test(arguments: [
    ("mdfind", ["-onlyin", "", "one"]), ("mdfind", ["-onlyin", "/", "-onlyin", "", "one"]), ("mdfind", ["-store", "", "one"]),
    ("mdfind", ["-s", ""]), ("mdfind", ["-save", "", "one"]), ("mdls", ["-store=", "a.txt"]), ("mdls", ["-plist", "", "a.txt"]),
    ("mdimport", ["-store", "", "a.txt"]), ("mdimport", ["-t", "-o", "", "a.txt"]), ("mdutil", ["-store", "", "-i", "off", "."]),
    ("mds", ["-store", ""]), ("mdfind", ["-name", ""]), ("mdfind", ["-attr", "", "one"]),
    ("mdls", ["-name", "", "a.txt"]), ("mdls", ["-n", "", "a.txt"]), ("mdimport", ["-r", ""]), ("mdutil", ["-r", ""]),
  ])
  func `an option that needs a path or a name rejects an empty one`(tool: String, arguments: [String]) throws {
    try user.index()
    let outcome = try user.outcome { user.process(tool, arguments, output: $0, errors: $1) }
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(", not an empty argument\n"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: configuration))
    #expect(try user.find("kMDItemFSName == \"*.txt\"") == ["a.txt", "b.txt"])
  }

  @Test(arguments: ["../evil", "../../evil", "a/b", "/tmp/evil", ".", "..", "./here"])
  func `a search can be saved only under a name without a path`(name: String) throws {
    let outcome = try user.run("mdfind", "-save", name, "one")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("mdfind: -save takes a plain name"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: user.root + "/data"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.files).sorted() == ["a.txt", "b.txt"])
  }

  @Test func `a saved search is found by its name or by a path`() throws {
    try user.index()
    #expect(try user.run("mdfind", "-save", "my ..search", "one").status == 0)
    #expect(try user.find("-s", "my ..search") == ["a.txt"])
    let file = user.root + "/data/searchlight/searches/my ..search.savedSearch"
    try FileManager.default.copyItem(atPath: file, toPath: user.path("here.savedSearch"))
    #expect(try user.find("-s", "./here.savedSearch") == ["a.txt"])
  }
}
