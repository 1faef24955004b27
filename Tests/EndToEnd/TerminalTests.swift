// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Names and values that would control a terminal if they were printed unescaped.
struct TerminalTests {
  /// Names, and their escaped forms.
  private static let names: [(name: [UInt8], shown: String)] = [
    (Array("a\u{1B}]0;title\u{7}".utf8), #"a\033]0;title\007"#), (Array("b\u{9B}31m".utf8), #"b\302\23331m"#),
    (Array("c\u{202E}txt.exe".utf8), #"c\342\200\256txt.exe"#), (Array("d\nnew line".utf8), #"d\nnew line"#), ([0x65, 0xE9], #"e\351"#),
    (Array("f\u{7F}'\\".utf8), #"f\177\'\\"#),
  ]
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["plain é.txt": "one"])
    for (name, _) in Self.names { user.write(bytes: name, "two") }
    try user.index()
  }

  /// A path in the form that is printed on a terminal.
  private func shown(_ name: String) -> String { "$'\(user.files)/\(name)'" }

  private var exactPaths: [UInt8] { Self.names.flatMap { Array(user.files.utf8) + [UInt8(ascii: "/")] + $0.name + [UInt8(ascii: "\n")] } }

  @Test func `names are escaped on a terminal, and unchanged elsewhere`() throws {
    let expected = Self.names.map { shown($0.shown) + "\n" }.joined()
    let query = "kMDItemFSName != \"plain*\" && kMDItemContentType != public.folder"
    #expect(try user.runOnTerminal("mdfind", "-color", "never", query) == (0, Array(expected.utf8)))
    #expect(try user.run("mdfind", query).output == exactPaths)
    #expect(try user.runOnTerminal("mdfind", "-0", query) == (0, Array(expected.replacing("\n", with: "\0").utf8)))
    #expect(try user.runOnTerminal("mdfind", "-color", "never", "-name", "plain").shown == Array((user.path("plain é.txt") + "\n").utf8))
    #expect(
      try user.runOnTerminal("mdfind", "-color", "never", "-attr", "kMDItemFSSize", "-name", "title").shown
        == Array((shown(Self.names[0].shown) + "   kMDItemFSSize = 3\n").utf8))
    let colored = try user.runOnTerminal("mdfind", "-color", "always", query).shown
    #expect(colored == Array(expected.utf8), "ordinary files have no colour, and what is quoted no marks")
  }

  @Test(arguments: [
    ["mdfind", "*"], ["mdfind", "-attr", "kMDItemFSName", "*"], ["mdfind", "--json", "-attr", "kMDItemFSName", "*"],
    ["mdls", "-raw", "-name", "kMDItemFSName"], ["mdls"], ["mdls", "--json"], ["mdls", "-plist", "-"], ["mdimport", "-t", "-d3"],
    ["mdutil", "-s"], ["mdutil", "-i", "off"],
  ])
  func `no output contains control characters`(command: [String]) throws {
    // Only names in UTF-8 are passed as operands, because Foundation's `Process` takes arguments as
    // text.
    let files = command[0] == "mdfind" ? [] : Self.names.compactMap { String(validating: $0.name, as: UTF8.self) }.map(user.path)
    let shown = try user.runOnTerminal(command[0], Array(command.dropFirst()) + files).shown
    #expect(!shown.isEmpty)
    // mdfind may print escape sequences for colours, but none of these names has a colour.
    let text = try #require(String(validating: shown, as: UTF8.self))
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" && $0 != "\0" }
    #expect(controls.filter { $0 != "\u{1B}" }.isEmpty, "\(text)")
    #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "").contains("\u{1B}") == false, "\(text)")
    #expect(!text.contains("\u{202E}"))
  }

  @Test func `messages are escaped, even if they are not printed on a terminal`() throws {
    let missing = "no\u{1B}[31m\nthing"
    let expected = #"$'\#(user.files)/no\033[31m\nthing'"#
    #expect(try user.run("mdfind", "-onlyin", missing, "x").errors == "mdfind: \(expected): no such folder\n")
    #expect(try user.run("mdutil", "-s", missing).errors == "mdutil: \(expected): no such file or folder\n")
    #expect(try user.run("mdutil", "-i", "on", missing).errors.hasPrefix("mdutil: \(expected): "))
    #expect(try user.run("mdls", missing).errors == "mdls: could not find $'no\\033[31m\\nthing'.\n")
    #expect(try user.run("mdimport", missing).errors == "mdimport: $'no\\033[31m\\nthing': no such file or folder\n")
    #expect(try user.run("mdfind", "-s", "a\u{1B}").errors.hasPrefix("mdfind: there is no saved search 'a\\033', and none"))
    #expect(try user.run("mdfind", "kMDItemFSName == \u{1B}[31m ==").errors.contains("\u{1B}") == false)
    #expect(try user.run("mdls", "--n\u{1B}[31m\no").errors == "mdls: unknown option --n\\033[31m\\no\nmdls: try 'mdls -help'\n")
    #expect(try user.run("mdutil", "-sq").errors == "mdutil: unknown option -sq\nmdutil: try 'mdutil -help'\n")
    #expect(
      try user.run("mdfind", "x", "-store").errors == "mdfind: -store needs an argument: -store DIRECTORY\nmdfind: try 'mdfind -help'\n")
    #expect(try user.run("mdfind", "-store", missing, "x").errors.contains("\u{1B}") == false)
  }

  @Test func `names cannot add lines to the daemon's log`() throws {
    let root = "\(user.root)/gone\u{1B}[31m\u{85}2026-01-01 mds: forged"
    let configuration = user.root + "/config/searchlight"
    try FileManager.default.createDirectory(atPath: configuration, withIntermediateDirectories: true)
    try Data("root = \(root)\nroot = \(user.files)\n".utf8).write(to: URL(fileURLWithPath: configuration + "/searchlight.conf"))
    let log = user.root + "/mds-test.log"
    let daemon = user.process("mds", ["--foreground"], output: .nullDevice, errors: try user.newFile(log))
    try daemon.run()
    defer {
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
    }
    try user.wait("the daemon watches") {
      try String(contentsOfFile: log, encoding: .utf8).contains(" watched") || !daemon.isRunning
    }
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.contains(#"/gone\033[31m\302\2052026-01-01 mds: forged'"#), "\(text)")
    #expect(!text.contains("\u{1B}") && !text.contains("\u{85}"))
  }

  @Test(arguments: [("xterm", true), ("dumb", false), (nil, false)] as [(String?, Bool)])
  func `names are coloured if the terminal supports colours`(type: String?, isColored: Bool) throws {
    let shown = try user.runOnTerminal("mdfind", "-name", "plain", type: type).shown
    #expect(shown.contains(0x1B) == isColored)
    #expect(try user.runOnTerminal("mdfind", "-color", "always", "-name", "plain", type: type).shown.contains(0x1B))
  }
}
