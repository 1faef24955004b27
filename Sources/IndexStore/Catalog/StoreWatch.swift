internal import Glibc

/// Learns of commits to a store, by whatever process: inotify(7) on the file that every commit touches. Without commits nothing runs.
package struct StoreWatch: ~Copyable, Sendable {
  /// Readable when there is something to learn, for poll(2).
  package let descriptor: Int32

  /// Watches from now on. Make it before looking at the store: then nothing is missed.
  ///
  /// - Parameters:
  ///   - path: The store's folder; the file comes with the first commit, so the folder is what is watched.
  ///   - withSegments: Whether to notice reports of damaged segments too, and other files that come beside the segments.
  package init(_ path: String, withSegments: Bool = false) throws(StoreError) {
    descriptor = try Self.open(path, withSegments)
  }

  deinit { close(descriptor) }

  private static func open(_ path: String, _ withSegments: Bool) throws(StoreError) -> Int32 {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw StoreError(code: errno, call: "inotify_init1", path: path) }
    var folders = [(path, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO))]
    if withSegments { folders.append((path + "/segments", UInt32(IN_CREATE))) }
    for (folder, events) in folders where unsafe inotify_add_watch(descriptor, folder, events) < 0 {
      let code = errno
      close(descriptor)
      throw StoreError(code: code, call: "inotify_add_watch", path: folder)
    }
    return descriptor
  }

  /// Waits for a commit.
  ///
  /// - Parameter milliseconds: How long to wait at most; negative for as long as it takes.
  /// - Returns: `false` when the time was over.
  package func wait(milliseconds: Int32 = -1) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&waiting, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      return takeAll()
    }
  }

  /// Forgets what has happened so far.
  ///
  /// - Returns: Whether anything had.
  @discardableResult
  package func takeAll() -> Bool {
    // What happened is not looked at: one look at the store answers for all.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) {
      var hasRead = false
      while unsafe read(descriptor, $0.baseAddress, $0.count) > 0 { hasRead = true }
      return hasRead
    }
  }
}
