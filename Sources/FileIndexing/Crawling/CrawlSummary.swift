// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// The counts and problems of a crawl.
package struct CrawlSummary: Sendable, Equatable {
  /// Directories read.
  package var directories = 0
  /// Entries listed, directories included.
  package var entries = 0
  /// Entries that are not indexed. A directory among them counts as one, with what is in it.
  package var skipped = 0
  package var added = 0
  package var changed = 0
  package var removed = 0
  /// Directories that could not be read or watched.
  package var problems: [CrawlProblem] = []
  /// Directories that were no longer at their paths when they were to be read. They, or directories
  /// above them, were removed or renamed.
  var vanished: [DirectoryID] = []
  /// The inodes of changed files that have other names.
  var linked: Set<UInt64> = []

  /// Number of documents that were added, changed or removed.
  var changeCount: Int { added + changed + removed }

  mutating func add(_ result: Reconciliation) {
    added += result.added.count
    changed += result.changed.count
    removed += result.removed.count
  }

  static func += (left: inout CrawlSummary, right: CrawlSummary) {
    left.directories += right.directories
    left.entries += right.entries
    left.skipped += right.skipped
    left.added += right.added
    left.changed += right.changed
    left.removed += right.removed
    left.problems += right.problems
    left.vanished += right.vanished
    left.linked.formUnion(right.linked)
  }
}
