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
    try terminal.type("\u{15}kind:", until: "kind:")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
    #expect(terminal.isRestored)
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

/// A tool that runs on a terminal of its own.
private final class RunningTerminal {
  let process: Process
  private let user: TestEnvironment
  private let terminal: Int32
  private let line: Int32
  private let original: termios
  private var shown: [UInt8] = []

  init(_ user: TestEnvironment, _ tool: String, _ arguments: [String]) throws {
    self.user = user
    (terminal, line) = try TestEnvironment.openTerminal()
    var settings = termios()
    try #require(tcgetattr(line, &settings) == 0)
    original = settings
    let file = FileHandle(fileDescriptor: line, closeOnDealloc: false)
    process = user.process(tool, arguments, output: file, errors: file)
    process.standardInput = file
    process.environment?["TERM"] = "xterm"
    process.environment?["PATH"] = user.root + "/bin:/usr/bin:/bin"
    try setSize(columns: 80, rows: 24)
    try process.run()
    #expect(fcntl(terminal, F_SETFL, O_NONBLOCK) == 0)
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(terminal)
    close(line)
  }

  /// Whether the terminal has its settings from before.
  var isRestored: Bool {
    var settings = termios()
    return tcgetattr(line, &settings) == 0 && settings.c_lflag == original.c_lflag && settings.c_iflag == original.c_iflag
  }

  func exitStatus() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func type(_ text: String, until texts: String...) throws {
    shown = []
    let bytes = Array(text.utf8)
    try #require(write(terminal, bytes, bytes.count) == bytes.count)
    try wait(for: texts)
  }

  func wait(for texts: String...) throws { try wait(for: texts) }

  /// Waits until all texts were shown since the last key.
  private func wait(for texts: [String]) throws {
    try user.wait("the terminal shows \(texts)") {
      var buffer = [UInt8](repeating: 0, count: 65536)
      while case let count = read(terminal, &buffer, buffer.count), count > 0 { shown += buffer[..<count] }
      let text = String(decoding: shown, as: UTF8.self).replacing(/\u{1B}\[[0-9;]*m/, with: "")
      return texts.allSatisfy(text.contains)
    }
  }

  func resize(columns: UInt16, rows: UInt16) throws {
    shown = []
    try setSize(columns: columns, rows: rows)
    // The kernel sends it to the foreground process of a terminal, which needs a session of its own.
    kill(process.processIdentifier, SIGWINCH)
  }

  private func setSize(columns: UInt16, rows: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
  }
}
