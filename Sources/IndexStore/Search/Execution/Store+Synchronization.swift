// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

extension Store {
  /// Waits until all changes that were made before the call are searchable.
  ///
  /// - Parameters:
  ///   - seconds: Maximum time.
  ///   - readsContents: Whether contents must be searchable, too, and not only names.
  /// - Returns: Why an answer may lack such changes; `nil` if it cannot.
  package func synchronize(seconds: Int, readsContents: Bool) throws(StoreError) -> String? {
    guard try DaemonLock.holder(of: path) != nil else { return "no daemon is running, so changes since the last import are missing" }
    let end = ContinuousClock.now + .seconds(seconds)
    let cookie: Cookie
    do throws(StoreError) {
      cookie = try makeCookie(until: end)
    } catch {
      return "\(error); hits may be missing"
    }
    var isCurrent = try wait(for: cookie, until: end)
    if isCurrent, readsContents { isCurrent = try waitForContents(until: end) }
    if isCurrent { return nil }
    let isRunning = try DaemonLock.holder(of: path) != nil
    let reason = isRunning ? "not all changes could be processed in \(seconds) s" : "the daemon ended before it had processed all changes"
    return "\(reason), so hits may be missing; mdutil -s shows what mds does"
  }

  /// A daemon that has just started creates the folder of cookies, and one whose folder was removed
  /// creates it again.
  private func makeCookie(until end: ContinuousClock.Instant) throws(StoreError) -> Cookie {
    while true {
      do throws(StoreError) {
        return try Cookie(in: path)
      } catch {
        guard case .system(_, _, Errno.noSuchFileOrDirectory.rawValue) = error, ContinuousClock.now < end else { throw error }
      }
      sleep(for: .milliseconds(1))
    }
  }

  private func wait(for cookie: Cookie, until end: ContinuousClock.Instant) throws(StoreError) -> Bool {
    while !cookie.isTaken {
      guard ContinuousClock.now < end, try DaemonLock.holder(of: path) != nil else { return cookie.isTaken }
      sleep(for: .milliseconds(1))
    }
    return true
  }

  /// The time after which a daemon that ends while it reads contents is noticed.
  private static let daemonCheckInterval = Duration.milliseconds(100)

  private func waitForContents(until end: ContinuousClock.Instant) throws(StoreError) -> Bool {
    let watch = try StoreWatch(path)
    while true {
      let pending = try read { snapshot throws(StoreError) in try snapshot.pendingCounts().reachable }
      if pending == 0 { return true }
      let rest = end - .now
      guard rest > .zero, try DaemonLock.holder(of: path) != nil else { return false }
      _ = watch.wait(atMost: min(Self.daemonCheckInterval, rest))
    }
  }
}
