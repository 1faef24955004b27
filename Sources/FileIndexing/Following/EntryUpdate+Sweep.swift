// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// Directories that are not watched.
extension EntryUpdate {
  /// A sweep watches no more directories than this in place of others.
  private static let maximumExchanges = 256
  /// A directory in which something has changed in this time stays watched.
  private static let minimumIdleTime = Duration.seconds(60)

  /// Lists directories that are not watched, and watches them if that is possible by now. If it is
  /// not, those in which something has changed are watched in place of those in which nothing has.
  ///
  /// - Parameter isStopped: Called between directories.
  consuming func sweep(_ unwatched: Set<DirectoryID>, isStopped: () -> Bool) throws -> Outcome {
    // If the limit is reached for one directory, it is reached for all.
    var isLimitReached = false
    var active: [WatchedDirectory] = []
    for id in unwatched where !isStopped() {
      guard let directory = try directory(id, watch: nil) else {
        watcher.forgetUnwatched(id)
        continue
      }
      let before = summary.changeCount
      guard let listed = try list(directory, watch: isLimitReached ? nil : crawler.watch) else { continue }
      if let watch = listed.watch {
        watcher.assign(watch, to: id)
      } else {
        isLimitReached = true
        if summary.changeCount > before, active.count < Self.maximumExchanges { active.append(directory) }
      }
    }
    if !active.isEmpty {
      let now = ContinuousClock.now
      for (directory, idle) in zip(active, watcher.idleWatches(since: now - Self.minimumIdleTime)) where !isStopped() {
        try watch(directory, inPlaceOf: idle, at: now)
      }
    }
    for directory in trees where !isStopped() { summary += try crawler.crawl(directory) }
    return finish()
  }

  private mutating func watch(_ directory: WatchedDirectory, inPlaceOf idle: WatchID, at now: ContinuousClock.Instant) throws {
    let given = watcher.giveUp(idle)
    if let watch = try list(directory, watch: crawler.watch)?.watch {
      watcher.assign(watch, to: directory.id)
      watcher.noteActivity(of: [watch], at: now)
    }
    // Events of these directories may have been in the queue.
    for id in given { if let directory = try self.directory(id, watch: nil) { try list(directory) } }
  }
}
