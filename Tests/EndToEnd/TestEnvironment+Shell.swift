// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension TestEnvironment {
  /// Runs a shell script to its end, in the folder of files and with the tools in its search path.
  ///
  /// - Parameters:
  /// - output: Receives standard output; `nil` for the outcome.
  /// - errors: Receives standard error; `nil` for the outcome.
  @discardableResult
  func shell(_ script: String, output: FileHandle? = nil, errors: FileHandle? = nil) throws -> Outcome {
    try outcome { ownOutput, ownErrors in shellProcess(script, output: output ?? ownOutput, errors: errors ?? ownErrors) }
  }

  /// A process that runs a shell script, not started yet.
  func shellProcess(_ script: String, output: FileHandle, errors: FileHandle) -> Process {
    let process = process(executable: "/bin/sh", ["-c", script], output: output, errors: errors)
    process.environment?["PATH"] = "\(tools):/usr/bin:/bin"
    return process
  }
}
