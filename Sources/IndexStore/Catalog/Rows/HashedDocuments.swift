// SPDX-License-Identifier: Apache-2.0

/// Documents of one directory by hashes. Several may have the same hash.
struct HashedDocuments: Sendable {
  struct Element: Sendable {
    let hash: UInt32
    let document: DocumentID
  }

  /// In ascending order of hashes.
  private var elements: [Element]

  var count: Int { elements.count }

  /// - Parameter elements: In any order.
  init(_ elements: consuming [Element]) {
    self.elements = elements
    sort()
  }

  mutating func add(_ more: [Element]) {
    if more.isEmpty { return }
    elements += more
    sort()
  }

  private mutating func sort() { elements.sort { ($0.hash, $0.document) < ($1.hash, $1.document) } }

  /// The documents with a hash, in ascending order.
  ///
  /// - Complexity: O(log n).
  subscript(hash: UInt32) -> some Sequence<DocumentID> {
    var range = 0..<elements.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = elements[middle].hash < hash ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return elements[range.lowerBound...].lazy.prefix { $0.hash == hash }.map(\.document)
  }
}
