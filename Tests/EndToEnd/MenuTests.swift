// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The scripts for menu programs and for file managers. The real menus are replaced by programs with the same interface.
struct MenuTests {
  private let user: TestEnvironment
  private let folder = Repository.folder.path(percentEncoded: false) + "desktop/"
  private var opened: String { (try? String(contentsOfFile: user.root + "/opened", encoding: .utf8)) ?? "" }

  init() throws {
    user = try TestEnvironment(files: ["it's \"odd\" $name.txt": "annual figures", "notes.txt": "annual", "Other/x.txt": "annual"])
    try user.makeProgram("xdg-open", "printf '%s\\n' \"$1\" >>'\(user.root)/opened'")
    try user.index()
  }

  private func run(_ script: String) throws -> TestEnvironment.Outcome {
    let outcome = try user.shell("PATH='\(user.root)/programs':$PATH; export PATH; \(script)")
    return outcome
  }

  private func waitUntilOpened(_ name: String) throws {
    try user.wait("\(name) is opened") { opened == user.path(name) + "\n" }
  }

  @Test func `a menu asks for words and opens the chosen row`() throws {
    // Types words when asked without rows, and chooses the row with "odd".
    try user.makeProgram("dmenu", "rows=$(cat); if [ -z \"$rows\" ]; then echo figures; else echo \"$rows\" | grep odd; fi")
    #expect(try run("'\(folder)searchlight-menu' -m dmenu </dev/null").status == 0)
    try waitUntilOpened("it's \"odd\" $name.txt")
  }

  @Test func `what is typed and is no row is the next search`() throws {
    try user.makeProgram("dmenu", "rows=$(cat); case $rows in *notes*) echo \"$rows\" | grep notes ;; *) echo 'name:notes' ;; esac")
    #expect(try run("'\(folder)searchlight-menu' -m dmenu nothing at all </dev/null").status == 0)
    try waitUntilOpened("notes.txt")
  }

  @Test func `a folder limits the search, and leaving the menu opens nothing`() throws {
    try user.makeProgram("dmenu", "cat >'\(user.root)/rows'; exit 1")
    #expect(try run("'\(folder)searchlight-menu' -m dmenu -onlyin '\(user.path("Other"))' annual </dev/null").status == 0)
    let rows = try String(contentsOfFile: user.root + "/rows", encoding: .utf8)
    #expect(rows.split(separator: "\n").count == 1 && rows.hasPrefix("1  x.txt  ·  "), "\(rows)")
    #expect(opened.isEmpty)
  }

  @Test func `rofi gets rows with paths, and the chosen path is opened`() throws {
    let first = try run("ROFI_RETV=0 '\(folder)searchlight-menu'").text
    #expect(first.hasPrefix("\0prompt\u{1F}searchlight\n") && first.contains("\0message\u{1F}Type words"))
    let rows = try run("ROFI_RETV=2 '\(folder)searchlight-menu' figures").text
    let path = user.path("it's \"odd\" $name.txt")
    #expect(rows.contains("it's \"odd\" $name.txt  ·  ") && rows.hasSuffix("\0info\u{1F}\(path)\n"), "\(rows)")
    #expect(try run("ROFI_RETV=2 '\(folder)searchlight-menu' zzzzz").text.contains("\0message\u{1F}nothing found\n"))
    #expect(try run("ROFI_RETV=1 ROFI_INFO='\(user.path("notes.txt"))' '\(folder)searchlight-menu' row").status == 0)
    try waitUntilOpened("notes.txt")
  }

  @Test func `wrong options and missing programs are errors`() throws {
    let wrong = try run("'\(folder)searchlight-menu' -nothing")
    #expect(wrong.status == 2 && wrong.errors.hasPrefix("searchlight-menu: -nothing: unknown option\nusage: "))
    #expect(try run("'\(folder)searchlight-menu' -m").status == 2)
    #expect(try run("'\(folder)searchlight-menu' -onlyin /nowhere annual").errors.contains("/nowhere: no folder"))
    let missing = try run("'\(folder)searchlight-menu' -m no-such-menu annual")
    #expect(missing.status == 1 && missing.errors == "searchlight-menu: no-such-menu: not installed\n")
    let gone = try run("ROFI_RETV=1 ROFI_INFO='\(user.path("gone.txt"))' '\(folder)searchlight-menu' row")
    #expect(gone.status == 1 && gone.errors.contains("no longer exists"))
  }

  // MARK: Dolphin

  private func dolphin(_ arguments: String, in path: String) throws -> TestEnvironment.Outcome {
    try run("cd '\(path)' && '\(folder)dolphin/kio-filenamesearch-grep' \(arguments)")
  }

  @Test func `Dolphin's search for contents asks the index, and ripgrep for the rest`() throws {
    try user.makeProgram("rg", "[ \"$1\" = --version ] || printf 'by ripgrep: %s\\0' \"$*\"")
    #expect(try dolphin("--check", in: user.files).status == 0)
    let found = try dolphin("--run 'annual figures'", in: user.files)
    #expect(found.text == user.path("it's \"odd\" $name.txt") + "\0" && found.errors.isEmpty)
    #expect(try dolphin("--run annual", in: user.path("Other")).text == user.path("Other/x.txt") + "\0")
    #expect(try dolphin("--run 'a.*s'", in: user.files).text.hasPrefix("by ripgrep: -j2"))
    #expect(try dolphin("--run annual", in: "/usr/share").text.hasSuffix("-e annual .\0"))
    #expect(try dolphin("--nothing", in: user.files).status == 1)
  }
}
