internal import IndexStore
internal import Synchronization

/// The watches on the directories that the catalog has.
///
/// Crawls add watches on their own threads; the daemon's loop takes the events.
final class TreeWatcher: Sendable {
  private let queue: InotifyQueue
  private let directories = Mutex<[WatchID: DirectoryID]>([:])

  init() throws(SystemError) { queue = try InotifyQueue() }

  /// Readable when events are waiting.
  var descriptor: Int32 { queue.descriptor }

  /// Directories that are watched.
  var count: Int { directories.withLock { $0.count } }

  func watch(_ path: [UInt8]) -> Result<WatchID, SystemError> {
    do { return .success(try queue.watch(path)) } catch { return .failure(error) }
  }

  /// Says which directory a watch is on.
  func assign(_ watch: WatchID, to directory: DirectoryID) { directories.withLock { $0[watch] = directory } }

  /// The directory that a watch is on; `nil` for one that was let go.
  func directory(of watch: WatchID) -> DirectoryID? { directories.withLock { $0[watch] } }

  /// The kernel ended the watch.
  func forget(_ watch: WatchID) { directories.withLock { $0[watch] = nil } }

  /// Nobody is interested any more, as the directory left the tree.
  func release(_ watch: WatchID) {
    forget(watch)
    queue.unwatch(watch)
  }

  func events() throws(SystemError) -> [WatchEvent] { try queue.events() }
}
