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

  /// Maximum number of bytes of a question.
  private static let questionLimit = 1 << 20

  /// A caller asks within this time after it has connected, and reads an answer within the other one, in
  /// seconds. Whoever takes longer has no answer.
  private static let (questionTime, answerTime): (UInt32, UInt32) = (10, 300)

  /// A caller that does not read anything for this time has no answer, in milliseconds.
  private static let stallTime: Int32 = 20_000

  /// Number of hits in one part of the answer.
  private static let partSize = 256

  /// Number of documents that are read in one snapshot.
  private static let batchSize = 512

  /// Reads the question of a new connection, and answers it. The process takes on the groups of the
  /// caller, so it answers only once.
  ///
  /// - Parameters:
  ///   - socket: The connection, which is closed at the end.
  ///   - path: The folder of the index.
  /// - Returns: What the administrator should know: why there was no answer. `nil` if there was one.
  package static func answer(on socket: Int32, from path: String) -> String? {
    let connection = Connection(socket)
    _ = local_set_timeouts(socket, stallTime)
    process_end_after(questionTime)
    do {
      let question = try connection.receive(limit: questionLimit)
      process_end_after(answerTime)
      let query = try SystemQuery(decoding: question.span)
      query.calendar.apply()
      let access = try FileAccess(ofCallerAt: connection)
      try endWithCaller(connection)
      let search = SystemSearch(connection: connection, query: query, store: try Store.open(path, .read), access: access)
      try search.answer()
      return nil
    } catch is ConnectionError {
      // The caller has ended.
      return nil
    } catch {
      try? connection.send(SystemAnswer.failure("\(error)").encoded())
      // Other errors are mistakes of the caller.
      return error is StoreError || error is CallerError ? "\(error)" : nil
    }
  }

  /// Ends the process as soon as the caller has ended.
  private static func endWithCaller(_ connection: Connection) throws {
    let socket = connection.socket
    let watch = try Thread {
      local_wait_for_end(socket)
      _exit(EXIT_SUCCESS)
    }
    watch.detach()
  }

  /// Tells a caller why there is no answer.
  package static func refuse(_ socket: Int32, _ reason: String) {
    try? Connection(socket).send(SystemAnswer.failure(reason).encoded())
  }

  private init(connection: Connection, query: SystemQuery, store: Store, access: FileAccess) {
    (self.connection, self.query, self.store, self.access) = (connection, query, store, access)
  }

  /// The longest time in seconds that a caller can make the service wait for changes.
  private static let maximumSynchronizationTime = 60

  private func answer() throws {
    let delay = try query.synchronizationTime.flatMap { time in
      try store.synchronize(seconds: min(time, Self.maximumSynchronizationTime), readsContents: true)
    }
    // It may become complete during the search, or be erased.
    let before = try store.completeness()
    let states = try folderStates()
    try connection.send(SystemAnswer.folders(states).encoded())
    let folders = zip(query.folders, states).filter { $0.1 != .unknown }.map(\.0)
    if query.folders.isEmpty || !folders.isEmpty {
      switch query.question {
      case .predicate(let predicate): try answer(CompiledPredicate(Query(parsing: predicate), in: .current()), within: folders)
      case .words(let words, let predicate): try answer(RankedQuery(words), where: Query(parsing: predicate), within: folders)
      case .file(let path):
        let file = try store.read { snapshot throws(StoreError) in
          if let reference = try snapshot.reference(for: path) { try snapshot.matchedFile(reference) } else { MatchedFile?.none }
        }
        if let file { try send(visible([file], ifAtLeast: Least(.names))) }
      }
    }
    try connection.send(SystemAnswer.end(notices: notices(delay, before), isCurrent: delay == nil).encoded())
  }

  /// What the index has of the folders of the question. Those that the caller may not list are unknown.
  private func folderStates() throws -> [FolderState] {
    let found = try store.read { [query] snapshot throws(StoreError) in
      var found: [(state: FolderState, listed: [UInt8])] = []
      for path in query.folders {
        let isFolder = try snapshot.directory(for: path) != nil
        found.append((try snapshot.folderState(path), isFolder ? path : path.parent))
      }
      return found
    }
    return found.map { $0.state != .unknown && access.mayList($0.listed) ? $0.state : .unknown }
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

  private func answer(_ predicate: CompiledPredicate, within folders: [[UInt8]]) throws {
    let least = Least(predicate.requirements)
    if let order = query.order, Least(Requirements(of: order.attribute))[.regular] == .readable {
      return try answer(predicate, within: folders, orderedByContent: order, least)
    }
    guard let limit = query.limit else {
      return try send(store.matchedFiles(predicate, within: folders, orderedBy: query.order, limit: nil), ifAtLeast: least)
    }
    // Some may be hidden from this caller.
    var count = max(limit, limit &+ 64)
    while true {
      let files = try store.matchedFiles(predicate, within: folders, orderedBy: query.order, limit: count)
      let seen = try visible(files[...], ifAtLeast: least)
      guard seen.count < limit, files.count >= count else { return try send(Array(seen.prefix(limit))) }
      count = count > .max / 4 ? .max : count * 4
    }
  }

  /// Answers a question whose hits have an order that only those know who can read them. The others come
  /// last, like documents without the attribute.
  private func answer(
    _ predicate: CompiledPredicate, within folders: [[UInt8]], orderedByContent order: SearchOrder, _ least: Least
  ) throws {
    let files = try store.matchedFiles(predicate, within: folders, orderedBy: order, limit: nil)
    let seen = try allVisible(files, ifAtLeast: least)
    let unread = seen.filter { $0.visibility == .listed }.map(\.hit).sorted { $0.path.lexicographicallyPrecedes($1.path) }
    let hits = seen.filter { $0.visibility == .readable }.map(\.hit) + unread
    try send(Array(hits.prefix(query.limit ?? .max)))
  }

  private func allVisible(_ files: [MatchedFile], ifAtLeast least: Least) throws -> [Seen] {
    var seen: [Seen] = []
    for start in stride(from: 0, to: files.count, by: Self.batchSize) {
      seen += try examined(files[start..<min(start + Self.batchSize, files.count)], ifAtLeast: least)
    }
    return seen
  }

  /// Answers a ranked question so that nothing follows from the answer about the words of hidden files:
  /// no document counts for another one, neither by how often a word occurs, nor by whether it occurs at
  /// all, nor by a place that it takes.
  private func answer(_ words: RankedQuery, where filter: Query, within folders: [[UInt8]]) throws {
    let filter = filter.predicate == .constant(true) ? nil : CompiledPredicate(filter, in: .current())
    let documents = try store.read { snapshot throws(StoreError) in try snapshot.counts().documents }
    var parameters = RankingParameters()
    (parameters.weighsFrequencies, parameters.correctsSpelling) = (false, false)
    let enough = parameters.sufficientHits
    (parameters.sufficientHits, parameters.rescoringDepth) = (.max, documents)
    let found = try store.rankedFiles(words, limit: documents, where: filter, within: folders, parameters: parameters)
    let limit = query.limit ?? 100
    var seen = try firstVisible(limit, of: found.filter { $0.hit.tier != .some }.map(\.file))
    if seen.count < min(limit, enough) {
      seen += try firstVisible(limit - seen.count, of: found.filter { $0.hit.tier == .some }.map(\.file))
    }
    let partial = Set(found.lazy.filter { $0.hit.tier == .some }.map(\.hit.reference))
    let passages = query.wantsPassages ? PassageFinder(words) : nil
    try send(
      examined(seen[...], ifAtLeast: Least(.text), passages).map { seen in
        var hit = seen.hit
        hit.isPartial = partial.contains(seen.file.reference)
        return hit
      })
  }

  private func firstVisible(_ limit: Int, of files: [MatchedFile]) throws -> [MatchedFile] {
    var seen: [MatchedFile] = []
    for start in stride(from: 0, to: files.count, by: Self.batchSize) where seen.count < limit {
      seen += try examined(files[start..<min(start + Self.batchSize, files.count)], ifAtLeast: Least(.text)).map(\.file)
    }
    return Array(seen.prefix(limit))
  }

  /// Sends what the caller may see of some files.
  private func send(_ files: [MatchedFile], ifAtLeast least: Least) throws {
    for start in stride(from: 0, to: files.count, by: Self.batchSize) {
      try send(visible(files[start..<min(start + Self.batchSize, files.count)], ifAtLeast: least))
    }
  }

  private func visible(_ files: ArraySlice<MatchedFile>, ifAtLeast least: Least) throws -> [SystemHit] {
    try examined(files, ifAtLeast: least).map(\.hit)
  }

  /// A file that the caller may see.
  private struct Seen {
    let file: MatchedFile
    let hit: SystemHit
    let visibility: FileAccess.Visibility
  }

  /// The hits that the caller may see. What is sent of a document, what it matched with, and what decides
  /// about it belong to the same state of its file.
  private func examined(
    _ files: ArraySlice<MatchedFile>, ifAtLeast least: Least, _ passages: PassageFinder? = nil
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
        candidates.append(FileAccess.Candidate(path: path, status: status, isCurrent: isCurrent || status.kind == .directory))
      }
    }
    var seen: [Seen] = []
    for (found, visibility) in zip(hits, access.visibilities(of: candidates)) where visibility >= least[found.hit.kind] {
      let hit = visibility == .readable ? found.hit : withoutContents(found.hit)
      seen.append(Seen(file: found.file, hit: hit, visibility: visibility))
    }
    return seen
  }

  /// What is seen of a file that can only be listed.
  private func withoutContents(_ hit: SystemHit) -> SystemHit {
    var hit = hit
    let names = if case .named(let names) = query.attributes { names } else { hit.names }
    let isShown = names.map { Least(Requirements(of: $0))[hit.kind] != .readable }
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

  private func send(_ hits: [SystemHit]) throws(ConnectionError) {
    for start in stride(from: 0, to: hits.count, by: Self.partSize) {
      try connection.send(SystemAnswer.hits(Array(hits[start..<min(start + Self.partSize, hits.count)])).encoded())
    }
  }
}

/// How visible a document must be to be found by some data.
private struct Least {
  private let needsReading: Bool
  /// Whether the status of documents is used. That of a folder includes the number of its entries.
  private let usesStatus: Bool

  init(_ requirements: Requirements) {
    needsReading = !requirements.isDisjoint(with: [.types, .attributes, .text])
    usesStatus = requirements.contains(.status)
  }

  subscript(kind: FileStatus.Kind) -> FileAccess.Visibility {
    needsReading || usesStatus && kind == .directory ? .readable : .listed
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
