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
    /// Whether the events tell of an exchange of two entries. A rename onto another entry and back has the
    /// same events, so only the entry itself at ``to`` shows which of the two it was.
    var isExchange = false
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
  }

  private mutating func touch(_ place: Entry, _ renames: inout Renames) {
    renames.touch(place)
    let origin = renames.origin(of: place)
    if !created.contains(origin) { changed.insert(origin) }
  }
}

/// Follows entries through the renames of a batch.
private struct Renames {
  typealias Entry = ChangeBatch.Entry

  /// What is known of the entry at a place.
  private struct Occupant {
    /// Its place before the batch; `nil` if it had none, or if that is unknown.
    var origin: Entry?
    /// Whether it is a directory that was created in the batch.
    var isCreated = false
    var isTouched = false
    /// See ``ChangeBatch/Move/isExchange``.
    var isExchanged = false
  }

  /// An entry whose place another one has taken. If it leaves this place next, to the one where the other
  /// came from, the two were exchanged.
  private struct Displaced {
    var occupant: Occupant
    /// Where the other entry came from.
    var source: Entry
  }

  /// The first half of a rename.
  private struct Departure {
    var occupant: Occupant?
    var place: Entry
    /// What was displaced at this place when the entry that departs arrived there.
    var displaced: Displaced?
  }

  /// What was renamed, created or touched, by its present place; `nil` for places that were left. At other
  /// places is what was there before the batch.
  private var occupants: [Entry: Occupant?] = [:]
  private var displaced: [Entry: Displaced] = [:]
  /// By the cookies of renames of which only the first half has come.
  private var departures: [UInt32: Departure] = [:]
  private var arrivals: [Entry] = []

  private func occupant(of place: Entry) -> Occupant? { occupants[place] ?? Occupant(origin: place) }

  mutating func touch(_ place: Entry) {
    var occupant = occupant(of: place) ?? Occupant()
    occupant.isTouched = true
    occupants[place] = occupant
  }

  /// Where the entry at a place was before the batch.
  func origin(of place: Entry) -> Entry { occupant(of: place)?.origin ?? place }

  mutating func createDirectory(at place: Entry) {
    displaced[place] = nil
    occupants[place] = Occupant(isCreated: true)
  }

  mutating func depart(from place: Entry, _ cookie: UInt32) {
    departures[cookie] = Departure(occupant: occupant(of: place), place: place, displaced: displaced.removeValue(forKey: place))
    occupants[place] = .some(nil)
  }

  mutating func arrive(at place: Entry, _ cookie: UInt32) {
    let present = occupant(of: place)
    guard let departure = departures.removeValue(forKey: cookie) else {
      // It came from a directory that is not watched. If it has replaced a file, it is that file, saved.
      occupants[place] = Occupant(origin: present?.origin == place ? place : nil)
      displaced[place] = nil
      return
    }
    arrivals.append(place)
    if present == nil, let former = departure.displaced, former.source == place {
      exchange(former.occupant, at: place, departure.occupant, at: departure.place)
      displaced[place] = nil
      return
    }
    occupants[place] = departure.occupant ?? Occupant()
    displaced[place] = present.map { Displaced(occupant: $0, source: departure.place) }
  }

  /// Records two entries at their new places. It may have been another one that came to the first place, see
  /// ``ChangeBatch/Move/isExchange``, so what is known of one holds for both.
  private mutating func exchange(_ one: Occupant, at place: Entry, _ other: Occupant?, at otherPlace: Entry) {
    let isCreated = one.isCreated || other?.isCreated ?? false
    let isTouched = one.isTouched || other?.isTouched ?? false
    occupants[place] = Occupant(origin: one.origin, isCreated: isCreated, isTouched: isTouched, isExchanged: true)
    occupants[otherPlace] = Occupant(origin: other?.origin, isCreated: isCreated, isTouched: isTouched, isExchanged: true)
  }

  /// In the order of the first arrivals.
  var moves: [ChangeBatch.Move] {
    var seen: Set<Entry> = []
    return arrivals.compactMap { place in
      guard let occupant = occupant(of: place), let origin = occupant.origin, origin != place, seen.insert(place).inserted else {
        return nil
      }
      return ChangeBatch.Move(from: origin, to: place, isExchange: occupant.isExchanged)
    }
  }

  var createdDirectories: Set<Entry> { places { $0.isCreated } }

  var touched: Set<Entry> { places { $0.isTouched } }

  private func places(where condition: (Occupant) -> Bool) -> Set<Entry> {
    Set(occupants.filter { $0.value.map(condition) ?? false }.keys)
  }
}
