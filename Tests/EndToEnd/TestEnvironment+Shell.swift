import Foundation
import Testing

extension TestEnvironment {
  /// Runs a script of the shell to its end, in the folder of files and with the tools on its path: what a user types, redirections included.
  ///
  /// - Parameters:
  ///   - output: Where standard output goes; `nil` for the outcome's.
  ///   - errors: Where standard error goes; `nil` for the outcome's.
  @discardableResult
  func shell(_ script: String, output: FileHandle? = nil, errors: FileHandle? = nil) throws -> Outcome {
    try outcome { ownOutput, ownErrors in shellProcess(script, output: output ?? ownOutput, errors: errors ?? ownErrors) }
  }

  /// A process of the shell, not started yet.
  func shellProcess(_ script: String, output: FileHandle, errors: FileHandle) -> Process {
    let process = process(executable: "/bin/sh", ["-c", script], output: output, errors: errors)
    process.environment?["PATH"] = "\(tools):/usr/bin:/bin"
    return process
  }
}
