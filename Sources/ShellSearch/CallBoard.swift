// SPDX-License-Identifier: Apache-2.0

/// The calls that one thread answers, in the order of their arrival.
///
/// A shell asks again with every key, and does not say that it no longer waits for the earlier answer. So a search of a caller ends the earlier
/// ones of the same caller: they are answered at once, without results.
///
/// Invariants: 1. The numbers of waiting calls ascend, and all are greater than that of the running one. 2. At most ``maximumWaiting`` calls
/// wait. 3. At most one search of each caller is wanted.
package struct CallBoard<Request: Sendable>: Sendable {
  package struct Call: Sendable {
    package let number: UInt64
    /// Whose earlier searches the call ends; `nil` if it is no search.
    package let searcher: String?
    package let request: Request

    package init(number: UInt64, searcher: String?, request: Request) {
      (self.number, self.searcher, self.request) = (number, searcher, request)
    }
  }

  /// What becomes of a call, and of earlier ones.
  package struct Admission: Equatable, Sendable {
    /// Whether the call waits now. If not, too many do.
    package var isAdmitted: Bool
    /// The numbers of calls that are to be answered without results.
    package var superseded: [UInt64]

    package init(isAdmitted: Bool, superseded: [UInt64]) { (self.isAdmitted, self.superseded) = (isAdmitted, superseded) }
  }

  /// Maximum number of waiting calls. A shell has two: a search, and the question about its first results.
  package static var maximumWaiting: Int { 64 }

  private var waiting: [Call] = []
  private var running: Call?
  /// Whether somebody waits for the answer of ``running``.
  private var isRunningWanted = false

  package init() {}

  /// Adds a call.
  ///
  /// - Parameter call: Its number is greater than those of all earlier calls.
  package mutating func add(_ call: Call) -> Admission {
    precondition(call.number > (waiting.last?.number ?? running?.number ?? 0), "calls have ascending numbers")
    let superseded = call.searcher.map { supersede($0) } ?? []
    guard waiting.count < Self.maximumWaiting else { return Admission(isAdmitted: false, superseded: superseded) }
    waiting.append(call)
    return Admission(isAdmitted: true, superseded: superseded)
  }

  /// Ends the searches of a caller.
  ///
  /// - Returns: The numbers of calls that are to be answered without results.
  package mutating func supersede(_ searcher: String) -> [UInt64] {
    var superseded: [UInt64] = []
    if let running, running.searcher == searcher, isRunningWanted {
      isRunningWanted = false
      superseded.append(running.number)
    }
    superseded += waiting.filter { $0.searcher == searcher }.map(\.number)
    waiting.removeAll { $0.searcher == searcher }
    return superseded
  }

  /// Begins the oldest call; `nil` if none waits, or one runs.
  package mutating func next() -> Call? {
    guard running == nil, !waiting.isEmpty else { return nil }
    running = waiting.removeFirst()
    isRunningWanted = true
    return running
  }

  /// Whether somebody still waits for the answer of a running call.
  package func isWanted(_ number: UInt64) -> Bool { running?.number == number && isRunningWanted }

  /// Ends the running call.
  ///
  /// - Returns: Whether its answer is to be sent.
  package mutating func finish() -> Bool {
    precondition(running != nil, "a call runs")
    running = nil
    return isRunningWanted
  }
}
