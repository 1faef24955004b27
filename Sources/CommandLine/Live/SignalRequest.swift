internal import CSystem
internal import Glibc

/// What a daemon is asked to do by a signal.
package enum SignalRequest: Sendable {
  /// SIGHUP: to read its configuration again, and to begin anew.
  case reload
  /// SIGTERM, SIGINT: to end.
  case stop

  /// From now on these signals wait for ``next()``, in this thread and those that it starts.
  package static func hold() { signal_hold_requests() }

  /// Waits for the next request.
  package static func next() -> SignalRequest { signal_wait() == SIGHUP ? .reload : .stop }

  var number: Int32 { self == .reload ? SIGHUP : SIGTERM }
}

extension DaemonLock.Holder {
  /// Asks the daemon.
  ///
  /// - Returns: `false` when it is gone.
  @discardableResult
  package func ask(_ request: SignalRequest) -> Bool { kill(process, request.number) == 0 }

  /// Waits until the daemon has ended.
  ///
  /// - Returns: `false` if it has not ended after `seconds` seconds.
  package func waitForEnd(seconds: Int, _ environment: ToolEnvironment) throws -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while try DaemonLock.holder(environment)?.process == process {
      guard ContinuousClock.now < end else { return false }
      poll(nil, 0, 10)
    }
    return true
  }
}
