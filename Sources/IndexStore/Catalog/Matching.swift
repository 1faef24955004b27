/// Which stored entry of a directory each listed one is.
struct Matching {
  private let stored: [FileRecord]
  /// For each listed entry, the place of the stored one that it continues; none where all are new.
  private var partners: [Int?] = []
  /// Stored entries that the listing does not continue.
  private(set) var leftover: [FileRecord] = []

  init(stored: [FileRecord], listing: [ListedFile]) {
    self.stored = stored
    guard !stored.isEmpty else { return }
    partners = Array(repeating: nil, count: listing.count)
    var isTaken = Array(repeating: false, count: stored.count)
    var unmatched: [Int] = []

    // 1. By name. Listings come in the order of the last one, mostly: then no table is needed.
    var byName: [[UInt8]: Int]?
    for (place, entry) in listing.enumerated() {
      var found = place < stored.count && stored[place].name == entry.name ? place : nil
      if found == nil {
        let table = byName ?? Dictionary(stored.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        byName = table
        found = table[entry.name]
      }
      // A file in the place of a directory is another document.
      if let found, stored[found].status.kind == entry.status.kind, !isTaken[found] {
        partners[place] = found
        isTaken[found] = true
      } else {
        unmatched.append(place)
      }
    }
    let free = stored.indices.filter { !isTaken[$0] }
    guard !free.isEmpty else { return }

    // 2. By inode and birth: a rename within the directory.
    if !unmatched.isEmpty {
      var byIdentity = Dictionary(free.map { (stored[$0].status.identity, $0) }, uniquingKeysWith: { first, _ in first })
      for place in unmatched {
        let entry = listing[place]
        guard let found = byIdentity[entry.status.identity], stored[found].status.kind == entry.status.kind else { continue }
        byIdentity[entry.status.identity] = nil
        partners[place] = found
        isTaken[found] = true
      }
    }
    leftover = free.filter { !isTaken[$0] }.map { stored[$0] }
  }

  /// The stored entry that a listed one continues; `nil` for a new one.
  func partner(of place: Int) -> FileRecord? { partners.isEmpty ? nil : partners[place].map { stored[$0] } }
}

/// The entries of a listing that the catalog has just so. Of a large directory they are most, and little is kept of each.
struct UnchangedEntries {
  private var isUnchanged: [Bool]
  private(set) var count = 0
  /// The directories among them, by their places in the listing; …
  private(set) var subdirectories: [Int: DirectoryID] = [:]
  /// … and the documents whose content has to be read.
  private(set) var pending: [Int: DocumentReference] = [:]
  /// What the catalog has besides, in the order of DocumentIDs.
  fileprivate(set) var others: [FileRecord]

  /// None.
  init(others: [FileRecord] = []) {
    isUnchanged = []
    self.others = others
  }

  fileprivate init(of count: Int) {
    isUnchanged = Array(repeating: false, count: count)
    others = []
  }

  func contains(_ place: Int) -> Bool { count > 0 && isUnchanged[place] }

  /// - Returns: `false` when another row has been there.
  fileprivate mutating func insert(_ row: borrowing FileRow, at place: Int) -> Bool {
    guard !isUnchanged[place] else { return false }
    isUnchanged[place] = true
    count += 1
    if let subdirectory = row.subdirectory { subdirectories[place] = subdirectory }
    if row.content == .pending || row.content == .textPending { pending[place] = row.reference }
    return true
  }
}

extension Snapshot {
  /// Whether the catalog agrees with a directory listing already, so that nothing has to be written. The listing is sorted by name, bytewise:
  /// in another order it may be taken for a changed one.
  ///
  /// - Parameters:
  ///   - count: How many entries are listed.
  ///   - entry: Gives the one at a place.
  /// - Complexity: As of ``unchangedEntries(of:in:_:whileUnchanged:)``.
  package func isUnchanged(_ directory: DirectoryID, with count: Int, _ entry: (Int) -> ListedFile) throws(StoreError) -> Bool {
    guard let record = try directoryRecord(directory), record.isIndexed, record.firstListed != 0 else { return false }
    let unchanged = try unchangedEntries(of: count, in: directory, entry, whileUnchanged: true)
    return unchanged.count == count && unchanged.others.isEmpty
  }

  /// Compares a listing that is sorted by name with what is stored of a directory. In another order some that did not change are among the
  /// others.
  ///
  /// - Parameter whileUnchanged: Ends with the first document that is not as listed.
  /// - Complexity: O(entries), 0.2 µs each: rows are in the order of the first listing. Each that came later is looked for, O(log entries).
  func unchangedEntries(
    of count: Int, in directory: DirectoryID, _ entry: (Int) -> ListedFile, whileUnchanged: Bool = false
  ) throws(StoreError) -> UnchangedEntries {
    var unchanged = UnchangedEntries(of: count)
    var next = 0
    try forEachRow(in: directory) { row throws(StoreError) in
      if let place = row.place(in: count, entry, startingAt: next) {
        next = place + 1
        if row.status == entry(place).status, unchanged.insert(row, at: place) { return true }
      }
      unchanged.others.append(try record(row))
      return !whileUnchanged
    }
    return unchanged
  }
}

extension FileRow {
  /// The place of the name in a sorted listing, looked for at one place first.
  fileprivate func place(in count: Int, _ entry: (Int) -> ListedFile, startingAt first: Int) -> Int? {
    if first < count, name.isEqual(to: entry(first).name.span) { return first }
    let name = nameBytes
    var places = 0..<count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      let other = entry(middle).name
      if other == name { return middle }
      places = other.lexicographicallyPrecedes(name) ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return nil
  }
}
