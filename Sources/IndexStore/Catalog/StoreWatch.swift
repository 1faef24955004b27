internal import Glibc

/// Notices commits to a store by any process, with inotify(7) on the file that each commit
/// rewrites. It uses no CPU time between commits.
package struct StoreWatch: ~Copyable, Sendable {
  /// Readable, for poll(2), when there was a commit.
  package let descriptor: Int32

  /// Starts watching. Create the watch before reading the store, so that no commit is missed.
  ///
  /// - Parameters:
  ///   - path: The store's folder. The folder itself is watched, because the first commit creates
  ///     the file.
  ///   - withLosses: Also notices that files of the store are deleted.
  ///   - withUpkeep: Also notices new files in the folder `segments`, such as reports of damaged
  ///     segments, and losses.
  package init(_ path: String, withLosses: Bool = false, withUpkeep: Bool = false) throws(StoreError) {
    descriptor = try Self.open(path, withLosses: withLosses || withUpkeep, withUpkeep: withUpkeep)
  }

  deinit { close(descriptor) }

  private static func open(_ path: String, withLosses: Bool, withUpkeep: Bool) throws(StoreError) -> Int32 {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw StoreError(code: errno, call: "inotify_init1", path: path) }
    let commits = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
    let losses = withLosses ? UInt32(IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF) : 0
    let folders = [(path, commits | losses)] + (withUpkeep ? [(path + "/segments", UInt32(IN_CREATE))] : [])
    for (folder, events) in folders where unsafe inotify_add_watch(descriptor, folder, events) < 0 {
      let code = errno
      close(descriptor)
      throw StoreError(code: code, call: "inotify_add_watch", path: folder)
    }
    return descriptor
  }

  /// Waits for a commit.
  ///
  /// - Parameter milliseconds: Maximum time to wait; negative for no limit.
  /// - Returns: `false` after that time, or if polling failed.
  package func wait(milliseconds: Int32 = -1) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&waiting, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      return takeAll()
    }
  }

  /// Whether there was a commit that was not waited for.
  package var hasNews: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, 0) > 0
  }

  /// Discards all notifications so far.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  package func takeAll() -> Bool {
    // The events themselves are ignored: reading the store once covers all of them.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) {
      var hasRead = false
      while unsafe read(descriptor, $0.baseAddress, $0.count) > 0 { hasRead = true }
      return hasRead
    }
  }
}
