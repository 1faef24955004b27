/// How often changes come, how they are committed, and whether anybody searches meanwhile.
enum Pace: Sendable {
  /// One commit after the other, each of one change.
  case fullSpeed(isSearched: Bool)
  /// So many a second, a commit for each, while another thread searches.
  case single(perSecond: Int)
  /// So many a second, those that are due together in a commit, while another thread searches. This is how an indexer works that follows
  /// events.
  case grouped(perSecond: Int)

  static func all(rate: Int) -> [Pace] {
    [.fullSpeed(isSearched: false), .fullSpeed(isSearched: true), .single(perSecond: rate), .grouped(perSecond: rate)]
  }

  var isSearched: Bool {
    if case .fullSpeed(false) = self { false } else { true }
  }

  /// `nil` for as fast as it goes.
  var perSecond: Int? {
    switch self {
    case .fullSpeed: nil
    case .single(let perSecond), .grouped(let perSecond): perSecond
    }
  }

  /// Changes in a commit at most.
  var groupLimit: Int {
    if case .grouped = self { 256 } else { 1 }
  }

  var name: String {
    switch self {
    case .fullSpeed(false): "full speed"
    case .fullSpeed(true): "full speed, searched"
    case .single(let perSecond): "\(perSecond)/s, searched"
    case .grouped(let perSecond): "\(perSecond)/s in groups, searched"
    }
  }
}
