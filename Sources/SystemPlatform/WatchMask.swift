// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Which changes a watch reports, and what an event reports. inotify(7)
package struct WatchMask: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ value: Int) { rawValue = UInt32(value) }

  private init(_ value: Int32) { rawValue = UInt32(bitPattern: value) }

  private init(_ value: UInt32) { rawValue = value }

  package static let modified = WatchMask(IN_MODIFY)
  /// The permissions, the times, or the number of names were changed.
  package static let attributesChanged = WatchMask(IN_ATTRIB)
  /// A file that was open for writing was closed.
  package static let closedAfterWriting = WatchMask(IN_CLOSE_WRITE)
  package static let movedAway = WatchMask(IN_MOVED_FROM)
  package static let movedHere = WatchMask(IN_MOVED_TO)
  package static let created = WatchMask(IN_CREATE)
  package static let removed = WatchMask(IN_DELETE)
  /// The watched file or folder itself was removed.
  package static let selfRemoved = WatchMask(IN_DELETE_SELF)
  /// The watched file or folder itself was moved.
  package static let selfMoved = WatchMask(IN_MOVE_SELF)

  // Of requests only.

  /// Refuse to watch what is not a folder.
  package static let onlyFolders = WatchMask(IN_ONLYDIR)
  /// Do not report changes of files that are in the folder no more.
  package static let withoutUnlinked = WatchMask(IN_EXCL_UNLINK)
  /// Add to the changes of an existing watch.
  package static let addition = WatchMask(IN_MASK_ADD)

  // Of events only.

  /// The name is that of a folder.
  package static let folder = WatchMask(IN_ISDIR)
  /// The watch has ended.
  package static let ended = WatchMask(IN_IGNORED)
  /// Events were lost.
  package static let overflow = WatchMask(IN_Q_OVERFLOW)
}
