internal import Glibc
internal import QueryLanguage
internal import Synchronization

/// Answers a query by looking at every document in its scope.
///
/// Useful while the store has no other index, and for what no index decides. Cost: 0.2 µs a document for names, status and types, 1 µs with
/// attributes, 1 s a gigabyte of text for each processor.
struct Scan: Sendable {
  let predicate: CompiledPredicate
  /// `nil` for everything.
  let scope: SearchScope?
  /// Stop when so many were found.
  let limit: Int
  /// Leave paths out: only the number is wanted.
  let isCounting: Bool

  /// What several threads share.
  final class Progress: Sendable {
    /// The first batch that no thread has taken.
    let nextBatch = Atomic<Int>(0)
    let found = Atomic<Int>(0)
  }

  /// The matches in one batch of documents.
  struct Part: Sendable {
    var batch: Int
    var results = SearchResults()
    var count = 0
  }

  /// Documents that a thread takes at a time.
  private static let batchSize = 256

  func run(_ snapshot: borrowing Snapshot, _ progress: Progress) throws(StoreError) -> [Part] {
    try snapshot.withView { view throws(StoreError) in
      let state = State(scan: self, progress: progress, view: view)
      guard let scope else {
        try snapshot.forEachDocument(where: { state.takes() }) { row throws(StoreError) in try state.visit(row, snapshot) }
        return state.parts
      }
      for reference in scope.documents where state.takes() {
        guard let row = try snapshot.transaction.value(.documents, Key(reference)) else { continue }
        guard try state.visit(try FileRow(reference, row, owners: snapshot.owners), snapshot) else { return state.parts }
      }
      for directory in scope.directories where !state.isOver {
        try snapshot.forEachRow(in: directory, where: { state.takes() }) { row throws(StoreError) in try state.visit(row, snapshot) }
      }
      return state.parts
    }
  }

  /// One thread's progress.
  private final class State {
    let scan: Scan
    let progress: Progress
    let view: DocumentView
    private(set) var parts: [Part] = []
    /// Documents passed.
    private var passed = 0
    private var mine: Int
    private var folders: [DirectoryID: [UInt8]?] = [:]

    init(scan: Scan, progress: Progress, view: DocumentView) {
      self.scan = scan
      self.progress = progress
      self.view = view
      mine = progress.nextBatch.add(1, ordering: .relaxed).oldValue
    }

    var isOver: Bool { progress.found.load(ordering: .relaxed) >= scan.limit }

    /// Whether the next document is in a batch that this thread has taken.
    func takes() -> Bool {
      let batch = passed / Scan.batchSize
      passed += 1
      if batch > mine { mine = progress.nextBatch.add(1, ordering: .relaxed).oldValue }
      return batch == mine
    }

    /// - Returns: `false` when enough was found.
    func visit(_ row: borrowing FileRow, _ snapshot: borrowing Snapshot) throws(StoreError) -> Bool {
      view.look(at: row)
      guard try matches(), let folder = try folder(row.reference.directory, snapshot) else { return !isOver }
      if parts.last?.batch != mine { parts.append(Part(batch: mine)) }
      parts[parts.count - 1].count += 1
      if !scan.isCounting { try parts[parts.count - 1].results.append(row.reference, name: view.name, in: folder) }
      return progress.found.add(1, ordering: .relaxed).newValue < scan.limit
    }

    private func matches() throws(StoreError) -> Bool {
      do {
        return try scan.predicate.matches(view)
      } catch {
        // Only the view throws, and only this.
        throw error as? StoreError ?? .corrupted(object: "a document", reason: "\(error)")
      }
    }

    /// A directory's path with a slash at its end; `nil` when the directory is hidden or was taken out. Each is put together once, from
    /// its parent's.
    private func folder(_ directory: DirectoryID, _ snapshot: borrowing Snapshot) throws(StoreError) -> [UInt8]? {
      if let known = folders[directory] { return known }
      guard directory != .root else { return [UInt8(ascii: "/")] }
      // Known as nowhere meanwhile: a directory that is its own ancestor, which only damage makes, then ends the recursion.
      folders[directory] = .some(nil)
      guard let record = try snapshot.directoryRecord(directory), !record.isHidden,
        var path = try folder(record.parent, snapshot)
      else { return nil }
      path += record.name
      path.append(UInt8(ascii: "/"))
      folders[directory] = path
      return path
    }
  }
}
