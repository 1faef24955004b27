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

extension Snapshot {
  /// Whether the catalog agrees with a directory listing already, so that nothing has to be written.
  ///
  /// - Complexity: O(entries), 0.2 µs each when the order is that of the last listing.
  package func isUnchanged(_ directory: DirectoryID, with listing: @autoclosure () -> [ListedFile]) throws(StoreError) -> Bool {
    guard let record = try directoryRecord(directory), record.isIndexed, record.firstListed != 0 else { return false }
    let listing = listing()
    var place = 0
    var isInOrder = true
    try forEachRow(in: directory) { row throws(StoreError) in
      isInOrder = place < listing.count && row.matches(listing[place])
      place += 1
      return isInOrder
    }
    if isInOrder { return place == listing.count }
    let stored = try children(of: directory)
    guard stored.count == listing.count else { return false }
    let matching = Matching(stored: stored, listing: listing)
    return listing.indices.allSatisfy { place in
      let partner = matching.partner(of: place)
      return partner?.name == listing[place].name && partner?.status == listing[place].status
    }
  }
}

extension FileRow {
  fileprivate func matches(_ entry: ListedFile) -> Bool {
    guard status == entry.status else { return false }
    return name.isEqual(to: entry.name.span)
  }
}
