/// The documents that come first by their keys, and by their references where keys are equal.
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
  /// With a limit, no more than ``capacity``.
  private var entries: [Entry] = []
  /// The last one within the limit, once so many were added: what comes behind it is not kept.
  private var last: Entry?

  init(limit: Int, isDescending: Bool) {
    self.limit = limit
    self.isDescending = isDescending
  }

  /// A limit's double, so that each sorting makes room for as many as it keeps; sorting a few more often would cost more.
  private var capacity: Int { max(limit > .max / 2 ? .max : 2 * limit, 256) }

  /// - Parameter reference: Asked for when the key does not keep the document out.
  /// - Complexity: O(log limit) amortized, O(1) for what the key keeps out; without a limit O(1).
  mutating func add<Failure: Error>(_ key: Key, _ reference: () throws(Failure) -> DocumentReference) throws(Failure) {
    if let last, isDescending ? key < last.key : last.key < key { return }
    let entry = Entry(key: key, reference: try reference())
    if let last, !entry.precedes(last, isDescending: isDescending) { return }
    entries.append(entry)
    if entries.count == capacity { prune() }
  }

  /// All that are kept, in their order.
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
