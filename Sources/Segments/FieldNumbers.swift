/// Reads the numbers of a field, document by document: what hits are put in order by.
package struct FieldNumbers {
  /// What a document has.
  package enum Finding: Sendable, Equatable {
    case nothing
    /// One number, Boolean or date, and nothing else.
    case number(Double)
    /// Texts or several numbers: its record knows which comes first.
    case other
  }

  private var cursors: [NumberCursor] = []
  /// The documents with something else than numbers.
  private let others: OrdinalSet

  package init(of field: SegmentField, in segment: SegmentReader) throws(SegmentError) {
    others = try segment.documentsWithTerms(of: field)
    for column in try segment.numbers(of: field) { cursors.append(try column.cursor()) }
  }

  /// - Parameter ordinal: Greater than the one before.
  /// - Complexity: Some nanoseconds for neighbours, less than a microsecond for documents that are far between.
  package mutating func finding(of ordinal: UInt32) throws(SegmentError) -> Finding {
    if !others.isEmpty, others.contains(ordinal) { return .other }
    var found: Double?
    for index in cursors.indices {
      guard let (number, isOnly) = try cursors[index].value(of: ordinal) else { continue }
      guard isOnly, found == nil else { return .other }
      found = number
    }
    return found.map { .number($0) } ?? .nothing
  }
}
