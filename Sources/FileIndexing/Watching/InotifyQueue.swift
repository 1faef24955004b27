// SPDX-License-Identifier: Apache-2.0

internal import CSystem
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
  private static let mask: WatchMask = [
    .created, .removed, .modified, .closedAfterWriting, .movedAway, .movedHere, .attributesChanged, .selfRemoved, .onlyFolders,
    .withoutUnlinked,
  ]

  /// Events of a directory in which only creations, removals and renames matter. With
  /// `IN_MASK_ADD`, a watch that the directory already has keeps its other events.
  private static let namesMask = WatchMask([.created, .removed, .movedAway, .movedHere, .onlyFolders, .addition])

  private let queue: InotifyDescriptor

  var descriptor: Int32 { queue.file.rawValue }

  init() throws(SystemError) { queue = try InotifyDescriptor() }

  /// Watches an open directory and its entries. inotify_add_watch(2)
  ///
  /// - Throws: `SystemError` with `ENOSPC` if the user's limit of watches is reached
  ///   (`fs.inotify.max_user_watches`).
  func watch(_ directory: Int32) throws(SystemError) -> WatchID {
    let descriptor = watch_directory(self.descriptor, directory, Self.mask.rawValue)
    guard descriptor >= 0 else { throw .current("inotify_add_watch") }
    return WatchID(rawValue: descriptor)
  }

  /// Watches for entries that are created, removed or renamed in a directory, but not for changes
  /// of these entries.
  ///
  /// - Throws: `SystemError` as ``watch(_:)``, or with `ENOENT`, `ENOTDIR` or `EACCES` as for opening
  ///   the directory.
  func watchNames(in path: [UInt8]) throws(SystemError) -> WatchID {
    WatchID(rawValue: try queue.watch(Path(path), for: Self.namesMask))
  }

  /// Removes a watch. ``WatchEvent/ended(_:)`` follows. Does nothing if the watch is gone.
  func unwatch(_ watch: WatchID) { queue.unwatch(watch.rawValue) }

  /// Ends all watches. Other threads may still add some, which fails from now on.
  func end() {
    // Without /dev/null they go on until this object is released.
    do throws(SystemError) { try queue.end() } catch {}
  }

  /// The next events in the queue, oldest first; empty if there are none. Does not wait. More may
  /// be left.
  func events() throws(SystemError) -> [WatchEvent] {
    // Enough for about 2,000 short names. The kernel returns whole events only.
    try unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer throws(SystemError) in
      var events: [WatchEvent] = []
      _ = try unsafe queue.read(into: buffer) { event in if let event = WatchEvent(event) { events.append(event) } }
      return events
    }
  }
}
