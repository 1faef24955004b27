// SPDX-License-Identifier: Apache-2.0

/// Keeps the first documents in the order of their keys; documents with equal keys, by reference.
struct FirstDocuments<Key: Comparable> {
  private struct Entry {
    let key: Key
    let reference: DocumentReference

    func precedes(_ other: Entry, isDescending: Bool) -> Bool {
      if key == other.key { return reference < other.reference }
      return isDescending ? other.key < key : key < other.key
    }
  }

  private let limit: Int
  private let isDescending: Bool
  /// At most ``capacity`` entries if there is a limit.
  private var entries: [Entry] = []
  /// The last entry within the limit, once that many were added. Entries after it are dropped.
  private var last: Entry?

  init(limit: Int, isDescending: Bool) {
    self.limit = limit
    self.isDescending = isDescending
  }

  /// Twice the limit, so that each sort removes as many entries as it keeps. Sorting fewer entries
  /// more often would cost more.
  private var capacity: Int { max(limit > .max / 2 ? .max : 2 * limit, 256) }

  /// Adds a document.
  ///
  /// - Parameter reference: Called only if the key does not exclude the document.
  /// - Complexity: O(log limit) amortized, O(1) for a document that its key excludes. O(1) without
  ///   a limit.
  mutating func add<Failure: Error>(_ key: Key, _ reference: () throws(Failure) -> DocumentReference) throws(Failure) {
    if let last, isDescending ? key < last.key : last.key < key { return }
    let entry = Entry(key: key, reference: try reference())
    if let last, !entry.precedes(last, isDescending: isDescending) { return }
    entries.append(entry)
    if entries.count == capacity { prune() }
  }

  /// All documents within the limit, in order.
  ///
  /// - Complexity: O(*n* log *n*).
  consuming func sorted() -> [DocumentReference] {
    prune()
    return entries.map(\.reference)
  }

  private mutating func prune() {
    let isDescending = isDescending
    entries.sort { $0.precedes($1, isDescending: isDescending) }
    if entries.count < limit { return }
    entries.removeSubrange(limit...)
    last = entries.last
  }
}
