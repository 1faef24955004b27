// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The number of a signal. signal(7)
package struct Signal: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let hangUp = Signal(rawValue: SIGHUP)
  package static let user1 = Signal(rawValue: SIGUSR1)
  package static let user2 = Signal(rawValue: SIGUSR2)
  package static let terminate = Signal(rawValue: SIGTERM)
  package static let kill = Signal(rawValue: SIGKILL)
  package static let alarm = Signal(rawValue: SIGALRM)
  /// A process has used more processor time than its limit.
  package static let processorLimit = Signal(rawValue: SIGXCPU)
  /// A process has made a system call that it may not make.
  package static let badSystemCall = Signal(rawValue: SIGSYS)

  /// Sends the signal to a process. kill(2)
  ///
  /// - Returns: The error; `nil` if it was sent.
  @discardableResult
  package func send(to process: Int32) -> Errno? { Glibc.kill(process, rawValue) == 0 ? nil : .current }

  /// Whether there is a process with this number, whoever owns it. kill(2)
  package static func isRunning(_ process: Int32) -> Bool { Glibc.kill(process, 0) == 0 || errno != ESRCH }
}

extension Signal: CustomStringConvertible {
  /// For example `Killed`. strsignal(3)
  package var description: String { unsafe String(cString: strsignal(rawValue)) }
}

/// Ends this process after what is written at its end. exit(3)
package func endProcess(status: Int32) -> Never { exit(status) }

/// Ends this process at once: what other threads do, and what is written at its end, is left out. _exit(2)
package func endProcessAtOnce(status: Int32) -> Never { _exit(status) }
