// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import Synchronization
internal import SystemPlatform

/// The watches on the directories of the catalog, and on the directories above roots.
///
/// Crawls add watches on their own threads. One thread, the daemon's, takes the events.
final class TreeWatcher: Sendable {
  private let queue: InotifyQueue
  /// Takes the place of watches for the directories on most file systems; `nil` if none are marked.
  private let marks: FileSystemMarks?
  private let state = Mutex(State())

  private struct State {
    var directories = WatchedDirectories()
    /// Directories of the catalog that could not be read or watched at the last attempt, and why.
    var incomplete: [DirectoryID: String] = [:]
    /// Directories of the catalog that were read and could not be watched at the last attempt.
    var unwatched: Set<DirectoryID> = []
    /// Watches that had directories, and have none. A crawl may find out where their directories are now.
    var spare: Set<WatchID> = []
    /// When something last changed in watched directories, as far as known. Kept only while others cannot
    /// be watched.
    var activity: [WatchID: ContinuousClock.Instant] = [:]
    /// The paths that an entry of a directory above them leads to.
    var paths: [WatchID: [[UInt8]: Set<[UInt8]>]] = [:]
  }

  /// - Parameter marksFileSystems: Whether to mark whole file systems where that is possible.
  /// - Throws: `SystemError` with `EPERM` if the process may not mark file systems.
  init(marksFileSystems: Bool = false) throws(SystemError) {
    marks = marksFileSystems ? try FileSystemMarks() : nil
    queue = try InotifyQueue()
  }

  /// Readable while events are waiting; the second is -1 unless file systems are marked. poll(2)
  var descriptors: (Int32, Int32) { (queue.descriptor, marks?.descriptor ?? -1) }

  /// Number of directories of the catalog that are watched.
  var count: Int { state.withLock { $0.directories.count } }

  /// Why the directories of a file system are watched although file systems were to be marked.
  var refusalOfMarks: SystemError? { marks?.refusal }

  /// Ends the watches of inotify, whose number is limited. Called when no events are taken any more; crawls may
  /// still run.
  func end() { queue.end() }

  /// Watches an open directory.
  func watch(_ directory: Int32) -> Result<WatchID, SystemError> {
    if let watch = marks?.watch(directory) { return .success(watch) }
    do { return .success(try queue.watch(directory)) } catch { return .failure(SystemError(code: error.code, call: error.call)) }
  }

  /// Records the directory that a watch belongs to. Called after the directory was read.
  func assign(_ watch: WatchID, to directory: DirectoryID) {
    state.withLock { state in
      state.directories.insert(directory, for: watch)
      state.incomplete[directory] = nil
      state.unwatched.remove(directory)
    }
  }

  /// Records that other directories have taken the places of some, so that their watches do not belong to
  /// them any more. See ``releaseSpare()``.
  func noteReplaced(_ replaced: Set<DirectoryID>) {
    if replaced.isEmpty { return }
    state.withLock { $0.spare.formUnion($0.directories.remove(replaced)) }
  }

  /// Ends the watches of directories that were replaced and have not been found elsewhere. Called when no
  /// crawl is running, except those of a preview, which are repeated.
  func releaseSpare() {
    let unused = state.withLock { state in
      defer { state.spare = [] }
      return state.spare.filter { state.directories[$0].isEmpty }
    }
    for watch in unused { end(watch) }
  }

  /// The kernel's watch stays if it is needed for the name of a root.
  private func end(_ watch: WatchID) {
    if watch.isOfMark { marks?.unwatch(watch) } else if state.withLock({ $0.paths[watch] == nil }) { queue.unwatch(watch) }
  }

  /// The directories that were read and are not watched, usually because the user's limit is reached.
  var unwatchedDirectories: Set<DirectoryID> { state.withLock { $0.unwatched } }

  var hasUnwatchedDirectories: Bool { state.withLock { !$0.unwatched.isEmpty } }

  func noteUnwatched(_ directory: DirectoryID) { state.withLock { _ = $0.unwatched.insert(directory) } }

  /// Drops an unwatched directory that has left the catalog.
  func forgetUnwatched(_ directory: DirectoryID) { state.withLock { _ = $0.unwatched.remove(directory) } }

  /// Records that something has changed in some directories, so that they stay watched.
  func noteActivity(of watches: Set<WatchID>, at now: ContinuousClock.Instant) {
    state.withLock { state in
      if !state.unwatched.isEmpty {
        for watch in watches { state.activity[watch] = now }
      } else if !state.activity.isEmpty {
        state.activity = [:]
      }
    }
  }

  /// Watches of directories in which nothing has changed since some time. First come those in which
  /// nothing is known to have changed at all, and of these the last ones found, which are deep in the
  /// tree.
  func idleWatches(since time: ContinuousClock.Instant) -> [WatchID] {
    let (activity, idle) = state.withLock { state in
      let idle = state.directories.watches.filter { watch in
        !watch.isOfMark && state.paths[watch] == nil && state.activity[watch].map { $0 < time } ?? true
      }
      return (state.activity, idle)
    }
    return idle.sorted { first, second in
      switch (activity[first], activity[second]) {
      case (nil, nil): first.rawValue > second.rawValue
      case (let first?, let second?): first < second
      case (let first, _): first == nil
      }
    }
  }

  /// Ends a watch so that another directory can be watched.
  ///
  /// - Returns: Its directories, which are not watched from now on. What happened in them before is not
  ///   reported any more.
  func giveUp(_ watch: WatchID) -> [DirectoryID] {
    let given = state.withLock { state in
      let given = state.directories[watch]
      state.directories.removeAll(of: watch)
      state.activity[watch] = nil
      state.unwatched.formUnion(given)
      return given
    }
    queue.unwatch(watch)
    return given
  }

  /// Records that a directory could not be read or watched. The next event that names it leads to a
  /// crawl of it.
  ///
  /// - Parameter path: The path of the directory if the process lacks the permission to read it.
  func noteIncomplete(_ directory: DirectoryID, because reason: String, deniedAt path: [UInt8]? = nil) {
    state.withLock { $0.incomplete[directory] = reason }
    // A mark reports that permission was given only as an event of the directory itself.
    guard let path, let watch = marks?.watch(unreadable: path) else { return }
    state.withLock { $0.directories.insert(directory, for: watch) }
  }

  /// Whether a directory could not be read or watched at the last attempt.
  func isIncomplete(_ directory: DirectoryID) -> Bool { state.withLock { $0.incomplete[directory] != nil } }

  /// What is missing at present. Drops incomplete directories that have left the catalog.
  func coverage(in store: Store) throws(StoreError) -> WatchCoverage {
    let known = state.withLock { Set($0.incomplete.keys) }
    var gone: [DirectoryID] = []
    if !known.isEmpty {
      try store.read { snapshot throws(StoreError) in
        for id in known where try snapshot.directoryRecord(id) == nil { gone.append(id) }
      }
    }
    return state.withLock { state in
      for id in gone { state.incomplete[id] = nil }
      return WatchCoverage(unwatched: state.unwatched.count, incomplete: state.incomplete.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  /// The directories below some others that could not be read or watched at the last attempt.
  func incompleteDirectories(below directories: Set<DirectoryID>, in store: Store) throws(StoreError) -> [DirectoryID] {
    let incomplete = state.withLock { $0.incomplete.keys }
    guard !incomplete.isEmpty, !directories.isEmpty else { return [] }
    return try store.read { snapshot throws(StoreError) in
      var found: [DirectoryID] = []
      for id in incomplete {
        var next = try snapshot.directoryRecord(id)
        while let record = next, !directories.contains(record.parent) { next = try snapshot.directoryRecord(record.parent) }
        if next != nil { found.append(id) }
      }
      return found
    }
  }

  /// Watches the existing directories above an absolute path, each for the name of the next component
  /// only. Called again when one of these components has changed, and then releases the directories
  /// that are no longer above the path.
  ///
  /// The watches are added from the top down: a directory that is replaced meanwhile is reported by
  /// the watch above it.
  ///
  /// - Throws: `SystemError` for a directory that cannot be watched. Those below it are watched.
  func watchNames(leadingTo path: [UInt8]) throws(SystemError) {
    var entries: [ChangeBatch.Entry] = []
    var failure: SystemError?
    var directory = [UInt8(ascii: "/")]
    for name in path.split(separator: UInt8(ascii: "/")).map(Array.init) {
      do throws(SystemError) {
        entries.append(ChangeBatch.Entry(watch: try queue.watchNames(in: directory), name: name))
      } catch {
        if error.code.isMissing { break }
        failure = error
      }
      directory = directory.appending(component: name)
    }
    let unused = state.withLock { state in
      for (watch, names) in state.paths { state.paths[watch] = names.compactMapValues { $0 == [path] ? nil : $0.subtracting([path]) } }
      for entry in entries { state.paths[entry.watch, default: [:]][entry.name, default: []].insert(path) }
      let unnamed = state.paths.filter(\.value.isEmpty).map(\.key)
      for watch in unnamed { state.paths[watch] = nil }
      return unnamed.filter { state.directories[$0].isEmpty }
    }
    for watch in unused { queue.unwatch(watch) }
    if let failure { throw failure }
  }

  /// Watches the folder of the processes that wait; see `Cookie`.
  func watchCookies(in folder: String) throws(SystemError) -> WatchID { try queue.watchNames(in: Array(folder.utf8)) }

  /// The paths that an entry leads to, of those that ``watchNames(leadingTo:)`` was called for.
  func paths(through entry: ChangeBatch.Entry) -> Set<[UInt8]> { state.withLock { $0.paths[entry.watch]?[entry.name] } ?? [] }

  /// The directories of the catalog that a watch belongs to.
  func directories(of watch: WatchID) -> [DirectoryID] { state.withLock { $0.directories[watch] } }

  /// Drops a watch that the kernel has removed.
  func forget(_ watch: WatchID) {
    state.withLock { state in
      state.directories.removeAll(of: watch)
      state.paths[watch] = nil
    }
  }

  /// Drops the watches of directories that have left the catalog.
  func releaseUnknown(in store: Store) throws(StoreError) {
    let watched = state.withLock { $0.directories }
    let unknown = try store.read { snapshot throws(StoreError) in
      var unknown: [(WatchID, DirectoryID)] = []
      for (watch, directory) in watched.pairs where try snapshot.directoryRecord(directory) == nil { unknown.append((watch, directory)) }
      return unknown
    }
    for (watch, directory) in unknown { release(watch, of: directory) }
  }

  /// Drops the watch of a directory that has left the tree. The kernel's watch stays if it is also
  /// needed for the directory at another path, or for the name of a root.
  func release(_ watch: WatchID, of directory: DirectoryID) {
    let isLast = state.withLock { $0.directories.remove(directory, of: watch) }
    if isLast { end(watch) }
  }

  /// The next events, oldest first. Events of entries that only share a directory with a root or a
  /// directory above it are left out.
  func events() throws(SystemError) -> [WatchEvent] {
    let paths = state.withLock { $0.paths }
    let named = try queue.events().filter { event in
      guard let entry = event.entry, let names = paths[entry.watch] else { return true }
      return names[entry.name] != nil || !directories(of: entry.watch).isEmpty
    }
    guard let marks else { return named }
    // Whoever waits with a cookie expects that everything before it was seen. What happened before the
    // events above is in this queue by now.
    return try marks.events(isComplete: !named.isEmpty) + named
  }
}

/// What a daemon does not follow.
package struct WatchCoverage: Sendable, Equatable {
  /// Number of directories that were read and cannot be watched.
  package var unwatched = 0
  /// For each directory that could not be read, or only in part, the reason.
  package var incomplete: [String] = []
}
