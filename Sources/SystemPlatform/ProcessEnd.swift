// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How a child process has ended. wait(2)
package enum ProcessEnd: Hashable, Sendable {
  case exited(status: Int32)
  case killed(Signal)

  /// - Parameter status: What waitpid(2) has written.
  package init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(Signal(rawValue: signal))
  }

  /// The end of a child process, whose number is free from then on. waitpid(2), `WNOHANG`
  ///
  /// - Returns: `nil` if it has not ended.
  /// - Throws: `SystemError` with `ECHILD` if this process has no such child.
  package static func ofChild(_ child: Int32) throws(SystemError) -> ProcessEnd? {
    var status: Int32 = 0
    let process = retryingInterrupted { unsafe waitpid(child, &status, WNOHANG) }
    guard process >= 0 else { throw .current("waitpid") }
    return process == 0 ? nil : ProcessEnd(waitStatus: status)
  }

  /// A child process that has ended, whose number is free from then on; `nil` if there is none. waitpid(2), `WNOHANG`
  package static func ofAnyChild() -> (process: Int32, end: ProcessEnd)? {
    var status: Int32 = 0
    let process = retryingInterrupted { unsafe waitpid(-1, &status, WNOHANG) }
    return process > 0 ? (process, ProcessEnd(waitStatus: status)) : nil
  }

  /// Whether a child process has ended, which ``ofChild(_:)`` will report. waitid(2), `WNOWAIT`
  package static func isThere(for child: Int32) -> Bool {
    var end = unsafe siginfo_t()
    return unsafe waitid(P_PID, id_t(child), &end, WEXITED | WNOHANG | WNOWAIT) != 0 || end.si_signo != 0
  }
}
