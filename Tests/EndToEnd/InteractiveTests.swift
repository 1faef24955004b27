// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `mdfind -i` on a terminal.
struct InteractiveTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "annual report.txt": "the budget of the year", "letters/old report.txt": "a letter", "日本語.txt": "テキスト", "zebra.txt": "stripes",
    ])
    try user.index()
    // Programs that a desktop would start.
    try user.write("../bin/xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '\(user.root)/opened'\n")
    chmod(user.root + "/bin/xdg-open", 0o755)
  }

  @Test func `results follow the typed text, and Enter opens the selected one`() throws {
    let terminal = try RunningTerminal(user, "mdfind", ["-i"])
    try terminal.wait(for: "Enter opens")
    try terminal.type("annu", until: "1 of 1", "annual report")
    try terminal.type("\t", until: "> annual report")
    try terminal.type("\u{1B}[Z", until: "> annu")
    try terminal.type("\u{15}repo", until: "1 of 2")
    try terminal.type("\u{1B}[B", until: "2 of 2")
    try terminal.type("\r", until: "opened")
    let opened = try String(contentsOfFile: user.root + "/opened", encoding: .utf8)
    #expect(opened.hasSuffix("report.txt\n") && opened.split(separator: "\n").count == 1)
    #expect(try user.run("mdfind", "opened:today").text == opened)
    try terminal.type("\u{15}日本", until: "▌ ", "日本語.txt")
    try terminal.type("\u{15}kind:", until: "No value follows")
    try terminal.type("\u{15}\"", until: "not closed")
    try terminal.type("\u{15}(annual | zebra", until: "1 of 2")
    try terminal.type(" -stripes", until: "1 of 1")
    try terminal.type("\u{15}\0()", until: "nothing to search for")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
    #expect(terminal.isRestored)
  }

  @Test func `titles of items complete the text, too, also without an index of files`() throws {
    try #require(user.run("TestProgram", "add", "notes", "1", "Zebra crossing").status == 0)
    for completions in [["zebra.txt", "Zebra crossing"], ["Zebra crossing"]] {
      let terminal = try RunningTerminal(user, "mdfind", ["-i"])
      try terminal.wait(for: "Enter opens")
      try terminal.type("zeb", until: completions.joined(separator: " · "))
      for completion in completions { try terminal.type("\t", until: "> \(completion)") }
      try terminal.type("\u{3}", until: "\u{1B}[?1049l")
      _ = terminal.exitStatus()
      try #require(user.run("mdutil", "-X").status == 0)
    }
  }

  @Test func `a person can call the number of an item, and ask for the way to its place`() throws {
    let contact = ["contact", "notes", "1", "Quagga friend", "+49 (89) 123-4567", "48.1371545", "-0.00001", "tel:110"]
    try #require(user.run("TestProgram", contact).status == 0)
    let terminal = try RunningTerminal(user, "mdfind", ["-i"])
    try terminal.wait(for: "Enter opens   Tab")
    try terminal.type("quagga friend", until: "1 of 1", "Enter opens   Ctrl-O other actions")
    try terminal.type("\u{0F}", until: "Enter calls +49 (89) 123-4567")
    try terminal.type("\r", until: "opened")
    try terminal.type("\u{0F}", until: "Enter shows the way to 48.137155, -0.000010")
    try terminal.type("\r", until: "opened")
    let opened = try String(contentsOfFile: user.root + "/opened", encoding: .utf8)
    #expect(opened == "tel:+49891234567\ngeo:48.137155,-0.000010\n")
    // A code for the telephone is not offered.
    try terminal.type("\u{0F}", until: "Enter opens   Ctrl-O")
    try terminal.type("\u{0F}", until: "Enter calls")
    try terminal.type("\u{1B}", until: "Enter opens   Ctrl-O")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
  }

  @Test func `the screen follows the size of the terminal`() throws {
    let terminal = try RunningTerminal(user, "mdfind", ["-i", "zebra"])
    try terminal.wait(for: "▌ ", "zebra.txt", "Plain text document")
    try terminal.resize(columns: 30, rows: 8)
    try terminal.wait(for: "\u{1B}[2J", "zebra.txt", "Enter opens   Tab completes  …")
    try terminal.type("\u{1B}", until: "> ")
    try terminal.type("\u{1B}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
  }

  @Test func `a signal ends the interface and restores the terminal`() throws {
    let terminal = try RunningTerminal(user, "mdfind", ["-i", "-onlyin", user.path("letters"), "report"])
    try terminal.wait(for: "1 of 1")
    kill(terminal.process.processIdentifier, SIGTERM)
    try terminal.wait(for: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 1)
    #expect(terminal.isRestored)
  }

  @Test(arguments: ["-count", "-json", "-live", "-ranked", "-literal", "-0"])
  func `an option for printed lists is an error`(option: String) throws {
    let outcome = try user.run("mdfind", "-i", option)
    #expect(outcome.status == 2 && outcome.errors.contains("-i and \(option) cannot be combined"), "\(outcome.errors)")
  }

  @Test func `damage of a program's index is shown on the screen`() throws {
    try #require(user.run("TestProgram", "add", "notes", "1", "Zebra crossing").status == 0)
    let folder = user.root + "/data/searchlight/applications/TestProgram/notes/none"
    try Data("catalog-9999".utf8).write(to: URL(fileURLWithPath: folder + "/CURRENT"))
    let terminal = try RunningTerminal(user, "mdfind", ["-i"])
    try terminal.wait(for: "Enter opens")
    try terminal.type("zebra", until: "TestProgram, index 'notes': ", "zebra.txt")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
  }

  @Test func `without a terminal, -i is an error`() throws {
    let outcome = try user.run("mdfind", "-i")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mdfind: -i needs a terminal for input and output; without one, use -ranked\n")
  }
}
