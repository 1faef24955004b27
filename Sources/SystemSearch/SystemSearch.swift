// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CSystem
internal import IndexStore
internal import QueryLanguage
internal import SystemPlatform
internal import Threading

/// Answers one question for the user who asks it, from an index that this user cannot read.
package struct SystemSearch {
  let connection: Connection
  let query: SystemQuery
  let store: Store
  let access: FileAccess

  /// A caller that has not read the whole answer after this time in seconds has none.
  private static let answerTime: UInt32 = 300

  /// A caller that does not read anything for this time has no answer, in milliseconds.
  private static let stallTime: Int32 = 20_000

  /// How the answer to a question ended.
  package enum Outcome {
    /// The caller has a whole answer, or knows why there is none. It may ask again.
    ///
    /// - Parameter report: How much work the search was; `nil` if that does not matter.
    case finished(_ report: AnswerReport?)
    /// The caller is gone, or does not do what callers do.
    case broken
  }

  /// Answers a question. The process takes on the groups of the caller, so it answers only once.
  ///
  /// - Parameters:
  ///   - socket: The connection on which it came, which is closed at the end.
  ///   - path: The folder of the index.
  ///   - time: Decides when the answer begins.
  ///   - report: Called with what the administrator should know: why there is no answer.
  package static func answer(
    _ question: ReceivedQuestion, on socket: Int32, from path: String, at time: AnswerTime, report: (String) -> Void
  ) -> Outcome {
    let connection = Connection(socket)
    _ = local_set_timeouts(socket, stallTime)
    process_end_after(answerTime)
    do {
      let query = try question.query()
      query.calendar.apply()
      let access = try FileAccess(ofCallerAt: connection)
      try endWithCaller(connection)
      let search = SystemSearch(connection: connection, query: query, store: try Store.open(path, .read), access: access)
      return .finished(try search.answer(time))
    } catch {
      switch error {
      case ConnectionError.broken, ConnectionError.ended: return .broken
      // Other errors are mistakes of the caller.
      case is StoreError, is CallerError: report("\(error)")
      default: break
      }
      return (try? connection.send(SystemAnswer.failure("\(error)").encoded())) == nil ? .broken : .finished(nil)
    }
  }

  /// Ends the process as soon as the caller has ended.
  private static func endWithCaller(_ connection: Connection) throws {
    let socket = connection.socket
    let watch = try Thread {
      // On a busy computer, the answer may end before this thread begins.
      if local_wait_for_end(socket) { endProcessAtOnce(status: 1) }
    }
    watch.detach()
  }

  /// Tells a caller why there is no answer, and closes the connection. Does not wait for a caller that does not
  /// read.
  package static func refuse(_ socket: Int32, _ reason: String) {
    try? Connection(socket).send(SystemAnswer.failure(reason).encoded(), waits: false)
  }

  private init(connection: Connection, query: SystemQuery, store: Store, access: FileAccess) {
    (self.connection, self.query, self.store, self.access) = (connection, query, store, access)
  }

  /// The longest time in seconds that a caller can make the service wait for changes.
  private static let maximumSynchronizationTime = 60

  /// - Returns: How much work the search was; `nil` if that does not matter.
  private func answer(_ time: consuming AnswerTime) throws -> AnswerReport? {
    let delay = try query.synchronizationTime.flatMap { seconds in
      try store.synchronize(seconds: min(seconds, Self.maximumSynchronizationTime), readsContents: true)
    }
    if query.synchronizationTime != nil { time.restart() }
    // It may become complete during the search, or be erased.
    let before = try store.completeness()
    let states = try folderStates()
    let folders = zip(query.folders, states).filter { $0.1 != .unknown }.map(\.0)
    time.setQuestion(query.kind, conditionCount: 1)
    var delivery: Delivery = { _ in }
    if query.folders.isEmpty || !folders.isEmpty {
      switch query.question {
      case .predicate(let text):
        let predicate = CompiledPredicate(try Query(parsing: text), in: .current())
        time.setQuestion(query.kind, conditionCount: try conditionCount(predicate))
        delivery = try self.delivery(of: predicate, within: folders)
      case .words(let words, let text):
        let (words, filter) = (RankedQuery(words), try Query(parsing: text))
        let predicate = filter.predicate == .constant(true) ? nil : CompiledPredicate(filter, in: .current())
        time.setQuestion(query.kind, conditionCount: try words.words.count + (predicate.map(conditionCount) ?? 0))
        delivery = try self.delivery(of: words, where: predicate, within: folders)
      case .file(let path): delivery = try self.delivery(ofFileAt: path)
      }
    }
    let notices = try notices(delay, before)
    let end = time
    var report: AnswerReport?
    let answer = AnswerStream(connection) { [access] in
      if !access.isSuperuser { report = end.wait() }
    }
    try answer.send(.folders(states))
    try delivery(answer)
    try answer.send(.end(notices: notices, isCurrent: delay == nil))
    try answer.flush()
    if report != nil { AnswerTime.letCallerRun() }
    return report
  }

  /// Sends the hits that a search has found.
  typealias Delivery = (AnswerStream) throws -> Void

  /// Maximum number of conditions of a predicate. What one of them tells by the time that it takes, many could tell
  /// more clearly.
  static let maximumConditionCount = 4096

  private func conditionCount(_ predicate: CompiledPredicate) throws -> Int {
    let count = predicate.root.testCount
    guard access.isSuperuser || count <= Self.maximumConditionCount else { throw SystemQueryError.tooManyConditions(count) }
    return count
  }

  /// What the index has of the folders of the question. Those that the caller may not list are unknown: the index is
  /// not asked about them.
  private func folderStates() throws -> [FolderState] {
    let listed = query.folders.map { ($0, access.mayList($0), access.mayList($0.parent)) }
    return try store.read { snapshot throws(StoreError) in
      var states: [FolderState] = []
      for (path, isListed, isInListed) in listed {
        // A file counts as a folder that contains itself.
        let isKnown = if isListed { true } else { isInListed ? try snapshot.directory(for: path) == nil : false }
        states.append(isKnown ? try snapshot.folderState(path) : .unknown)
      }
      return states
    }
  }

  /// Why the answer may lack hits.
  ///
  /// - Parameters:
  ///   - delay: Why recent changes may be missing although the caller has waited for them.
  ///   - before: What the index lacked before the search.
  private func notices(_ delay: String?, _ before: Completeness) throws -> [String] {
    let states = [before, try store.completeness()]
    var notices = delay.map { ["-sync: the system's index: \($0)"] } ?? []
    if states.contains(where: \.isUnfinished) {
      notices.append("the system's index was erased or damaged, and not all files are in it again")
    }
    if states.contains(where: \.isDamaged) { notices.append("the system's index is damaged, so hits may be missing or wrong") }
    if states.contains(where: { $0.hasLostContents || $0.pending.reachableTexts > 0 }) {
      notices.append("files of the system's index have not been read again since it was erased or damaged, so hits may be missing")
    }
    if delay == nil, try DaemonLock.holder(of: store.path) == nil { notices.append("no daemon keeps the system's index current") }
    return notices
  }
}

extension SystemQuery {
  fileprivate var kind: QuestionKind {
    switch question {
    case .predicate: .predicate
    case .words: .words
    case .file: .file
    }
  }
}

/// A question that is not answered.
enum SystemQueryError: Error, CustomStringConvertible {
  case tooManyConditions(Int)

  var description: String {
    switch self {
    case .tooManyConditions(let count):
      "the predicate has \(count) conditions, and at most \(SystemSearch.maximumConditionCount) are accepted"
    }
  }
}

extension CallerCalendar {
  /// Makes the calendar that of this process.
  fileprivate func apply() {
    for name in Self.variables {
      ProcessFacts.setVariable(name, to: values[name])
    }
  }
}
