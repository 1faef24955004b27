// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Events, in order, that wait until earlier ones are applied. A pure value.
///
/// Their number is limited. If there are more, the events of single names in the directory with most of them
/// are dropped, and the directory is listed. If that does not help, all are dropped, and the roots are
/// crawled, as after an overflow of the kernel's queue.
struct ChangeBacklog {
  /// Maximum number of events, which take 100 bytes each.
  static let maximumCount = 1 << 16
  /// Dropping the events of a directory helps if they are at least this part of all.
  private static let minimumShare = 16

  private(set) var events: [WatchEvent] = []
  /// Watches of directories of which single events were dropped.
  private(set) var listed: Set<WatchID> = []
  /// Whether events were lost: only a crawl of the roots finds all changes.
  private(set) var isOverflowed = false
  /// When the first events were taken from the queue; `nil` if there are none.
  private(set) var began: ContinuousClock.Instant?
  /// The inodes of files that have other names and have changed, as ``CrawlSummary/linked``.
  private(set) var linked: Set<UInt64> = []
  /// Directories to crawl. A preview has found them, but perhaps not everything in them.
  private(set) var directories: Set<DirectoryID> = []
  private let maximumCount: Int
  private var counts: [WatchID: Int] = [:]

  init(maximumCount: Int = Self.maximumCount) { self.maximumCount = maximumCount }

  var isEmpty: Bool { began == nil }

  /// Adds events that were taken from the queue.
  mutating func append(_ more: [WatchEvent], at now: ContinuousClock.Instant) {
    guard !more.isEmpty else { return }
    if began == nil { began = now }
    for event in more {
      if event == .overflowed { overflow() }
      if isOverflowed { return }
      if let watch = event.entry?.watch {
        if listed.contains(watch), event.isOfSingleName { continue }
        counts[watch, default: 0] += 1
      }
      events.append(event)
      if events.count > maximumCount { reduce() }
    }
  }

  /// Adds what a preview of the next events leaves to their batch.
  mutating func note(_ preview: EntryUpdate.Preview) {
    linked.formUnion(preview.linked)
    directories.formUnion(preview.directories)
  }

  private mutating func reduce() {
    guard let (watch, _) = counts.max(by: { $0.value < $1.value }) else { return overflow() }
    let before = events.count
    events.removeAll { $0.entry?.watch == watch && $0.isOfSingleName }
    guard before - events.count >= maximumCount / Self.minimumShare else { return overflow() }
    listed.insert(watch)
    counts[watch] = events.count { $0.entry?.watch == watch }
  }

  private mutating func overflow() {
    isOverflowed = true
    (events, listed, counts) = ([], [], [:])
  }
}

extension WatchEvent {
  /// Whether a listing of the directory finds what the event tells, and the name decides nothing about
  /// other entries.
  fileprivate var isOfSingleName: Bool {
    switch self {
    case .createdDirectory, .movedAway(_, _, _, isDirectory: true), .movedHere(_, _, _, isDirectory: true), .ended, .overflowed: false
    case .changed, .created, .written, .closed, .movedAway, .movedHere: entry.map { !$0.decidesOthers } ?? false
    }
  }
}
