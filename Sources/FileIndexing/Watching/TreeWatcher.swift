internal import IndexStore
internal import Synchronization

/// The watches on the directories that the catalog has, and on the folders that hold the roots.
///
/// Crawls add watches on their own threads; the daemon's loop takes the events.
final class TreeWatcher: Sendable {
  private let queue: InotifyQueue
  private let directories = Mutex<[WatchID: DirectoryID]>([:])
  /// Directories of the catalog that could not be read or watched when that was tried last.
  private let incomplete = Mutex<Set<DirectoryID>>([])
  /// The paths of the roots, by the watch on the folder that holds them and by their name there.
  private let roots = Mutex<[WatchID: [[UInt8]: [UInt8]]]>([:])

  init() throws(SystemError) { queue = try InotifyQueue() }

  /// Readable when events are waiting.
  var descriptor: Int32 { queue.descriptor }

  /// Directories of the catalog that are watched.
  var count: Int { directories.withLock { $0.count } }

  func watch(_ path: [UInt8]) -> Result<WatchID, SystemError> {
    do { return .success(try queue.watch(path)) } catch { return .failure(error) }
  }

  /// Says which directory a watch is on, after the directory was read.
  func assign(_ watch: WatchID, to directory: DirectoryID) {
    directories.withLock { $0[watch] = directory }
    incomplete.withLock { _ = $0.remove(directory) }
  }

  /// Says that a directory could not be read or watched: the next event that names it has it crawled.
  func noteIncomplete(_ directory: DirectoryID) { incomplete.withLock { _ = $0.insert(directory) } }

  /// Whether a directory could not be read or watched when that was tried last.
  func isIncomplete(_ directory: DirectoryID) -> Bool { incomplete.withLock { $0.contains(directory) } }

  /// Watches the folder that holds a root, for the root's name only. Watching it again does no harm.
  func watchName(ofRoot root: [UInt8]) throws(SystemError) {
    let watch = try queue.watchNames(in: root.parent)
    roots.withLock { $0[watch, default: [:]][root.lastComponent] = root }
  }

  /// The root that goes by this name; `nil` for any other entry.
  func root(at place: ChangeBatch.Place) -> [UInt8]? { roots.withLock { $0[place.watch]?[place.name] } }

  /// The directory that a watch is on; `nil` for one that was let go.
  func directory(of watch: WatchID) -> DirectoryID? { directories.withLock { $0[watch] } }

  /// The kernel ended the watch.
  func forget(_ watch: WatchID) {
    directories.withLock { $0[watch] = nil }
    roots.withLock { $0[watch] = nil }
  }

  /// Lets go of a directory that left the tree. The watch stays where the name of a root needs it too.
  func release(_ watch: WatchID) {
    directories.withLock { $0[watch] = nil }
    if roots.withLock({ $0[watch] == nil }) { queue.unwatch(watch) }
  }

  /// The events that are waiting, without those of the roots' neighbours.
  func events() throws(SystemError) -> [WatchEvent] {
    let roots = roots.withLock { $0 }
    return try queue.events().filter { event in
      guard let place = event.place, let names = roots[place.watch] else { return true }
      return names[place.name] != nil || directory(of: place.watch) != nil
    }
  }
}
