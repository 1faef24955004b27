import CommandLine
import Glibc
import IndexStore

extension FindTool {
  /// The time in seconds that ``synchronize(with:readsContents:)`` waits at most.
  var timeout: Int { invocation.number("timeout", atLeast: 0, of: tool) ?? 5 }

  /// Waits with `-sync` until changes before the call are searchable, and reports what keeps them from
  /// that.
  ///
  /// - Parameter readsContents: Whether the query concerns contents, too.
  /// - Returns: `false` if the answer may lack some of these changes.
  func synchronize(with store: Store, readsContents: Bool) throws -> Bool {
    guard invocation.has("sync") else { return true }
    guard let daemon = try DaemonLock.holder(of: store.path) else {
      tool.report("-sync: no daemon is running, so changes since the last import are missing")
      return false
    }
    guard !daemon.isSuspended else {
      tool.report("-sync: \(daemon.suspension(until: "processes changes"))")
      return false
    }
    let time = timeout
    let end = ContinuousClock.now + .seconds(time)
    let cookie: Cookie
    do {
      cookie = try makeCookie(in: store, until: end)
    } catch {
      tool.report("-sync: \(error); hits may be missing")
      return false
    }
    guard try wait(for: cookie, of: store, until: end),
      try !readsContents || waitForContents(in: store, until: end)
    else {
      let isRunning = try DaemonLock.holder(of: store.path) != nil
      let reason = isRunning ? "not all changes could be processed in \(time) s" : "the daemon ended before it had processed all changes"
      tool.report("-sync: \(reason), so hits may be missing; mdutil -s shows what mds does")
      return false
    }
    return true
  }

  /// A daemon that has just started creates the folder of cookies, and one whose folder was removed
  /// creates it again.
  private func makeCookie(in store: Store, until end: ContinuousClock.Instant) throws(StoreError) -> Cookie {
    while true {
      do throws(StoreError) {
        return try Cookie(in: store.path)
      } catch {
        guard case .system(_, _, ENOENT) = error, ContinuousClock.now < end else { throw error }
      }
      poll(nil, 0, 1)
    }
  }

  private func wait(for cookie: Cookie, of store: Store, until end: ContinuousClock.Instant) throws -> Bool {
    while !cookie.isTaken {
      guard ContinuousClock.now < end, try DaemonLock.holder(of: store.path) != nil else { return cookie.isTaken }
      poll(nil, 0, 1)
    }
    return true
  }

  /// The time in milliseconds after which a daemon that ends while it reads contents is noticed.
  private static let daemonCheckInterval: Int64 = 100

  private func waitForContents(in store: Store, until end: ContinuousClock.Instant) throws -> Bool {
    let watch = try StoreWatch(store.path)
    while true {
      let pending = try store.read { snapshot throws(StoreError) in try snapshot.pendingCounts().reachable }
      if pending == 0 { return true }
      let rest = end - .now
      guard rest > .zero, try DaemonLock.holder(of: store.path) != nil else { return false }
      _ = watch.wait(milliseconds: Int32(clamping: min(Self.daemonCheckInterval, Int64(rest / .milliseconds(1)) + 1)))
    }
  }
}
