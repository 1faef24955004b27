// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// A decoded event of inotify or fanotify.
enum WatchEvent: Hashable, Sendable {
  /// An entry was removed, or the attributes of an entry changed; with an empty name, those of the
  /// directory itself.
  case changed(WatchID, name: [UInt8])
  /// A directory was created.
  case createdDirectory(WatchID, name: [UInt8])
  /// An entry that is not a directory was created. If it is a file, it may still be written.
  case created(WatchID, name: [UInt8])
  /// A file was written or truncated. It may be open.
  case written(WatchID, name: [UInt8])
  /// A file that was open for writing was closed.
  case closed(WatchID, name: [UInt8])
  /// The first half of a rename: the entry left the directory.
  case movedAway(WatchID, name: [UInt8], cookie: UInt32, isDirectory: Bool)
  /// The second half of a rename, with the same cookie: the entry came into the directory.
  case movedHere(WatchID, name: [UInt8], cookie: UInt32, isDirectory: Bool)
  /// The kernel removed the watch: the directory was deleted, its file system unmounted, or the
  /// watch removed by ``InotifyQueue/unwatch(_:)``.
  case ended(WatchID)
  /// Events were lost. The kernel does not report for which directories.
  case overflowed

  /// The entry that the event names; `nil` if it names none.
  var entry: ChangeBatch.Entry? {
    switch self {
    case .changed(let watch, let name), .createdDirectory(let watch, let name), .created(let watch, let name),
      .written(let watch, let name), .closed(let watch, let name), .movedAway(let watch, let name, _, _),
      .movedHere(let watch, let name, _, _):
      ChangeBatch.Entry(watch: watch, name: name)
    case .ended, .overflowed: nil
    }
  }

  /// Whether an entry is in the directory that was not there before.
  var isArrival: Bool {
    switch self {
    case .created, .createdDirectory, .movedHere: true
    case .changed, .written, .closed, .movedAway, .ended, .overflowed: false
    }
  }

  /// Whether it is a half of the rename of a directory.
  var isRenameOfDirectory: Bool {
    switch self {
    case .movedAway(_, _, _, let isDirectory), .movedHere(_, _, _, let isDirectory): isDirectory
    case .changed, .createdDirectory, .created, .written, .closed, .ended, .overflowed: false
    }
  }

  /// - Returns: `nil` for an event of the watched directory itself, such as a change of its
  ///   attributes. The watch on its parent directory reports these too. The end of its watch follows
  ///   if its file system was unmounted, which ``MountWatch`` reports.
  init?(_ event: InotifyDescriptor.Event) {
    let (watch, mask, name) = (WatchID(rawValue: event.watch), event.mask, event.name)
    if mask.contains(.overflow) {
      self = .overflowed
    } else if mask.contains(.ended) {
      self = .ended(watch)
    } else if name.isEmpty {
      return nil
    } else if mask.contains(.movedAway) {
      self = .movedAway(watch, name: name, cookie: event.cookie, isDirectory: mask.contains(.folder))
    } else if mask.contains(.movedHere) {
      self = .movedHere(watch, name: name, cookie: event.cookie, isDirectory: mask.contains(.folder))
    } else if mask.contains(.closedAfterWriting) {
      self = .closed(watch, name: name)
    } else if mask.contains(.modified) {
      self = .written(watch, name: name)
    } else if mask.contains(.created) {
      self = mask.contains(.folder) ? .createdDirectory(watch, name: name) : .created(watch, name: name)
    } else {
      self = .changed(watch, name: name)
    }
  }
}
