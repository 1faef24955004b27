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
    try terminal.wait(for: "Enter opens  Tab")
    try terminal.type("quagga friend", until: "1 of 1", "Enter opens  ^O other actions")
    try terminal.type("\u{0F}", until: "Enter calls +49 (89) 123-4567")
    try terminal.type("\r", until: "opened")
    try terminal.type("\u{0F}", until: "Enter shows the way to 48.137155, -0.000010")
    try terminal.type("\r", until: "opened")
    let opened = try String(contentsOfFile: user.root + "/opened", encoding: .utf8)
    #expect(opened == "tel:+49891234567\ngeo:48.137155,-0.000010\n")
    // A code for the telephone is not offered.
    try terminal.type("\u{0F}", until: "Enter opens  ^O")
    try terminal.type("\u{0F}", until: "Enter calls")
    try terminal.type("\u{1B}", until: "Enter opens  ^O")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
  }

  @Test func `the screen follows the size of the terminal`() throws {
    let terminal = try RunningTerminal(user, "mdfind", ["-i", "zebra"])
    try terminal.wait(for: "▌ ", "zebra.txt", "Plain Text Document")
    try terminal.resize(columns: 30, rows: 8)
    try terminal.wait(for: "\u{1B}[2J", "zebra.txt", "Enter opens  Tab completes  ^…")
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

  @Test(arguments: ["-count", "-json", "-live", "-ranked", "-literal"])
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
    // In a session of its own, a process has no controlling terminal.
    let outcome = try user.outcome { output, errors in
      user.process(executable: "/usr/bin/setsid", ["-w", user.tools + "/mdfind", "-i"], output: output, errors: errors)
    }
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mdfind: -i needs a terminal; without one, use -ranked\n")
  }

  @Test func `predicates, keywords alone and times work as in other searches`() throws {
    try user.setModified("zebra.txt", Date(timeIntervalSince1970: 1_700_000_000))
    try user.index()
    let terminal = try RunningTerminal(user) { file in
      let process = user.process("mdfind", ["-i"], output: file, errors: file)
      process.environment?["TZ"] = "Asia/Kathmandu"
      return process
    }
    try terminal.wait(for: "Enter opens")
    try terminal.type("kMDItemFSName == \"z*\"", until: "1 of 1", "2023-11-15 03:58")
    try terminal.type("\u{15}kMDItemFSName == ", until: "nothing found")
    try terminal.type("\u{15}kind:text -zebra", until: "1 of 3")
    try terminal.type("\u{15}kind:no", until: "kind:note")
    try terminal.type("\t", until: "> kind:note")
    try terminal.type("\u{15}created:this y", until: "created:this year")
    try terminal.type("\u{15}kMDItemContentType == \"public.image\"", until: "kMDItemContentTypeTree")
    try terminal.type("\u{15}nothing has this", until: "> nothing has this")
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -7200)]
    try FileManager.default.setAttributes(old, ofItemAtPath: user.store + "/catalog-0001/data.mdb")
    try terminal.type("\u{15}nor this", until: "mds does not run, and the index was last written 2 h ago")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
  }

  // MARK: A choice for another program

  /// `mdfind` with a pipe as its standard output, and the terminal as its controlling terminal.
  private func picker(_ arguments: String..., output: Pipe) throws -> RunningTerminal {
    try RunningTerminal(user) { file in
      let command = ["-c", "-w", user.tools + "/mdfind", "-i"] + arguments
      let process = user.process(executable: "/usr/bin/setsid", command, output: file, errors: file)
      process.standardOutput = output
      return process
    }
  }

  @Test func `the choice goes to standard output`() throws {
    let output = Pipe()
    let terminal = try picker("report", output: output)
    try terminal.wait(for: "Enter prints", "1 of 2")
    try terminal.type("\r", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
    #expect(terminal.isRestored)
    let printed = try #require(try output.fileHandleForReading.readToEnd())
    let expected = try user.run("mdfind", "-ranked", "-limit", "1", "report").text
    #expect(String(decoding: printed, as: UTF8.self) == expected)
  }

  @Test func `marked hits stay when the text changes, and end with NUL for xargs`() throws {
    let output = Pipe()
    let terminal = try picker("-0", output: output)
    try terminal.wait(for: "Enter prints")
    try terminal.type("annual", until: "1 of 1")
    try terminal.type("\u{14}", until: "▌✓annual", "1 marked")
    try terminal.type("\u{15}zebra", until: "▌ ")
    try terminal.type("\u{14}", until: "▌✓", "2 marked")
    try terminal.type("\u{15}old", until: "▌ ")
    try terminal.type("\u{14}", until: "3 marked")
    try terminal.type("\u{14}", until: "2 marked")
    try terminal.type("\r", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
    let printed = try #require(try output.fileHandleForReading.readToEnd())
    #expect(String(decoding: printed, as: UTF8.self) == user.path("annual report.txt") + "\0" + user.path("zebra.txt") + "\0")
  }

  @Test func `without a choice nothing is printed, and the status says so`() throws {
    let output = Pipe()
    let terminal = try picker("report", output: output)
    try terminal.wait(for: "1 of 2")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 1)
    #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
  }

  @Test func `on a terminal, a key prints the choice, and others copy and show it`() throws {
    try user.write("../bin/gdbus", "#!/bin/sh\nprintf '%s\\n' \"$@\" >> '\(user.root)/shown'\n")
    try user.write("../bin/wl-copy", "#!/bin/sh\nprintf '%s' \"$2\" > '\(user.root)/copied'\n")
    for name in ["gdbus", "wl-copy"] { chmod(user.root + "/bin/" + name, 0o755) }
    let terminal = try RunningTerminal(user) { file in
      let process = user.process("mdfind", ["-i", "日本"], output: file, errors: file)
      process.environment?["WAYLAND_DISPLAY"] = "none"
      return process
    }
    try terminal.wait(for: "▌ 日本語.txt", "^X prints")
    let path = user.path("日本語.txt")
    try terminal.type("\u{19}", until: "\u{1B}]52;c;\(Data(path.utf8).base64EncodedString())\u{07}", "copied the path")
    #expect(try String(contentsOfFile: user.root + "/copied", encoding: .utf8) == path)
    try terminal.type("\u{12}", until: "shown")
    let call = try String(contentsOfFile: user.root + "/shown", encoding: .utf8)
    #expect(call.contains("ShowItems\n['file://") && call.contains("%E6%97%A5%E6%9C%AC%E8%AA%9E.txt']\n"))
    try terminal.type("\u{18}", until: "\u{1B}[?1049l", path)
    #expect(terminal.exitStatus() == 0)
  }

  @Test func `what a desktop program prints stays off the screen, and its failure is told`() throws {
    try user.write("../bin/xdg-open", "#!/bin/sh\necho noise; echo noise >&2; exit 3\n")
    let terminal = try RunningTerminal(user) { file in
      let process = user.process("mdfind", ["-i", "zebra"], output: file, errors: file)
      process.environment?["DISPLAY"] = ":none"
      return process
    }
    try terminal.wait(for: "▌ ")
    try terminal.type("\r", until: "no program for it is installed")
    #expect(!terminal.text.contains("noise"))
    #expect(try user.run("mdfind", "opened:today").text == "")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
  }
}
