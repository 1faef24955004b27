internal import Attributes

extension SegmentReader {
  /// The attributes of the schema that some document has; one may be there twice.
  ///
  /// - Complexity: As of asking for one of them: a segment has few, and they stand together.
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

  /// The documents with one of the values of `field` that are wanted; those of more than ``SegmentBuilder/maximumValueLength`` bytes are not.
  ///
  /// - Complexity: A walk over all values of the field.
  package func documents(in field: SegmentField, where isWanted: (Span<UInt8>) -> Bool) throws(SegmentError) -> OrdinalSet {
    let dictionary = try attributeTerms
    var documents = ListUnion(of: dictionary)
    try forEachList(of: field, in: dictionary) { value, list throws(SegmentError) in
      if isWanted(value) { try documents.add(list) }
    }
    return documents.finish()
  }

  /// At least as many as ``documents(in:where:)`` finds: just as many where no document has two values.
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
