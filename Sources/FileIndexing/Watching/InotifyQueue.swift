// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import SystemPlatform

/// An inotify(7) instance. One queue holds all watches.
///
/// The behaviour is the kernel's:
/// 1. A watch belongs to an inode. It survives a rename of the directory, and ends with
///    ``WatchEvent/ended(_:)`` if the directory is deleted or its file system unmounted.
/// 2. Watching the same directory twice gives the same ``WatchID``.
/// 3. If the queue is full, the kernel drops events and reports ``WatchEvent/overflowed`` once.
///    Only a new crawl finds what was lost.
struct InotifyQueue: ~Copyable {
  /// Events of a directory of the catalog. `IN_MODIFY` is the only event of truncate(2), and of a
  /// file that stays open while it is written.
  private static let mask =
    UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF)
    | UInt32(IN_ONLYDIR | IN_EXCL_UNLINK)

  /// Events of a directory in which only creations, removals and renames matter. With
  /// `IN_MASK_ADD`, a watch that the directory already has keeps its other events.
  private static let namesMask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR | IN_MASK_ADD)

  let descriptor: Int32

  init() throws(SystemError) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw .current("inotify_init1") }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Watches an open directory and its entries. inotify_add_watch(2)
  ///
  /// - Throws: `SystemError` with `ENOSPC` if the user's limit of watches is reached
  ///   (`fs.inotify.max_user_watches`).
  func watch(_ directory: Int32) throws(SystemError) -> WatchID {
    let descriptor = watch_directory(self.descriptor, directory, Self.mask)
    guard descriptor >= 0 else { throw .current("inotify_add_watch") }
    return WatchID(rawValue: descriptor)
  }

  /// Watches for entries that are created, removed or renamed in a directory, but not for changes
  /// of these entries.
  ///
  /// - Throws: `SystemError` as ``watch(_:)``, or with `ENOENT`, `ENOTDIR` or `EACCES` as for opening
  ///   the directory.
  func watchNames(in path: [UInt8]) throws(SystemError) -> WatchID {
    let descriptor = unsafe withCPath(path) { unsafe inotify_add_watch(self.descriptor, $0, Self.namesMask) }
    guard descriptor >= 0 else { throw .current("inotify_add_watch", path: path) }
    return WatchID(rawValue: descriptor)
  }

  /// Removes a watch. ``WatchEvent/ended(_:)`` follows. Does nothing if the watch is gone.
  func unwatch(_ watch: WatchID) { _ = inotify_rm_watch(descriptor, watch.rawValue) }

  /// Ends all watches. Other threads may still add some, which fails from now on.
  func end() {
    let nothing = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    close(nothing)
  }

  /// The next events in the queue, oldest first; empty if there are none. Does not wait. More may
  /// be left.
  func events() throws(SystemError) -> [WatchEvent] {
    // Enough for about 2,000 short names. The kernel returns whole events only.
    try unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer throws(SystemError) in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      guard count >= 0 else {
        guard errno == EAGAIN || errno == EINTR else { throw .current("read of inotify") }
        return []
      }
      var events: [WatchEvent] = []
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let raw = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let nameStart = offset + header
        let name = unsafe buffer[nameStart..<nameStart + Int(raw.len)].prefix { $0 != 0 }
        if let event = unsafe WatchEvent(raw, name: Array(name)) { events.append(event) }
        offset = nameStart + Int(raw.len)
      }
      return events
    }
  }
}
