// SPDX-License-Identifier: Apache-2.0

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

  /// Where documents have moved, from their places before the batch to those after it. All moves
  /// happen at once: if two files exchange their names, each is the destination of the other. The
  /// documents keep their DocumentIDs.
  private(set) var moves: [Move] = []
  /// Entries to look up after ``moves`` are applied; includes both ends of each rename.
  private(set) var entries: Set<Entry> = []
  /// The present places of directories that were created in the batch. Nothing is known of what is in
  /// them, even if the catalog has a directory with the same inode number there: file systems reuse
  /// these numbers, and not all of them record when a directory was created.
  private(set) var createdDirectories: Set<Entry> = []
  /// Files that were written and not closed. They may be open.
  private(set) var written: Set<Entry> = []
  /// Entries that were created and not closed: files that are open, links, and others.
  private(set) var created: Set<Entry> = []
  /// Files that were closed after writing.
  private(set) var closed: Set<Entry> = []
  /// The places before the batch of entries that changed, without those that were created in the
  /// batch.
  private(set) var changed: Set<Entry> = []
  /// The present places of entries with another event than that of their creation or renaming: their
  /// content or attributes may have changed.
  private(set) var touched: Set<Entry> = []
  /// Places that may have another entry than ``moves`` say: an entry was renamed to another place and one came
  /// back from there, and an exchange of both (`RENAME_EXCHANGE`) has the same events. With the places to which
  /// their entries were renamed.
  private(set) var ambiguous: Set<Entry> = []
  /// The places from which something was renamed, if any place is ambiguous.
  private(set) var sources: Set<Entry> = []
  /// Watches that the kernel has removed.
  private(set) var ended: [WatchID] = []
  /// Whether events were lost. Only a crawl of every root finds all changes then.
  private(set) var isOverflowed = false

  var isEmpty: Bool { moves.isEmpty && entries.isEmpty && written.isEmpty && ended.isEmpty && !isOverflowed }

  /// The watches of the directories in which something has changed.
  var watches: Set<WatchID> { Set(entries.map(\.watch)).union(written.map(\.watch)) }

  init(_ events: [WatchEvent]) {
    var renames = Renames()
    for event in events {
      if let entry = event.entry {
        if case .written = event { written.insert(entry) } else { entries.insert(entry) }
      }
      switch event {
      case .changed(let watch, let name), .written(let watch, let name): touch(Entry(watch: watch, name: name), &renames)
      case .createdDirectory(let watch, let name): renames.createDirectory(at: Entry(watch: watch, name: name))
      case .created(let watch, let name): created.insert(Entry(watch: watch, name: name))
      case .closed(let watch, let name):
        closed.insert(Entry(watch: watch, name: name))
        touch(Entry(watch: watch, name: name), &renames)
      case .movedAway(let watch, let name, let cookie, _): renames.depart(from: Entry(watch: watch, name: name), cookie)
      case .movedHere(let watch, let name, let cookie, _): renames.arrive(at: Entry(watch: watch, name: name), cookie)
      case .ended(let watch): ended.append(watch)
      case .overflowed: isOverflowed = true
      }
    }
    written.subtract(closed)
    created.subtract(closed)
    moves = renames.moves
    createdDirectories = renames.createdDirectories
    touched = renames.touched
    ambiguous = renames.ambiguous
    sources = ambiguous.isEmpty ? [] : renames.sources
  }

  /// The same changes with those moves only that certainly lead to one of some directories.
  func limited(toMovesInto watches: Set<WatchID>) -> ChangeBatch {
    var limited = self
    limited.moves = moves.filter { watches.contains($0.to.watch) && !ambiguous.contains($0.to) && !ambiguous.contains($0.from) }
    (limited.ambiguous, limited.sources) = ([], [])
    return limited
  }

  private mutating func touch(_ place: Entry, _ renames: inout Renames) {
    renames.touch(place)
    let origin = renames.origin(of: place)
    if !created.contains(origin) { changed.insert(origin) }
  }
}

/// Follows entries through the renames of a batch.
///
/// What leaves a place to the one where it came from is taken for the entry that came from there, and not for one
/// that was exchanged with it. Only the entries themselves can tell; see ``ChangeBatch/ambiguous``.
private struct Renames {
  typealias Entry = ChangeBatch.Entry

  /// An entry between the two halves of a rename.
  private struct Departure {
    var place: Entry
    /// Its place before the batch; `nil` if that is unknown.
    var origin: Entry?
    var isCreated: Bool
    var isTouched: Bool
    var isAmbiguous: Bool
    /// How it came to the place that it leaves; `nil` if it did not come within the batch.
    var arrival: Arrival?
  }

  private struct Arrival {
    var source: Entry
    /// Whether an entry that was touched had this place before, or has left the source.
    var isTouched: Bool
  }

  /// By their cookies.
  private var departures: [UInt32: Departure] = [:]
  /// The last renames to places that nothing has left since.
  private var arrivals: [Entry: Arrival] = [:]
  /// The first places of renamed entries, by their present ones.
  private var origins: [Entry: Entry] = [:]
  /// Places that an entry has left. What leaves them later came there within the batch.
  private var left: Set<Entry> = []
  /// In the order of the renames.
  private var destinations: [Entry] = []
  private(set) var sources: Set<Entry> = []
  private(set) var createdDirectories: Set<Entry> = []
  private(set) var touched: Set<Entry> = []
  private(set) var ambiguous: Set<Entry> = []

  mutating func touch(_ place: Entry) { touched.insert(place) }

  /// Where the entry at a place was before the batch.
  func origin(of place: Entry) -> Entry { origins[place] ?? place }

  mutating func createDirectory(at place: Entry) {
    createdDirectories.insert(place)
    left.insert(place)
    arrivals[place] = nil
  }

  mutating func depart(from place: Entry, _ cookie: UInt32) {
    departures[cookie] = Departure(
      place: place, origin: origins.removeValue(forKey: place) ?? (left.contains(place) ? nil : place),
      isCreated: createdDirectories.remove(place) != nil, isTouched: touched.remove(place) != nil,
      isAmbiguous: ambiguous.contains(place), arrival: arrivals.removeValue(forKey: place))
    left.insert(place)
    sources.insert(place)
  }

  mutating func arrive(at place: Entry, _ cookie: UInt32) {
    let departure = departures.removeValue(forKey: cookie)
    let wasTouched = touched.remove(place) != nil
    origins[place] = departure?.origin
    arrivals[place] = nil
    destinations.append(place)
    guard let departure else { return }
    if departure.isCreated { createdDirectories.insert(place) }
    if departure.isTouched { touched.insert(place) }
    if departure.isAmbiguous { ambiguous.insert(place) }
    if let arrival = departure.arrival, arrival.source == place {
      ambiguous.formUnion([place, departure.place])
      if arrival.isTouched || departure.isTouched { touched.formUnion([place, departure.place]) }
    } else {
      arrivals[place] = Arrival(source: departure.place, isTouched: wasTouched || departure.isTouched)
    }
  }

  /// In the order of the first arrivals.
  var moves: [ChangeBatch.Move] {
    var rest = origins
    return destinations.compactMap { place in
      guard let origin = rest.removeValue(forKey: place), origin != place else { return nil }
      return ChangeBatch.Move(from: origin, to: place)
    }
  }
}
