/// Events of a moment, sorted out: which entries to look at again, and which of them moved.
///
/// Pure, so that every mixture of events can be tested without a file system.
struct ChangeBatch: Equatable {
  /// An entry of a watched directory.
  struct Place: Hashable {
    var watch: WatchID
    var name: [UInt8]
  }

  struct Move: Hashable {
    var from: Place
    var to: Place
  }

  /// Both halves were seen, so a document keeps its identity. In the order of events: a file may move twice.
  private(set) var moves: [Move] = []
  /// Entries to look at again, once the moves are done.
  private(set) var places: Set<Place> = []
  /// Watches that the kernel ended.
  private(set) var ended: [WatchID] = []
  /// Events were lost: only a crawl of every root is correct.
  private(set) var isOverflowed = false

  var isEmpty: Bool { moves.isEmpty && places.isEmpty && ended.isEmpty && !isOverflowed }

  init(_ events: [WatchEvent]) {
    var departures: [UInt32: Place] = [:]
    for event in events {
      switch event {
      case .changed(let watch, let name): places.insert(Place(watch: watch, name: name))
      case .movedAway(let watch, let name, let cookie, _):
        let place = Place(watch: watch, name: name)
        departures[cookie] = place
        places.insert(place)
      case .movedHere(let watch, let name, let cookie, _):
        let place = Place(watch: watch, name: name)
        if let from = departures.removeValue(forKey: cookie) { moves.append(Move(from: from, to: place)) }
        places.insert(place)
      case .ended(let watch): ended.append(watch)
      case .overflowed: isOverflowed = true
      }
    }
  }
}
