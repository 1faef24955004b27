// SPDX-License-Identifier: Apache-2.0

/// Decides which connections of a service are answered and when, so that no user keeps others from their
/// answers.
///
///     connected ─▶ idle ─asked─▶ waiting ─▶ answering ─answered─▶ idle
///
/// 1. A connection counts as a question only from the moment when its question has come completely until it is answered.
/// 2. Who has fewer questions answered at the moment is next; then, who has waited longer.
/// 3. Room is made at the cost of the account with most connections or most answers.
/// 4. A question is refused only after it has waited.
///
/// It only decides; its owner performs the actions.
package struct Admission {
  package struct Limits: Sendable {
    /// Maximum number of questions of one account, and of all, that are answered at the same time. Most of them only wait until their answers
    /// may begin.
    package var answersOfAccount = 16
    package var answers = 64
    /// Maximum number of connections of one account, and of all.
    package var connectionsOfAccount = 64
    package var connections = 400
    /// How long a question waits before it is refused.
    package var patience = Duration.seconds(10)
    /// An answer that takes longer may have to end for the question of another account.
    package var guaranteedTime = Duration.seconds(2)

    package init() {}
  }

  package enum Action: Equatable, Sendable {
    /// Answer the question that has come.
    case answer(Int32)
    /// End an answer, which ``answered(_:)`` then reports.
    case end(Int32)
    /// Close a connection without a question.
    case close(Int32)
    /// Tell a caller why there is no answer, and close the connection.
    case refuse(Int32, String)
  }

  private enum State: Equatable {
    case idle, waiting, answering, ending
  }

  private struct Connection {
    let descriptor: Int32
    let account: Account
    var state: State
    /// The beginning of the state.
    var since: ContinuousClock.Instant

    var isAnswered: Bool { state == .answering || state == .ending }
  }

  private let limits: Limits
  /// In no order that matters.
  private var connections: [Connection] = []

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// All connections.
  package var all: [Int32] { connections.map(\.descriptor) }
  /// The connections whose questions have not come, or not completely.
  package var idle: [Int32] { connections.filter { $0.state == .idle }.map(\.descriptor) }
  /// The connections with questions that are not being answered.
  package var waiting: [Int32] { connections.filter { $0.state == .waiting }.map(\.descriptor) }

  /// The connections whose questions are being answered.
  package var answering: [Int32] { connections.filter(\.isAnswered).map(\.descriptor) }

  /// - Returns: The account that has made a connection; `nil` if there is no such connection.
  package func account(of descriptor: Int32) -> Account? { connections.first { $0.descriptor == descriptor }?.account }

  // MARK: Events

  /// A connection was made.
  package mutating func connected(_ descriptor: Int32, _ account: Account, _ now: ContinuousClock.Instant) -> [Action] {
    var actions: [Action] = []
    if connections.count(where: { $0.account == account }) >= limits.connectionsOfAccount {
      guard let victim = longestIdle(of: account) else { return [.refuse(descriptor, Self.tooManyConnections)] }
      actions.append(remove(victim))
    } else if connections.count >= limits.connections {
      let largest = accounts(where: { _ in true }).max { $0.value < $1.value }?.key
      guard let largest, largest != account, let victim = longestIdle(of: largest) ?? longestWaiting(of: largest) else {
        return [.refuse(descriptor, Self.tooManyConnections)]
      }
      actions.append(remove(victim))
    }
    connections.append(Connection(descriptor: descriptor, account: account, state: .idle, since: now))
    return actions
  }

  /// The question of a connection has come completely.
  package mutating func asked(_ descriptor: Int32, _ now: ContinuousClock.Instant) { set(descriptor, .waiting, now) }

  /// The answer of a connection has ended.
  ///
  /// - Returns: The account that asked; `nil` if there is no such connection.
  @discardableResult
  package mutating func answered(_ descriptor: Int32, _ now: ContinuousClock.Instant) -> Account? {
    set(descriptor, .idle, now)
    return account(of: descriptor)
  }

  /// A connection is closed.
  package mutating func closed(_ descriptor: Int32) { connections.removeAll { $0.descriptor == descriptor } }

  private mutating func set(_ descriptor: Int32, _ state: State, _ now: ContinuousClock.Instant) {
    guard let index = connections.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    (connections[index].state, connections[index].since) = (state, now)
  }

  // MARK: Decisions

  /// What to do now. Call it after each event, and at the time that ``nextDecision`` names.
  package mutating func decide(_ now: ContinuousClock.Instant) -> [Action] {
    var actions: [Action] = []
    while let index = nextQuestion, connections.count(where: \.isAnswered) < limits.answers {
      (connections[index].state, connections[index].since) = (.answering, now)
      actions.append(.answer(connections[index].descriptor))
    }
    if let index = victim, now - connections[index].since >= limits.guaranteedTime {
      (connections[index].state, connections[index].since) = (.ending, now)
      actions.append(.end(connections[index].descriptor))
    }
    for connection in connections where connection.state == .waiting && now - connection.since >= limits.patience {
      let isAtLimit = answerCount(of: connection.account) >= limits.answersOfAccount
      actions.append(.refuse(connection.descriptor, isAtLimit ? tooManyOfAccount : Self.tooMany))
      closed(connection.descriptor)
    }
    return actions
  }

  /// When ``decide(_:)`` has something to do even if there is no event; `nil` for never.
  package var nextDecision: ContinuousClock.Instant? {
    let refusal = connections.lazy.filter { $0.state == .waiting }.map { $0.since + limits.patience }.min()
    let end = victim.map { connections[$0].since + limits.guaranteedTime }
    return [refusal, end].compactMap(\.self).min()
  }

  /// The question that is answered next.
  private var nextQuestion: Int? {
    let counts = accounts(where: \.isAnswered)
    func rank(_ connection: Connection) -> (Int, ContinuousClock.Instant) { (counts[connection.account] ?? 0, connection.since) }
    return connections.indices.filter {
      connections[$0].state == .waiting && counts[connections[$0].account] ?? 0 < limits.answersOfAccount
    }.min { rank(connections[$0]) < rank(connections[$1]) }
  }

  /// The answer that ends next for the question of an account that has at least two fewer; `nil` if there is room,
  /// or nobody has more.
  private var victim: Int? {
    guard connections.count(where: \.isAnswered) >= limits.answers, let next = nextQuestion else { return nil }
    let counts = accounts(where: \.isAnswered)
    let largest = accounts(where: { $0.state == .answering }).max { $0.value < $1.value }
    // One after the other, so that no more end than are in the way.
    guard !connections.contains(where: { $0.state == .ending }), let largest,
      largest.value > (counts[connections[next].account] ?? 0) + 1
    else { return nil }
    return connections.indices.filter { connections[$0].state == .answering && connections[$0].account == largest.key }
      .min { connections[$0].since < connections[$1].since }
  }

  private func accounts(where isCounted: (Connection) -> Bool) -> [Account: Int] {
    connections.reduce(into: [:]) { counts, connection in if isCounted(connection) { counts[connection.account, default: 0] += 1 } }
  }

  private func answerCount(of account: Account) -> Int { connections.count { $0.account == account && $0.isAnswered } }

  private func longest(_ state: State, of account: Account) -> Int? {
    connections.indices.filter { connections[$0].account == account && connections[$0].state == state }
      .min { connections[$0].since < connections[$1].since }
  }

  private func longestIdle(of account: Account) -> Int? { longest(.idle, of: account) }

  private func longestWaiting(of account: Account) -> Int? { longest(.waiting, of: account) }

  private mutating func remove(_ index: Int) -> Action {
    let connection = connections.remove(at: index)
    return connection.state == .idle ? .close(connection.descriptor) : .refuse(connection.descriptor, Self.tooManyConnections)
  }

  // MARK: Reasons

  private static let tooManyConnections = "there are too many connections; try again"
  private static let tooMany = "too many searches are running; try again"
  private var tooManyOfAccount: String { "\(limits.answersOfAccount) searches of this user are running; wait until one has ended" }
}
