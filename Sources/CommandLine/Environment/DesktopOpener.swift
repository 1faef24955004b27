// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import SystemPlatform

/// Opens files with their default desktop programs, and items with the programs that they belong to.
package enum DesktopOpener {
  /// Commands of desktop environments, the most common first.
  private static let commands = [["xdg-open"], ["gio", "open"]]

  /// Opens a file, and waits until the command has ended.
  ///
  /// - Parameter path: Absolute.
  package static func open(_ path: [UInt8]) throws(DesktopOpenerError) {
    guard try open(path, with: commands) else { throw .noCommand }
  }

  /// Opens a URL of another scheme than `searchlight` with its default desktop program, and waits until the
  /// command has ended.
  package static func open(url: String) throws(DesktopOpenerError) { try open(Array(url.utf8)) }

  /// Opens the address of an item, and waits until the command has ended. The command has reported why
  /// if it fails.
  package static func open(item address: String) throws(DesktopOpenerError) {
    let name = "searchlight-open"
    // Beside this program, as built and as installed.
    let program = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String in
      let isKnown = unsafe buffer.baseAddress.map { unsafe process_executable($0, buffer.count) == 0 } ?? false
      return unsafe isKnown ? buffer.baseAddress.map { unsafe String(cString: $0) } ?? "" : ""
    }
    let beside = program[..<(program.lastIndex(of: "/") ?? program.startIndex)] + "/" + name
    guard try open(Array(address.utf8), with: [[String(beside)], [name]]) else { throw .noOpener }
  }

  /// - Returns: `false` if none of the commands is installed.
  private static func open(_ target: [UInt8], with commands: [[String]]) throws(DesktopOpenerError) -> Bool {
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
  private static func run(_ arguments: [[UInt8]]) -> Result<Int32, RunError> {
    var pointers = unsafe arguments.map { argument in
      unsafe strdup(argument.map { CChar(bitPattern: $0) } + [0]).map { unsafe UnsafePointer($0) }
    }
    defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    unsafe pointers.append(nil)
    var status: Int32 = 0
    switch unsafe process_run(pointers, &status) {
    case 0: return .success(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
    case ENOENT: return .failure(.missing)
    case let code: return .failure(.system(code))
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
    switch self {
    case .noCommand: "neither xdg-open nor gio is installed; on Debian, install xdg-utils"
    case .noOpener: "searchlight-open is neither next to this program nor in PATH; reinstall Searchlight"
    case .cannotRun(let command, let code): "\(command): cannot be started: \(Errno(code))"
    case .failed(let path, let command, let status):
      "\(String(decoding: path, as: UTF8.self)): '\(command)' could not open it (exit status \(status))"
    }
  }
}
