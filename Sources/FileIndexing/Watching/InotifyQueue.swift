internal import Glibc

/// The kernel's queue of changes in watched directories: inotify(7).
///
/// One queue holds every watch. It is a thin view of the kernel's own behaviour:
/// 1. A watch is on an inode. It stays when the directory is renamed, and ends with an ``WatchEvent/ended(_:)`` when it is deleted or unmounted.
/// 2. Watching the same directory again gives the same ``WatchID``.
/// 3. When the queue is full the kernel drops events and says so once: ``WatchEvent/overflowed``. Nothing short of rescanning is correct then.
struct InotifyQueue: ~Copyable {
  /// What is watched for. A file that is being written is looked at when it is closed, not at each write.
  private static let mask =
    UInt32(IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF)
    | UInt32(IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)

  /// What is watched for where only the coming and going of entries matters. Another watch on the same directory keeps what it asked for.
  private static let namesMask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR | IN_MASK_ADD)

  let descriptor: Int32

  init() throws(SystemError) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw .current("inotify_init1") }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Watches a directory's entries.
  ///
  /// - Throws: `ENOSPC` when the user's limit of watches is reached (`fs.inotify.max_user_watches`); `ENOENT`, `ENOTDIR`, `EACCES` as for
  ///   opening it.
  func watch(_ path: [UInt8]) throws(SystemError) -> WatchID { try watch(path, Self.mask) }

  /// Watches which entries a directory has, not what happens to them; else as ``watch(_:)``.
  func watchNames(in path: [UInt8]) throws(SystemError) -> WatchID { try watch(path, Self.namesMask) }

  private func watch(_ path: [UInt8], _ mask: UInt32) throws(SystemError) -> WatchID {
    let descriptor = unsafe withCPath(path) { unsafe inotify_add_watch(self.descriptor, $0, mask) }
    guard descriptor >= 0 else { throw .current("inotify_add_watch", path: path) }
    return WatchID(rawValue: descriptor)
  }

  /// Ends a watch; an ``WatchEvent/ended(_:)`` for it follows.
  func unwatch(_ watch: WatchID) { _ = inotify_rm_watch(descriptor, watch.rawValue) }

  /// The events that are waiting, oldest first; empty when there are none.
  func events() throws(SystemError) -> [WatchEvent] {
    // Room for some 2,000 short names a call; the kernel never splits an event.
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
