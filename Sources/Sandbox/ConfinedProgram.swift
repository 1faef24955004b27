// SPDX-License-Identifier: Apache-2.0

internal import CSandbox
internal import Glibc
internal import SystemPlatform
internal import WorkerProtocol

/// A program that runs in the sandbox from its first instruction. The process enters the sandbox
/// and becomes the program: it may execute this file and the dynamic linker, and nothing else.
package struct ConfinedProgram {
  /// The path of the executable, and its arguments.
  package let arguments: [String]
  /// A descriptor of a file that the program may open by its path; `nil` for none.
  package let file: Int32?
  /// A descriptor of the executable. It is closed when the program starts.
  let descriptor: Int32

  /// System folders with the libraries of programs, and files that the dynamic linker and the C
  /// library read. They are readable.
  package static let systemPaths = [
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/usr/share/mime", "/dev/null", "/dev/urandom",
  ]

  /// The kernel starts it to load the libraries of the program.
  private static let linkers = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]

  /// - Throws: `failed` if the executable cannot be opened. open(2).
  package init(_ arguments: [String], file: Int32? = nil) throws(ConfinedProgramError) {
    let path = arguments.first ?? ""
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ConfinedProgramError(path: path, code: errno) }
    self.arguments = arguments
    self.file = file
  }

  /// The size of the window, the only file that the program writes to; 0 if there is none.
  static var windowByteCount: UInt64 {
    var status = stat()
    return unsafe fstat(WorkerProtocol.windowDescriptor, &status) == 0 ? UInt64(status.st_size) : 0
  }

  var executablePaths: [String] { [arguments[0]] + Self.linkers }

  /// Becomes the program. Call it in the sandbox.
  ///
  /// - Returns: Why that was not possible. execveat(2).
  package func execute() -> ConfinedProgramError {
    if let file { close(file) }
    let code = unsafe arguments.withCStrings { texts in
      var pointers = unsafe Array(texts)
      unsafe pointers.append(nil)
      return unsafe sandbox_execute(descriptor, pointers)
    }
    return ConfinedProgramError(path: arguments[0], code: code)
  }
}

/// Why a program did not start.
package struct ConfinedProgramError: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  package var description: String {
    // The kernel cannot pass a script to its interpreter by a descriptor that is closed.
    code == ENOENT || code == ENOEXEC
      ? "\(path) is not a program; a script is an argument of its interpreter" : "\(path): \(Errno(code))"
  }
}
