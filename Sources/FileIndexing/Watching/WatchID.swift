// SPDX-License-Identifier: Apache-2.0

/// A watch descriptor of inotify, which the kernel does not reuse during the lifetime of the queue, or a
/// negative number that ``FileSystemMarks`` has given to a directory.
struct WatchID: Hashable, Sendable {
  let rawValue: Int32

  var isOfMark: Bool { rawValue < 0 }
}
