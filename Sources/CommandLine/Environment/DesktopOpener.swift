internal import CSystem
internal import Glibc

/// Opens files with their default desktop programs.
package enum DesktopOpener {
  /// Commands of desktop environments, the most common first.
  private static let commands = [["xdg-open"], ["gio", "open"]]

  /// Opens a file, and waits until the command has ended.
  ///
  /// - Parameter path: Absolute.
  package static func open(_ path: [UInt8]) throws(DesktopOpenerError) {
    for command in commands {
      switch run(command.map { Array($0.utf8) } + [path]) {
      case .success(0): return
      case .success(let status): throw .failed(path, command: command.joined(separator: " "), status: status)
      case .failure(.missing): continue
      case .failure(.system(let code)): throw .cannotRun(command[0], code: code)
      }
    }
    throw .noCommand
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
  case cannotRun(String, code: Int32)
  case failed([UInt8], command: String, status: Int32)

  package var description: String {
    switch self {
    case .noCommand: "neither xdg-open nor gio is installed; on Debian, install xdg-utils"
    case .cannotRun(let command, let code): "\(command): cannot be started: \(unsafe String(cString: strerror(code)))"
    case .failed(let path, let command, let status):
      "\(String(decoding: path, as: UTF8.self)): '\(command)' could not open it (exit status \(status))"
    }
  }
}
