// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Changes that could not be looked up, because the catalog had an outdated path.
struct UnsettledChanges: Equatable, Sendable {
  var entries: Set<ChangeBatch.Entry> = []
  /// See ``ChangeBatch/createdDirectories``.
  var createdDirectories: Set<ChangeBatch.Entry> = []
  /// Directories to crawl.
  var directories: Set<DirectoryID> = []

  /// Maximum number of entries and directories. If there are more, the roots are crawled as after a
  /// queue overflow.
  static let maximumEntries = 10_000

  var isEmpty: Bool { entries.isEmpty && createdDirectories.isEmpty && directories.isEmpty }

  var isTooMuch: Bool { entries.count + directories.count > Self.maximumEntries }

  mutating func formUnion(_ other: UnsettledChanges) {
    entries.formUnion(other.entries)
    createdDirectories.formUnion(other.createdDirectories)
    directories.formUnion(other.directories)
  }
}
