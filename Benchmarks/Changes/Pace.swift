// SPDX-License-Identifier: Apache-2.0

/// The rate of changes, their grouping into commits, and whether another thread searches meanwhile.
enum Pace: Sendable {
  /// One commit per change, without pauses.
  case fullSpeed(isSearched: Bool)
  /// One commit per change, at a rate, while another thread searches.
  case single(perSecond: Int)
  /// One commit for all changes that are due, at a rate, while another thread searches. An indexer
  /// that follows events works like this.
  case grouped(perSecond: Int)

  static func all(rate: Int) -> [Pace] {
    [.fullSpeed(isSearched: false), .fullSpeed(isSearched: true), .single(perSecond: rate), .grouped(perSecond: rate)]
  }

  var isSearched: Bool {
    if case .fullSpeed(false) = self { false } else { true }
  }

  /// `nil` for no limit.
  var perSecond: Int? {
    switch self {
    case .fullSpeed: nil
    case .single(let perSecond), .grouped(let perSecond): perSecond
    }
  }

  /// Maximum number of changes in a commit.
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
