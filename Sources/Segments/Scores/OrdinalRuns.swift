// SPDX-License-Identifier: Apache-2.0

/// The texts of documents: the ordinals of the same documents in a segment of attributes and one of texts, as runs of
/// documents that are consecutive in both.
package struct OrdinalRuns: Sendable {
  private struct Run: Sendable {
    var first: Int
    var text: Int
    var count: Int
  }

  /// In the order of ``Run/first``.
  private var runs: [Run] = []
  /// Whether the runs are of all documents of the segments, and bitmaps are faster than lists of ordinals.
  private var isDense = false
  /// Whether all documents have texts with the same ordinals, and no other texts exist.
  private var isIdentity = false
  /// The texts that do not count, as a bitmap; empty if there are none.
  private let excluded: [UInt64]
  private let textCount: Int

  /// The wanted documents that have texts.
  package private(set) var documents: OrdinalSet

  /// - Parameters:
  ///   - wanted: Documents of `segment`.
  ///   - excluded: Versions in `texts` that do not count.
  /// - Complexity: If many documents are wanted and ids have few gaps, O(*r* + *n* / 64), *r* = runs of consecutive ids,
  ///   *n* = documents; otherwise O(*k*), *k* = wanted documents.
  package init(
    of wanted: OrdinalSet, in segment: SegmentReader, to texts: SegmentReader, excluding excluded: OrdinalSet
  ) throws(SegmentError) {
    self.excluded = excluded.isEmpty ? [] : excluded.words
    textCount = texts.documentCount
    documents = wanted
    if wanted.count > segment.documentCount / 256, let ids = try segment.idRuns, let textIDs = try texts.idRuns,
      ids.count + textIDs.count <= wanted.count
    {
      isDense = true
      join(ids, textIDs)
      isIdentity = runs.count == 1 && runs[0].count == segment.documentCount && runs[0].count == textCount
      if isIdentity, self.excluded.isEmpty { return }
      documents = wanted.intersection(documents(with: textWords(of: wanted)))
      return
    }
    let (ids, ordinals) = (try segment.documentIDs(inOrderOf: wanted), wanted.ordinals)
    if zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) {
      try texts.forEachOrdinal(ofDocuments: ids, excluding: excluded) { append(Int(ordinals[$0]), Int($1), 1) }
    } else {
      let order = ids.indices.sorted { ids[$0] < ids[$1] }
      try texts.forEachOrdinal(ofDocuments: order.map { ids[$0] }, excluding: excluded) { append(Int(ordinals[order[$0]]), Int($1), 1) }
      runs.sort { $0.first < $1.first }
    }
    var found = runs.flatMap { $0.first..<$0.first + $0.count }.map { UInt32($0) }
    found.sortDistinct()
    documents = OrdinalSet(universe: segment.documentCount, ascending: found)
  }

  private mutating func join(_ ids: [IDRun], _ textIDs: [IDRun]) {
    var (index, next) = (0, 0)
    while index < ids.count, next < textIDs.count {
      let (own, text) = (ids[index], textIDs[next])
      let (first, end) = (max(own.ids.lowerBound, text.ids.lowerBound), min(own.ids.upperBound, text.ids.upperBound))
      if first < end {
        append(own.first + Int(first - own.ids.lowerBound), text.first + Int(first - text.ids.lowerBound), Int(end - first))
      }
      if own.ids.upperBound < text.ids.upperBound { index += 1 } else { next += 1 }
    }
  }

  private mutating func append(_ first: Int, _ text: Int, _ count: Int) {
    if let last = runs.last, last.first + last.count == first, last.text + last.count == text {
      runs[runs.count - 1].count += count
    } else {
      runs.append(Run(first: first, text: text, count: count))
    }
  }

  /// The texts of some documents. Of documents that were not wanted, there may be texts, too.
  ///
  /// - Complexity: O(*n* / 64) for many documents, *n* = documents of the segments, otherwise O(*k*), *k* = documents
  ///   that are wanted and in `set`, plus the number of runs.
  package func texts(of set: OrdinalSet) -> WindowSet {
    let isSparse = set.count <= textCount / 256
    if isIdentity, excluded.isEmpty { return isSparse ? WindowSet(ascending: set.ordinals) : WindowSet(words: set.words) }
    if isDense, !isSparse { return WindowSet(words: textWords(of: set)) }
    var found: [UInt32] = []
    var number = 0
    for ordinal in set.intersection(documents).ordinals {
      while number < runs.count, runs[number].first + runs[number].count <= ordinal { number += 1 }
      if number == runs.count { break }
      guard ordinal >= runs[number].first else { continue }
      let text = runs[number].text + Int(ordinal) - runs[number].first
      if excluded.isEmpty || excluded[text >> 6] >> UInt64(text & 63) & 1 == 0 { found.append(UInt32(text)) }
    }
    found.sortDistinct()
    return WindowSet(ascending: found)
  }

  /// The texts of some documents of dense runs, as a bitmap.
  private func textWords(of set: OrdinalSet) -> [UInt64] {
    var found = isIdentity ? set.words : Self.copy(runs.lazy.map { ($0.first, $0.text, $0.count) }, of: set.words, textCount)
    for index in excluded.indices { found[index] &= ~excluded[index] }
    return found
  }

  /// The documents of dense runs with some texts.
  private func documents(with texts: [UInt64]) -> OrdinalSet {
    let universe = documents.universe
    let found = isIdentity ? texts : Self.copy(runs.lazy.map { ($0.text, $0.first, $0.count) }, of: texts, universe)
    return OrdinalSet(universe: universe, words: found)
  }

  /// Copies ranges of bits.
  ///
  /// - Returns: A bitmap of `size` bits with the bits of the ranges at their targets, and otherwise zeros.
  private static func copy(
    _ ranges: some Sequence<(source: Int, target: Int, count: Int)>, of words: [UInt64], _ size: Int
  ) -> [UInt64] {
    var copied = [UInt64](repeating: 0, count: (size + 63) / 64)
    let words = words.span
    var found = copied.mutableSpan
    for (source, target, count) in ranges {
      var (source, target, left) = (source, target, count)
      while left > 0 {
        let (shift, offset) = (source & 63, target & 63)
        let count = min(64 - offset, left)
        var bits = words[source >> 6] &>> UInt64(shift)
        if shift + count > 64 { bits |= words[source >> 6 + 1] &<< UInt64(64 - shift) }
        if count < 64 { bits &= 1 &<< UInt64(count) &- 1 }
        found[target >> 6] |= bits &<< UInt64(offset)
        (source, target, left) = (source + count, target + count, left - count)
      }
    }
    return copied
  }
}
