/// The events of a short time, reduced to renames and to entries that must be looked up again.
///
/// A pure value, so tests can cover every sequence of events without a file system.
struct ChangeBatch: Equatable {
  /// An entry of a watched directory. There need not be a file of this name.
  struct Entry: Hashable {
    var watch: WatchID
    var name: [UInt8]
  }

  struct Move: Hashable {
    var from: Entry
    var to: Entry
  }

  /// Renames of which both halves were reported, in the order of events: a file may be renamed
  /// twice. The documents keep their DocumentIDs.
  private(set) var moves: [Move] = []
  /// Entries to look up after ``moves`` are applied; includes both ends of each move.
  private(set) var entries: Set<Entry> = []
  /// Watches that the kernel has removed.
  private(set) var ended: [WatchID] = []
  /// Whether events were lost. Only a crawl of every root finds all changes then.
  private(set) var isOverflowed = false

  var isEmpty: Bool { moves.isEmpty && entries.isEmpty && ended.isEmpty && !isOverflowed }

  init(_ events: [WatchEvent]) {
    var departures: [UInt32: Entry] = [:]
    for event in events {
      switch event {
      case .changed(let watch, let name): entries.insert(Entry(watch: watch, name: name))
      case .movedAway(let watch, let name, let cookie, _):
        let entry = Entry(watch: watch, name: name)
        departures[cookie] = entry
        entries.insert(entry)
      case .movedHere(let watch, let name, let cookie, _):
        let entry = Entry(watch: watch, name: name)
        if let from = departures.removeValue(forKey: cookie) { moves.append(Move(from: from, to: entry)) }
        entries.insert(entry)
      case .ended(let watch): ended.append(watch)
      case .overflowed: isOverflowed = true
      }
    }
  }
}
