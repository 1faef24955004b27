internal import Glibc

/// Learns of commits to a store, by whatever process: inotify(7) on the file that every commit touches. Without commits nothing runs.
package struct StoreWatch: ~Copyable {
  private let descriptor: Int32

  /// Watches from now on. Make it before looking at the store: then nothing is missed.
  ///
  /// - Parameter path: The store's folder; the file comes with the first commit, so the folder is what is watched.
  package init(_ path: String) throws(FileError) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
    guard descriptor >= 0, unsafe inotify_add_watch(descriptor, path, mask) >= 0 else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      throw FileError(path: Array(path.utf8), code: code)
    }
  }

  deinit { close(descriptor) }

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
      // What happened is not looked at: one look at the store answers for all.
      return unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) {
        unsafe read(descriptor, $0.baseAddress, $0.count) > 0
      }
    }
  }
}
