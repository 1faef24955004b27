// SPDX-License-Identifier: Apache-2.0

internal import CSystem
package import IndexStore
internal import SystemPlatform

/// A request to a daemon, sent as a signal.
package enum SignalRequest: Sendable, Equatable {
  /// SIGHUP: reload the configuration and start again.
  case reload
  /// SIGTERM, SIGINT: stop.
  case stop
  /// SIGUSR1: pause, for this time; `nil` for no limit. Whole seconds, which are sent with the
  /// signal.
  case pause(Duration?)
  /// SIGUSR2: end the pause.
  case resume

  /// Blocks these signals in the calling thread and in threads that it starts later, so that they
  /// wait for ``next(within:)``.
  package static func hold() { signal_hold_requests() }

  /// Waits for the next request.
  ///
  /// - Parameter duration: Maximum time to wait; `nil` for no limit.
  /// - Returns: `nil` if the time is over.
  package static func next(within duration: Duration? = nil) -> SignalRequest? {
    var seconds: Int32 = 0
    let milliseconds = duration.map { max(Int64(($0 / .milliseconds(1)).rounded(.up)), 0) } ?? -1
    let number = unsafe signal_wait(milliseconds, &seconds)
    return switch Signal(rawValue: number) {
    case _ where number == 0: nil
    case .hangUp: .reload
    case .user1: .pause(seconds > 0 ? .seconds(seconds) : nil)
    case .user2: .resume
    default: .stop
    }
  }

  fileprivate var signal: Signal {
    switch self {
    case .reload: .hangUp
    case .stop: .terminate
    case .pause: .user1
    case .resume: .user2
    }
  }

  fileprivate var value: Int32 {
    if case .pause(let duration?) = self { Int32(clamping: duration.components.seconds) } else { 0 }
  }
}

extension DaemonLock.Holder {
  /// Whether a user has paused the daemon; `nil` if it is from a version that cannot be paused.
  package var isPaused: Bool? { report["paused"].map { $0 != "no" } }

  /// Added to a message about something that the daemon does: that a pause delays it. Empty without a
  /// pause.
  package var pauseNotice: String { isPaused == true ? " after the pause; 'mdutil resume' ends it" : "" }

  /// Sends a request to the daemon.
  ///
  /// - Returns: `false` if the daemon no longer exists.
  @discardableResult
  package func ask(_ request: SignalRequest) -> Bool { signal_send(process, request.signal.rawValue, request.value) == 0 }

  /// Whether SIGSTOP or a terminal has stopped the process. It handles other signals only after
  /// SIGCONT. proc(5).
  package var isSuspended: Bool {
    guard let line = try? SmallFile.read(Array("/proc/\(process)/stat".utf8)) else { return false }
    // The state follows the name, which is in parentheses and may contain any character.
    guard let end = line.lastIndex(of: UInt8(ascii: ")")), end + 2 < line.count else { return false }
    return line[end + 2] == UInt8(ascii: "T")
  }

  /// A message about a daemon that is suspended.
  ///
  /// - Parameter action: What it does when it is resumed, for example `reads them`.
  package func suspension(until action: String) -> String {
    "the daemon (process \(process)) is stopped; 'kill -CONT \(process)' resumes it, and then it \(action)"
  }

  /// Waits until the daemon has recorded that it is paused, or that it is not.
  ///
  /// - Parameter store: The path of the store's folder.
  /// - Returns: `false` if it has not done so after `seconds` seconds, or has ended.
  package func waitForPause(_ isPaused: Bool, seconds: Int, of store: String) throws -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while let holder = try DaemonLock.holder(of: store), holder.process == process {
      if holder.isPaused == isPaused { return true }
      guard ContinuousClock.now < end else { return false }
      sleep(for: .milliseconds(10))
    }
    return false
  }

  /// Waits until the daemon has ended.
  ///
  /// - Parameter store: The path of the store's folder.
  /// - Returns: `false` if it has not ended after `seconds` seconds.
  package func waitForEnd(seconds: Int, of store: String) throws -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while try DaemonLock.holder(of: store)?.process == process {
      guard ContinuousClock.now < end else { return false }
      sleep(for: .milliseconds(10))
    }
    return true
  }
}
