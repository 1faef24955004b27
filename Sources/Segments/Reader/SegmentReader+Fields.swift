// SPDX-License-Identifier: Apache-2.0

internal import Attributes

extension SegmentReader {
  /// The attributes of the schema that documents of the segment have. May contain duplicates.
  ///
  /// - Complexity: The same as looking up one of them. A segment has few fields, and their keys are
  ///   adjacent.
  package func schemaFields() throws(SegmentError) -> [SegmentField] {
    let beginning = Array(SegmentField(.known(.displayName)).prefix(.presence).prefix(2))
    var fields: [SegmentField] = []
    try forEachNumberColumn { key, _ in
      if key.count == beginning.count + 2 { fields.append(SegmentField(bytes: key.indices.dropFirst(beginning.count).map { key[$0] })) }
    }
    try attributeTerms.forEachGroup(withPrefix: beginning) { group throws(SegmentError) in
      fields.append(SegmentField(bytes: Array(group.key.dropFirst(beginning.count))))
      return true
    }
    return fields
  }

  /// The documents that have a value of `field` for which `isWanted` returns `true`. Values of more
  /// than ``SegmentBuilder/maximumValueLength`` bytes are ignored.
  ///
  /// - Complexity: A scan over all values of the field.
  package func documents(in field: SegmentField, where isWanted: (Span<UInt8>) -> Bool) throws(SegmentError) -> OrdinalSet {
    let dictionary = try attributeTerms
    var documents = ListUnion(of: dictionary)
    try forEachList(of: field, in: dictionary) { value, list throws(SegmentError) in
      if isWanted(value) { try documents.add(list) }
    }
    return documents.finish()
  }

  /// An upper bound of the number of documents that ``documents(in:where:)`` finds. Exact if no
  /// document has two of the wanted values.
  package func maximumDocumentCount(in field: SegmentField, where isWanted: (Span<UInt8>) -> Bool) throws(SegmentError) -> Int {
    var count = 0
    try forEachList(of: field, in: try attributeTerms) { value, list in
      if isWanted(value) { count += list.documentCount }
    }
    return min(count, documentCount)
  }

  private func forEachList(
    of field: SegmentField, in dictionary: TermDictionary, _ body: (Span<UInt8>, TermList) throws(SegmentError) -> Void
  ) throws(SegmentError) {
    var value: [UInt8] = []
    try dictionary.forEachGroup(withPrefix: field.prefix(.value)) { group throws(SegmentError) in
      for surface in group.surfaces {
        value.removeAll(keepingCapacity: true)
        group.append(surface, to: &value)
        try body(value.span, surface.list)
      }
      return true
    }
  }
}
