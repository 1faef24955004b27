// SPDX-License-Identifier: Apache-2.0

internal import Segments

/// Documents with words of a query in their fields that have texts in a segment.
struct FieldTexts {
  /// The texts of documents of a segment of the attributes layer, or of pending documents.
  private(set) var parts: [WindowClasses] = []
  /// The documents.
  private(set) var documents: FieldSet

  /// - Parameter wanted: Only these documents are of interest.
  init(
    _ wanted: FieldSet, of found: FieldPostings, in text: RankedText, _ words: PendingWords, _ parameters: RankingParameters
  ) throws(SegmentError) {
    documents = wanted.empty
    for (number, segment) in found.segments.enumerated() where !wanted.segments[number].isEmpty {
      let runs = try OrdinalRuns(of: wanted.segments[number], in: segment.reader, to: text.reader, excluding: text.excluded)
      if runs.documents.isEmpty { continue }
      documents.segments[number] = runs.documents
      let columns = segment.postings.map { FieldColumn(word: $0.word, frequency: $0.frequency, texts: runs.texts(of: $0.ordinals)) }
      parts.append(WindowClasses(runs.texts(of: runs.documents), columns, wordCount: found.wordCount))
    }
    let pending = try Self.texts(ofPending: wanted.pending, in: text, words)
    if pending.isEmpty { return }
    documents.pending = Set(pending.map(\.index))
    var columns: [FieldColumn] = []
    for word in 0..<found.wordCount {
      for field in RankedField.allCases {
        let weights = Dictionary(grouping: pending) { found.pendingWeight(of: word, in: field, of: $0.index) }
        for (weight, texts) in weights where weight > 0 {
          let texts = WindowSet(ascending: texts.map(\.ordinal))
          columns.append(FieldColumn(word: word, frequency: parameters.frequency(weight, in: field), texts: texts))
        }
      }
    }
    parts.append(WindowClasses(WindowSet(ascending: pending.map(\.ordinal)), columns, wordCount: found.wordCount))
  }

  /// The texts of pending documents, in the order of ordinals.
  private static func texts(
    ofPending pending: Set<Int>, in text: RankedText, _ words: PendingWords
  ) throws(SegmentError) -> [(ordinal: UInt32, index: Int)] {
    if pending.isEmpty { return [] }
    let indices = Dictionary(pending.map { (words.references[$0].document.rawValue, $0) }) { first, _ in first }
    let ordinals = try text.reader.ordinals(ofDocuments: indices.keys.sorted()).subtracting(text.excluded)
    return zip(ordinals.ordinals, try text.reader.documentIDs(inOrderOf: ordinals)).compactMap { ordinal, id in
      indices[id].map { (ordinal, $0) }
    }
  }
}
