internal import CSystem
internal import Glibc
package import IndexStore

/// A request to a daemon, sent as a signal.
package enum SignalRequest: Sendable {
  /// SIGHUP: reload the configuration and start again.
  case reload
  /// SIGTERM, SIGINT: stop.
  case stop

  /// Blocks these signals in the calling thread and in threads that it starts later, so that they
  /// wait for ``next()``.
  package static func hold() { signal_hold_requests() }

  /// Waits for the next request.
  package static func next() -> SignalRequest { signal_wait() == SIGHUP ? .reload : .stop }

  var number: Int32 { self == .reload ? SIGHUP : SIGTERM }
}

extension DaemonLock.Holder {
  /// Sends a request to the daemon.
  ///
  /// - Returns: `false` if the daemon no longer exists.
  @discardableResult
  package func ask(_ request: SignalRequest) -> Bool { kill(process, request.number) == 0 }

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

  /// Waits until the daemon has ended.
  ///
  /// - Parameter store: The path of the store's folder.
  /// - Returns: `false` if it has not ended after `seconds` seconds.
  package func waitForEnd(seconds: Int, of store: String) throws -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while try DaemonLock.holder(of: store)?.process == process {
      guard ContinuousClock.now < end else { return false }
      poll(nil, 0, 10)
    }
    return true
  }
}
