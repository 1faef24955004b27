// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A tool that runs on a terminal of its own.
final class RunningTerminal {
  let process: Process
  private let user: TestEnvironment
  private let terminal: Int32
  private let line: Int32
  private let original: termios
  private var shown: [UInt8] = []

  convenience init(_ user: TestEnvironment, _ tool: String, _ arguments: [String]) throws {
    try self.init(user) { user.process(tool, arguments, output: $0, errors: $0) }
  }

  /// - Parameter makeProcess: Makes the process for a file handle of the terminal.
  init(_ user: TestEnvironment, _ makeProcess: (FileHandle) -> Process) throws {
    self.user = user
    (terminal, line) = try TestEnvironment.openTerminal()
    var settings = termios()
    try #require(tcgetattr(line, &settings) == 0)
    original = settings
    let file = FileHandle(fileDescriptor: line, closeOnDealloc: false)
    process = makeProcess(file)
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

  /// What was shown since the last key, without colours.
  var text: String { String(decoding: shown, as: UTF8.self).replacing(/\u{1B}\[[0-9;]*m/, with: "") }

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
    do {
      try user.wait("the terminal shows \(texts)", seconds: 60) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(terminal, &buffer, buffer.count), count > 0 { shown += buffer[..<count] }
        let text = text
        return texts.allSatisfy(text.contains)
      }
    } catch {
      Issue.record("the terminal shows \(text.debugDescription)")
      throw error
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
