internal import Attributes
internal import CSystem
internal import Glibc
internal import IndexStore
internal import QueryLanguage

/// Answers one question for the user who asks it, from an index that this user cannot read.
package struct SystemSearch {
  private let connection: Connection
  private let query: SystemQuery
  private let store: Store
  private var access: FileAccess

  /// Maximum number of bytes of a question.
  private static let questionLimit = 1 << 20

  /// A caller asks within this time after it has connected, in milliseconds.
  private static let questionTime: Int32 = 10_000

  /// Number of hits in one part of the answer.
  private static let partSize = 256

  /// Number of documents that are read in one snapshot.
  private static let batchSize = 4096

  /// Reads the question of a new connection, and answers it. The process takes on the groups of the
  /// caller, so it answers only once.
  ///
  /// - Parameters:
  ///   - socket: The connection, which is closed at the end.
  ///   - path: The folder of the index.
  /// - Returns: What the administrator should know: why there was no answer. `nil` if there was one.
  package static func answer(on socket: Int32, from path: String) -> String? {
    let connection = Connection(socket)
    _ = local_set_receive_timeout(socket, questionTime)
    do {
      let question = try connection.receive(limit: questionLimit)
      let query = try SystemQuery(decoding: question.span)
      query.calendar.apply()
      let access = try FileAccess(ofCallerAt: connection)
      var search = SystemSearch(connection: connection, query: query, store: try Store.open(path, .read), access: access)
      try search.answer()
      return nil
    } catch is ConnectionError {
      // The caller has ended.
      return nil
    } catch {
      try? connection.send(SystemAnswer.failure("\(error)").encoded())
      return "\(error)"
    }
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

  private mutating func answer() throws {
    let delay = try query.synchronizationTime.flatMap { time in
      try store.synchronize(seconds: min(time, Self.maximumSynchronizationTime), readsContents: true)
    }
    let folders = try knownFolders()
    try connection.send(SystemAnswer.folders(query.folders.map(folders.contains)).encoded())
    if query.folders.isEmpty || !folders.isEmpty {
      switch query.question {
      case .predicate(let predicate): try answer(CompiledPredicate(Query(parsing: predicate), in: .current()), within: folders)
      case .words(let words, let predicate): try answer(RankedQuery(words), where: Query(parsing: predicate), within: folders)
      case .file(let path):
        let reference = try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) }
        try send(visible([reference].compactMap(Found.init)[...], ifAtLeast: Least(.names), passages: nil))
      }
    }
    try connection.send(SystemAnswer.end(notices: notices(delay), isCurrent: delay == nil).encoded())
  }

  /// The folders of the question that the index has and the caller may list. A file counts as a folder
  /// that contains itself.
  private mutating func knownFolders() throws -> [[UInt8]] {
    let indexed = try store.read { [query] snapshot throws(StoreError) in
      var indexed: [(path: [UInt8], isFolder: Bool)] = []
      for folder in query.folders {
        let isFolder = try snapshot.directory(for: folder) != nil
        let isIndexed = try snapshot.reference(for: folder) != nil
        if isFolder || isIndexed { indexed.append((folder, isFolder)) }
      }
      return indexed
    }
    return indexed.filter { access.mayList($0.isFolder ? $0.path : FileAccess.folder(of: $0.path)) }.map(\.path)
  }

  /// Why the answer may lack hits.
  ///
  /// - Parameter delay: Why recent changes may be missing although the caller has waited for them.
  private func notices(_ delay: String?) throws -> [String] {
    var notices = delay.map { ["-sync: the system's index: \($0)"] } ?? []
    if try store.isUnfinished() { notices.append("the system's index was erased or damaged, and not all files are in it again") }
    if delay == nil, try DaemonLock.holder(of: store.path) == nil { notices.append("no daemon keeps the system's index current") }
    return notices
  }

  // MARK: Hits

  /// A document that matches, whether or not the caller may see it.
  private struct Found {
    let reference: DocumentReference
    var score: Int64 = 0

    /// - Returns: `nil` for no document.
    init?(reference: DocumentReference?) {
      guard let reference else { return nil }
      self.reference = reference
    }

    init(_ hit: RankedHit) { (reference, score) = (hit.reference, hit.score) }
  }

  private mutating func answer(_ predicate: CompiledPredicate, within folders: [[UInt8]]) throws {
    let order = query.order.map { Requirements(of: $0.attribute) } ?? []
    let least = Least(predicate.requirements.union(order))
    let search = { [store, query] (count: Int?) in
      try store.search(predicate, within: folders, orderedBy: query.order, limit: count).references().compactMap(Found.init)
    }
    if let limit = query.limit { return try answer(limit: limit, ifAtLeast: least, passages: nil, search) }
    let found = try search(nil)
    for start in stride(from: 0, to: found.count, by: Self.batchSize) {
      try send(visible(found[start..<min(start + Self.batchSize, found.count)], ifAtLeast: least, passages: nil))
    }
  }

  private mutating func answer(_ words: RankedQuery, where filter: Query, within folders: [[UInt8]]) throws {
    let filter = filter.predicate == .constant(true) ? nil : CompiledPredicate(filter, in: .current())
    let passages = query.wantsPassages ? PassageFinder(words) : nil
    try answer(limit: query.limit ?? 100, ifAtLeast: Least(.text), passages: passages) { [store] count in
      try store.ranked(words, limit: count, where: filter, within: folders).map(Found.init)
    }
  }

  /// Sends the first visible hits.
  ///
  /// - Parameter search: Finds the given number of documents, visible or not.
  private mutating func answer(
    limit: Int, ifAtLeast least: Least, passages: PassageFinder?, _ search: (_ count: Int) throws -> [Found]
  ) throws {
    // Some may be hidden from this caller.
    var count = max(limit, limit &+ 64)
    while true {
      let found = try search(count)
      let visible = try visible(found[...], ifAtLeast: least, passages: passages)
      guard visible.count < limit, found.count >= count else { return try send(Array(visible.prefix(limit))) }
      count = count > .max / 4 ? .max : count * 4
    }
  }

  /// The hits that the caller may see. What is sent of a document and what decides about it are of one
  /// snapshot.
  private mutating func visible(
    _ found: ArraySlice<Found>, ifAtLeast least: Least, passages: PassageFinder?
  ) throws -> [SystemHit] {
    var (hits, candidates): ([SystemHit], [FileAccess.Candidate]) = ([], [])
    try store.read { [query] snapshot throws(StoreError) in
      for document in found {
        guard let record = try snapshot.record(of: document.reference), let path = try snapshot.path(of: document.reference) else {
          continue
        }
        var hit = SystemHit(path: path, kind: record.status.kind, mode: record.status.mode, score: document.score)
        switch query.attributes {
        case .named(let names):
          let values = try snapshot.values(of: names, for: document.reference) ?? []
          hit.values = names.indices.map { $0 < values.count ? values[$0] ?? .null : .null }
        case .shown:
          let shown = try snapshot.shownAttributes(of: document.reference) ?? []
          (hit.names, hit.values) = (shown.map(\.name), shown.map(\.value))
        }
        hit.passage = try passages?.passage(of: document.reference.document, in: snapshot)
        hits.append(hit)
        let isRead = record.content != .pending
        candidates.append(FileAccess.Candidate(path: path, status: record.status, isCurrent: isRead))
      }
    }
    var seen: [SystemHit] = []
    for (hit, visibility) in zip(hits, access.visibilities(of: candidates)) where visibility >= least[hit.kind] {
      seen.append(visibility == .readable ? hit : withoutContents(hit))
    }
    return seen
  }

  /// What is seen of a file that can only be listed.
  private func withoutContents(_ hit: SystemHit) -> SystemHit {
    var hit = hit
    let names = if case .named(let names) = query.attributes { names } else { hit.names }
    for (index, name) in names.enumerated() where Least(Requirements(of: name))[hit.kind] == .readable { hit.values[index] = .null }
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
