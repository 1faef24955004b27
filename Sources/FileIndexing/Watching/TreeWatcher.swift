internal import IndexStore
internal import Synchronization

/// The watches on the directories of the catalog, and on the directories that contain roots.
///
/// Crawls add watches on their own threads. One thread, the daemon's, takes the events.
final class TreeWatcher: Sendable {
  private let queue: InotifyQueue
  private let directories = Mutex<[WatchID: DirectoryID]>([:])
  /// Directories of the catalog that could not be read or watched at the last attempt.
  private let incomplete = Mutex<Set<DirectoryID>>([])
  /// The paths of the roots, by the watch on the directory that contains them and their names in
  /// it.
  private let roots = Mutex<[WatchID: [[UInt8]: [UInt8]]]>([:])

  init() throws(SystemError) { queue = try InotifyQueue() }

  /// Readable while events are waiting. poll(2)
  var descriptor: Int32 { queue.descriptor }

  /// Number of directories of the catalog that are watched.
  var count: Int { directories.withLock { $0.count } }

  func watch(_ path: [UInt8]) -> Result<WatchID, SystemError> {
    do { return .success(try queue.watch(path)) } catch { return .failure(error) }
  }

  /// Records the directory that a watch belongs to. Called after the directory was read.
  func assign(_ watch: WatchID, to directory: DirectoryID) {
    directories.withLock { $0[watch] = directory }
    incomplete.withLock { _ = $0.remove(directory) }
  }

  /// Records that a directory could not be read or watched. The next event that names it leads to a
  /// crawl of it.
  func noteIncomplete(_ directory: DirectoryID) { incomplete.withLock { _ = $0.insert(directory) } }

  /// Whether a directory could not be read or watched at the last attempt.
  func isIncomplete(_ directory: DirectoryID) -> Bool { incomplete.withLock { $0.contains(directory) } }

  /// Watches the directory that contains a root, for the name of the root only. May be called
  /// repeatedly.
  ///
  /// - Throws: `SystemError` if the directory does not exist or cannot be watched.
  func watchName(ofRoot root: [UInt8]) throws(SystemError) {
    let watch = try queue.watchNames(in: root.parent)
    roots.withLock { $0[watch, default: [:]][root.lastComponent] = root }
  }

  /// The root with this name in this directory; `nil` if the entry is not a root that
  /// ``watchName(ofRoot:)`` was called for.
  func root(at entry: ChangeBatch.Entry) -> [UInt8]? { roots.withLock { $0[entry.watch]?[entry.name] } }

  /// The directory of the catalog that a watch belongs to; `nil` if there is none.
  func directory(of watch: WatchID) -> DirectoryID? { directories.withLock { $0[watch] } }

  /// Drops a watch that the kernel has removed.
  func forget(_ watch: WatchID) {
    directories.withLock { $0[watch] = nil }
    roots.withLock { $0[watch] = nil }
  }

  /// Drops the watch of a directory that has left the tree. The kernel's watch stays if it is also
  /// needed for the name of a root.
  func release(_ watch: WatchID) {
    directories.withLock { $0[watch] = nil }
    if roots.withLock({ $0[watch] == nil }) { queue.unwatch(watch) }
  }

  /// The next events, oldest first. Events of entries that only share a directory with a root are
  /// left out.
  func events() throws(SystemError) -> [WatchEvent] {
    let roots = roots.withLock { $0 }
    return try queue.events().filter { event in
      guard let entry = event.entry, let names = roots[entry.watch] else { return true }
      return names[entry.name] != nil || directory(of: entry.watch) != nil
    }
  }
}
