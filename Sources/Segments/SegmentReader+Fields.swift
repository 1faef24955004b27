internal import Attributes

extension SegmentReader {
  /// The attributes of the schema that some document has.
  ///
  /// - Complexity: As of asking for one of them: a segment has few, and they stand together.
  package func schemaFields() throws(SegmentError) -> Set<SegmentField> {
    let beginning = Array(SegmentField(.known(.displayName)).prefix(.presence).prefix(2))
    var fields: Set<SegmentField> = []
    try forEachNumberColumn { key, _ in
      if key.count == beginning.count + 2 { fields.insert(SegmentField(bytes: key.indices.dropFirst(beginning.count).map { key[$0] })) }
    }
    try attributeTerms.forEachGroup(withPrefix: beginning) { group throws(SegmentError) in
      fields.insert(SegmentField(bytes: Array(group.key.dropFirst(beginning.count))))
      return true
    }
    return fields
  }
}
