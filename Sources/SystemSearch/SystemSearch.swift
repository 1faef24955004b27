// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CSystem
internal import Glibc
internal import IndexStore
internal import QueryLanguage
internal import Threading

/// Answers one question for the user who asks it, from an index that this user cannot read.
package struct SystemSearch {
  private let connection: Connection
  private let query: SystemQuery
  private let store: Store
  private let access: FileAccess

  /// A caller that has not read the whole answer after this time in seconds has none.
  private static let answerTime: UInt32 = 300

  /// A caller that does not read anything for this time has no answer, in milliseconds.
  private static let stallTime: Int32 = 20_000

  /// Number of hits in one part of the answer.
  private static let partSize = 256

  /// Number of documents that are read in one snapshot.
  private static let batchSize = 512

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
      if local_wait_for_end(socket) { _exit(EXIT_FAILURE) }
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
  private typealias Delivery = (AnswerStream) throws -> Void

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

  // MARK: Hits

  private func delivery(ofFileAt path: [UInt8]) throws -> Delivery {
    // The index is not asked about names that the caller may not list.
    guard access.mayList(path.parent) else { return { _ in } }
    let file = try store.read { snapshot throws(StoreError) in
      if let reference = try snapshot.reference(for: path) { try snapshot.matchedFile(reference) } else { MatchedFile?.none }
    }
    let seen = try file.map { try examined([$0], for: .list) } ?? []
    return { try send(seen, $0) }
  }

  private func delivery(of predicate: CompiledPredicate, within folders: [[UInt8]]) throws -> Delivery {
    let right = Viewer.Right(predicate.requirements)
    if let order = query.order { return try delivery(of: predicate, within: folders, orderedBy: order, right) }
    guard let limit = query.limit else {
      let files = try store.matchedFiles(predicate, within: folders, orderedBy: nil, limit: nil, for: access.viewer(right))
      return { answer in try forEachBatch(of: files, for: right) { try send($0, answer) } }
    }
    let (seen, _) = try first(limit, for: right, countingThoseFor: right) { count in
      try store.matchedFiles(predicate, within: folders, orderedBy: nil, limit: count, for: access.viewer(right))
    }
    return { try send(seen, $0) }
  }

  /// Finds hits in an order. Those whose place in it the caller may not know come last, like documents without the
  /// attribute.
  private func delivery(
    of predicate: CompiledPredicate, within folders: [[UInt8]], orderedBy order: SearchOrder, _ right: Viewer.Right
  ) throws -> Delivery {
    let orderRight = max(right, Viewer.Right(Requirements(of: order.attribute)))
    let (all, ordered) = (access.viewer(right), access.viewer(orderRight))
    func unordered(_ limit: Int?) throws -> [MatchedFile] {
      guard all != nil, orderRight > right else { return [] }
      return try store.matchedFiles(predicate, within: folders, orderedBy: nil, limit: limit, for: all, butNotFor: ordered)
    }
    func byPath(_ seen: [Seen]) -> [Seen] { seen.sorted { $0.hit.path.lexicographicallyPrecedes($1.hit.path) } }
    guard let limit = query.limit else {
      let files = try store.matchedFiles(predicate, within: folders, orderedBy: order, limit: nil, for: ordered)
      let others = try unordered(nil)
      return { answer in
        // The kernel may know more than the index.
        var rest: [Seen] = []
        try forEachBatch(of: files, for: right) { seen in
          try send(seen.filter { $0.isSeen(with: orderRight) }, answer)
          rest += seen.filter { !$0.isSeen(with: orderRight) }
        }
        try forEachBatch(of: others, for: right) { rest += $0 }
        try send(byPath(rest), answer)
      }
    }
    let (seen, others) = try first(limit, for: right, countingThoseFor: orderRight) { count in
      try store.matchedFiles(predicate, within: folders, orderedBy: order, limit: count, for: ordered)
    }
    let missing = limit - seen.count
    // The first ones by their paths can be any of them.
    let rest = missing > 0 ? others + (try examined(unordered(nil)[...], for: right)) : []
    return { try send(seen + byPath(rest).prefix(missing), $0) }
  }

  /// The first files that the caller may see.
  ///
  /// - Parameters:
  ///   - counted: Which of the files that the caller may see are wanted.
  ///   - search: Finds files up to a limit.
  /// - Returns: The wanted files up to the limit; and other files before them that the caller may see.
  private func first(
    _ limit: Int, for right: Viewer.Right, countingThoseFor counted: Viewer.Right, _ search: (Int) throws -> [MatchedFile]
  ) throws -> (wanted: [Seen], others: [Seen]) {
    // The kernel may hide some.
    var count = max(limit, limit &+ 64)
    while true {
      let files = try search(count)
      let seen = try examined(files[...], for: right)
      let wanted = seen.filter { $0.isSeen(with: counted) }
      if wanted.count >= limit || files.count < count {
        return (Array(wanted.prefix(limit)), seen.filter { !$0.isSeen(with: counted) })
      }
      count = count > .max / 4 ? .max : count * 4
    }
  }

  /// Finds the best files for words, so that nothing follows from the answer about the words of hidden files:
  /// no document counts for another one, neither by how often a word occurs, nor by whether it occurs at
  /// all, nor by a place that it takes.
  private func delivery(of words: RankedQuery, where filter: CompiledPredicate?, within folders: [[UInt8]]) throws -> Delivery {
    let documents = try store.read { snapshot throws(StoreError) in try snapshot.counts().documents }
    var parameters = RankingParameters()
    (parameters.weighsFrequencies, parameters.correctsSpelling, parameters.findsRelated) = (false, false, false)
    let enough = parameters.sufficientHits
    (parameters.sufficientHits, parameters.rescoringDepth) = (.max, documents)
    let found = try store.rankedFiles(
      words, limit: documents, where: filter, within: folders, for: access.viewer(.read), parameters: parameters)
    let limit = query.limit ?? 100
    var seen = try firstVisible(limit, of: found.filter { $0.hit.tier != .some }.map(\.file))
    if seen.count < min(limit, enough) {
      seen += try firstVisible(limit - seen.count, of: found.filter { $0.hit.tier == .some }.map(\.file))
    }
    let partial = Set(found.lazy.filter { $0.hit.tier == .some }.map(\.hit.reference))
    let passages = query.wantsPassages ? PassageFinder(words) : nil
    return { [seen] answer in
      let hits = try examined(seen[...], for: .read, passages).map { seen in
        var seen = seen
        seen.hit.isPartial = partial.contains(seen.file.reference)
        return seen
      }
      try send(hits, answer)
    }
  }

  private func firstVisible(_ limit: Int, of files: [MatchedFile]) throws -> [MatchedFile] {
    var (seen, start): ([MatchedFile], Int) = ([], 0)
    // The kernel hides few of them.
    var count = min(max(limit, 16), Self.batchSize)
    while start < files.count, seen.count < limit {
      let end = min(start + count, files.count)
      seen += try examined(files[start..<end], for: .read).map(\.file)
      (start, count) = (end, Self.batchSize)
    }
    return Array(seen.prefix(limit))
  }

  private func forEachBatch(of files: [MatchedFile], for right: Viewer.Right, _ body: ([Seen]) throws -> Void) throws {
    for start in stride(from: 0, to: files.count, by: Self.batchSize) {
      try body(examined(files[start..<min(start + Self.batchSize, files.count)], for: right))
    }
  }

  /// A file that the caller may see.
  private struct Seen {
    let file: MatchedFile
    var hit: SystemHit
    let visibility: FileAccess.Visibility

    func isSeen(with right: Viewer.Right) -> Bool { visibility >= right.visibility(of: hit.kind) }
  }

  /// The hits that the caller may see. What is sent of a document, what it matched with, and what decides
  /// about it belong to the same state of its file.
  private func examined(
    _ files: ArraySlice<MatchedFile>, for right: Viewer.Right, _ passages: PassageFinder? = nil
  ) throws -> [Seen] {
    var (hits, candidates): ([(file: MatchedFile, hit: SystemHit)], [FileAccess.Candidate]) = ([], [])
    try store.read { [query] snapshot throws(StoreError) in
      for file in files {
        guard let now = try snapshot.matchedFile(file.reference), now.status.identity == file.status.identity,
          let path = try snapshot.path(of: file.reference)
        else { continue }
        let status = now.status
        var hit = SystemHit(path: path, kind: status.kind, mode: status.mode)
        switch query.attributes {
        case .named(let names):
          let values = try snapshot.values(of: names, for: file.reference) ?? []
          hit.values = names.indices.map { $0 < values.count ? values[$0] ?? .null : .null }
        case .shown:
          let shown = try snapshot.shownAttributes(of: file.reference) ?? []
          (hit.names, hit.values) = (shown.map(\.name), shown.map(\.value))
        }
        hit.passage = try passages?.passage(of: file.reference.document, in: snapshot)
        hits.append((file, hit))
        let isCurrent = status.changed == file.status.changed && file.content != .pending && now.content != .pending
        candidates.append(
          FileAccess.Candidate(
            path: path, status: status, isCurrent: isCurrent || status.kind == .directory,
            filesystem: try snapshot.filesystem(ofFile: file.reference)))
      }
    }
    var seen: [Seen] = []
    for (found, visibility) in zip(hits, access.visibilities(of: candidates)) where visibility >= right.visibility(of: found.hit.kind) {
      let hit = visibility == .readable ? found.hit : withoutContents(found.hit)
      seen.append(Seen(file: found.file, hit: hit, visibility: visibility))
    }
    return seen
  }

  /// What is seen of a file that can only be listed.
  private func withoutContents(_ hit: SystemHit) -> SystemHit {
    var hit = hit
    let names = if case .named(let names) = query.attributes { names } else { hit.names }
    let isShown = names.map { Viewer.Right(Requirements(of: $0)).visibility(of: hit.kind) != .readable }
    if hit.names.isEmpty {
      for index in names.indices where !isShown[index] { hit.values[index] = .null }
    } else {
      // Which attributes a file has tells about its content.
      hit.names = names.indices.filter { isShown[$0] }.map { names[$0] }
      hit.values = names.indices.filter { isShown[$0] }.map { hit.values[$0] }
    }
    hit.passage = nil
    return hit
  }

  private func send(_ seen: [Seen], _ answer: AnswerStream) throws(ConnectionError) {
    let hits = seen.map(\.hit)
    for start in stride(from: 0, to: hits.count, by: Self.partSize) {
      try answer.send(.hits(Array(hits[start..<min(start + Self.partSize, hits.count)])))
    }
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

extension Viewer.Right {
  /// What a caller must be allowed to do to find documents by some data.
  fileprivate init(_ requirements: Requirements) {
    let needsReading = !requirements.isDisjoint(with: [.types, .attributes, .text])
    // The status of a folder includes the number of its entries.
    self = needsReading ? .read : requirements.contains(.status) ? .listAndReadFolders : .list
  }

  /// How visible a document must be.
  fileprivate func visibility(of kind: FileStatus.Kind) -> FileAccess.Visibility {
    switch self {
    case .list: .listed
    case .listAndReadFolders: kind == .directory ? .readable : .listed
    case .read: .readable
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
      if let value = values[name] { unsafe setenv(name, value, 1) } else { unsafe unsetenv(name) }
    }
  }
}
