// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LogMessages
internal import SystemPlatform

/// Opens files with their default desktop programs, and items with the programs that they belong to.
package struct DesktopOpener: Sendable {
  /// Where what the started programs print goes.
  package enum Output: Sendable {
    /// The standard streams of this process. The command is waited for.
    case inherited
    /// Nowhere, because this process draws on the terminal. A command that has not ended after a second is taken for one that has
    /// opened the target, and runs on.
    case discarded
  }

  private let output: Output
  /// Environment variables for the started programs besides those of this process.
  private let variables: [String: String]

  package init(output: Output = .inherited, variables: [String: String] = [:]) {
    (self.output, self.variables) = (output, variables)
  }

  /// Commands of desktop environments, the most common first.
  private static let commands = [["xdg-open"], ["gio", "open"]]

  /// Time within which a command usually reports that it cannot open a target, in milliseconds.
  private static let patience: Int32 = 1000

  /// Opens a file.
  ///
  /// - Parameter path: Absolute.
  package func open(_ path: [UInt8]) throws(DesktopOpenerError) {
    guard try open(path, with: Self.commands) else { throw .noCommand }
  }

  /// Opens a URL of another scheme than `searchlight` with its default desktop program.
  package func open(url: String) throws(DesktopOpenerError) { try open(Array(url.utf8)) }

  /// Opens the address of an item. The command has reported why if it fails.
  package func open(item address: String) throws(DesktopOpenerError) {
    let name = "searchlight-open"
    guard try open(Array(address.utf8), with: [[Self.pathBesideThisProgram(name)], [name]]) else { throw .noOpener }
  }

  /// The path of another of our programs: beside the executable of this one, as built and as installed.
  package static func pathBesideThisProgram(_ name: String) -> String {
    let program = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Path.maximumLength) { buffer -> String in
      let isKnown = unsafe buffer.baseAddress.map { unsafe process_executable($0, buffer.count) == 0 } ?? false
      return unsafe isKnown ? buffer.baseAddress.map { unsafe String(cString: $0) } ?? "" : ""
    }
    return program[..<(program.lastIndex(of: "/") ?? program.startIndex)] + "/" + name
  }

  /// Starts another program, such as a terminal.
  ///
  /// - Parameter command: Its name in PATH or its path, and its arguments.
  package func start(_ command: [String]) throws(DesktopOpenerError) {
    guard let target = command.last, try open(Array(target.utf8), with: [Array(command.dropLast())]) else {
      throw .cannotRun(command.first ?? "", code: Errno.noSuchFileOrDirectory.rawValue)
    }
  }

  /// Shows a file in its folder with the file manager, or opens its folder if no file manager can do so. org.freedesktop.FileManager1
  ///
  /// - Parameter path: Absolute.
  package func showInFolder(_ path: [UInt8]) throws(DesktopOpenerError) {
    let call = ["gdbus", "call", "--session", "--timeout", "5", "--dest", "org.freedesktop.FileManager1"]
    let method = ["--object-path", "/org/freedesktop/FileManager1", "--method", "org.freedesktop.FileManager1.ShowItems"]
    let arguments = (call + method + ["['\(PercentEncoding.fileURL(ofPath: path))']", "''"]).map { Array($0.utf8) }
    // It prints the answer of the call.
    if Self(output: .discarded).succeeds(arguments) { return }
    let folder = path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
    try open(folder.isEmpty ? [UInt8(ascii: "/")] : Array(folder))
  }

  /// Runs a program found in PATH.
  func succeeds(_ arguments: [[UInt8]]) -> Bool {
    if case .success(0) = run(arguments) { true } else { false }
  }

  /// - Returns: `false` if none of the commands is installed.
  private func open(_ target: [UInt8], with commands: [[String]]) throws(DesktopOpenerError) -> Bool {
    for command in commands {
      switch run(command.map { Array($0.utf8) } + [target]) {
      case .success(0): return true
      case .success(let status): throw .failed(target, command: command.joined(separator: " "), status: status)
      case .failure(.missing): continue
      case .failure(.system(let code)): throw .cannotRun(command[0], code: code)
      }
    }
    return false
  }

  private enum RunError: Error {
    /// The program is not installed.
    case missing
    case system(Int32)
  }

  /// - Returns: The exit status, or 128 plus the number of the signal that ended the program, as in
  ///   shells.
  private func run(_ arguments: [[UInt8]]) -> Result<Int32, RunError> {
    guard !variables.isEmpty else { return execute(arguments) }
    let assignments = variables.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
    let result = execute([Array("env".utf8)] + assignments + arguments)
    // env(1)
    if case .success(127) = result { return .failure(.missing) }
    return result
  }

  private func execute(_ arguments: [[UInt8]]) -> Result<Int32, RunError> {
    var status: Int32 = 0
    let code = unsafe withCStrings(arguments) { arguments in
      switch output {
      case .inherited: unsafe process_run(arguments, &status)
      case .discarded: unsafe process_run_apart(arguments, Self.patience, &status)
      }
    }
    switch code {
    case 0: return .success(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
    case Errno.noSuchFileOrDirectory.rawValue: return .failure(.missing)
    default: return .failure(.system(code))
    }
  }
}

/// Why a file was not opened.
package enum DesktopOpenerError: Error, Hashable, CustomStringConvertible {
  case noCommand
  /// There is no `searchlight-open`.
  case noOpener
  case cannotRun(String, code: Int32)
  case failed([UInt8], command: String, status: Int32)

  package var description: String {
    if case .failed(let path, _, _) = self { "\(String(decoding: path, as: UTF8.self)): \(reason)" } else { reason }
  }

  /// Without the path of the file.
  package var reason: String {
    switch self {
    case .noCommand: "neither xdg-open nor gio is installed; on Debian, install xdg-utils"
    case .noOpener: "searchlight-open is neither next to this program nor in PATH; reinstall Searchlight"
    case .cannotRun(let command, let code): "\(command): cannot be started: \(Errno(code))"
    case .failed(_, let command, let status):
      "'\(command)' could not open it (exit status \(status)\(Self.meaning(of: status, command)))"
    }
  }

  /// xdg-open(1)
  private static func meaning(of status: Int32, _ command: String) -> String {
    switch status {
    case 3 where command == "xdg-open": ": no program for it is installed"
    case 4 where command == "xdg-open": ": its program failed, or none is known"
    default: ""
    }
  }
}
