// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A limit of the kernel on what a user may watch.
///
/// The kernel reports it with the number of another error: `ENOSPC` for a limit on watches, which strerror(3)
/// calls a full disk, and `EMFILE` for one on queues.
package enum WatchLimit: Sendable, CustomStringConvertible {
  case watches, queues, marks, groups

  /// - Parameter call: The system call that failed.
  /// - Returns: `nil` for another error.
  package init?(_ call: String, _ code: Int32) {
    switch (call, code) {
    case ("inotify_add_watch", ENOSPC): self = .watches
    case ("inotify_init1", EMFILE): self = .queues
    case ("fanotify_mark", ENOSPC): self = .marks
    case ("fanotify_init", EMFILE): self = .groups
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .watches: "this user may watch no more folders; raise fs.inotify.max_user_watches"
    case .queues: "this user may have no more inotify queues; raise fs.inotify.max_user_instances"
    case .marks: "this user may mark no more file systems; raise fs.fanotify.max_user_marks"
    case .groups: "this user may have no more fanotify groups; raise fs.fanotify.max_user_groups"
    }
  }
}
