// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension TestEnvironment {
  /// Runs a tool to its end with a terminal as standard output.
  ///
  /// - Parameter type: The value of `TERM`; `nil` for none.
  /// - Parameter showsErrors: Whether standard error is the terminal, too.
  /// - Returns: The bytes that were written to the terminal.
  func runOnTerminal(_ tool: String, _ arguments: String..., type: String? = "xterm") throws -> (status: Int32, shown: [UInt8]) {
    try runOnTerminal(tool, arguments, type: type)
  }

  func runOnTerminal(
    _ tool: String, _ arguments: [String], type: String? = "xterm", showsErrors: Bool = false
  ) throws -> (status: Int32, shown: [UInt8]) {
    let (terminal, line) = try Self.openTerminal()
    defer { close(terminal) }
    var settings = termios()
    try #require(tcgetattr(line, &settings) == 0)
    // Otherwise the terminal adds carriage returns.
    cfmakeraw(&settings)
    try #require(tcsetattr(line, TCSANOW, &settings) == 0)
    let output = FileHandle(fileDescriptor: line, closeOnDealloc: false)
    let process = process(tool, arguments, output: output, errors: showsErrors ? output : .nullDevice)
    process.environment?["TERM"] = type
    try process.run()
    close(line)
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    // read(2) fails with EIO when the last process has closed the terminal.
    while case let count = read(terminal, &buffer, buffer.count), count > 0 { shown += buffer[..<count] }
    process.waitUntilExit()
    return (process.terminationStatus, shown)
  }

  /// Opens a new terminal.
  ///
  /// - Returns: The descriptors of its user's side and of the programs' side.
  static func openTerminal() throws -> (terminal: Int32, line: Int32) {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    try #require(terminal >= 0 && ioctl(terminal, setLock, &lock) == 0 && ioctl(terminal, getNumber, &number) == 0)
    let line = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(line >= 0)
    return (terminal, line)
  }

  /// `TIOCSPTLCK` and `TIOCGPTN`. Swift imports neither these macros nor posix_openpt(3).
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
}
