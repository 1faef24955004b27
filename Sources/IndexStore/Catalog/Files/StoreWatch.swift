// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Synchronization
internal import SystemPlatform

/// Notices commits to a store by any process, with inotify(7) on the file that each commit
/// rewrites. It uses no CPU time between commits.
///
/// If the kernel allows this user no more watches, it looks at the store once a second instead.
package struct StoreWatch: ~Copyable, Sendable {
  /// Readable, for poll(2), when there was a commit; without a watch, also when there was none.
  package var descriptor: Int32 { events.rawValue }
  private let events: OwnedDescriptor
  /// What the store looked like; `nil` with a watch.
  private let glance: Glance?

  /// Starts watching. Create the watch before reading the store, so that no commit is missed.
  ///
  /// - Parameters:
  ///   - path: The store's folder. The folder itself is watched, because the first commit creates
  ///     the file.
  ///   - withLosses: Also notices that files of the store are deleted.
  ///   - withUpkeep: Also notices new files in the folder `segments`, such as reports of damaged
  ///     segments, and losses.
  package init(_ path: String, withLosses: Bool = false, withUpkeep: Bool = false) throws(StoreError) {
    do throws(StoreError) {
      events = try Self.open(path, withLosses: withLosses || withUpkeep, withUpkeep: withUpkeep)
      glance = nil
    } catch {
      guard case .watchRefused = error else { throw error }
      let glance = Glance(path)
      let timer = event_make_timer(1)
      guard timer >= 0 else { throw error }
      events = OwnedDescriptor(owning: timer)
      self.glance = glance
    }
  }

  private static func open(_ path: String, withLosses: Bool, withUpkeep: Bool) throws(StoreError) -> OwnedDescriptor {
    do throws(SystemError) {
      let queue = try InotifyDescriptor()
      let losses: WatchMask = withLosses ? [.removed, .movedAway, .selfRemoved, .selfMoved] : []
      try queue.watch(Path(path), for: losses.union([.modified, .created, .movedHere]))
      if withUpkeep { try queue.watch(Path(path + "/segments"), for: .created) }
      return queue.take()
    } catch {
      throw StoreError(error, path: error.path?.text ?? path)
    }
  }

  /// Waits for a commit.
  ///
  /// - Parameter duration: Maximum time to wait; `nil` for no limit.
  /// - Returns: `false` after that time, or if waiting is not possible.
  package func wait(atMost duration: Duration? = nil) -> Bool {
    let end = duration.map { SuspendingClock.now + $0 }
    while WaitSource.input(descriptor).isReady(within: end.map { max($0 - .now, .zero) }) { if takeAll() { return true } }
    return false
  }

  /// Whether there was a commit that was not waited for.
  package var hasNews: Bool {
    if let glance { return glance.hasChanged }
    return WaitSource.input(descriptor).isReady(within: .zero)
  }

  /// Discards all notifications so far.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  package func takeAll() -> Bool {
    // The events themselves are ignored: reading the store once covers all of them.
    let hasRead = events.file.discardInput()
    return glance?.renew() ?? hasRead
  }

  /// What changes in a store with each commit, each new report, and each loss of a file.
  private final class Glance: Sendable {
    private struct Looks: Equatable {
      var commit: [UInt8]
      var times: [Int]

      init(_ path: String) {
        commit = (try? readSmallFile(path + "/generation", limit: 8)) ?? []
        times = [path, path + "/segments"].flatMap { folder in
          FileFacts(at: Path(folder)).map { [$0.changed.seconds, $0.changed.nanoseconds] } ?? []
        }
      }
    }

    private let path: String
    private let known: Mutex<Looks>

    init(_ path: String) {
      self.path = path
      known = Mutex(Looks(path))
    }

    var hasChanged: Bool { known.withLock { $0 } != Looks(path) }

    /// - Returns: Whether anything has changed.
    func renew() -> Bool {
      let present = Looks(path)
      return known.withLock { known in
        defer { known = present }
        return known != present
      }
    }
  }
}
