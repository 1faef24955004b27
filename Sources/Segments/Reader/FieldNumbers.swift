// SPDX-License-Identifier: Apache-2.0

/// Reads the numbers of one field for ascending ordinals. Used to sort hits.
package struct FieldNumbers {
  /// The value of one document.
  package enum Finding: Sendable, Equatable {
    case nothing
    /// Exactly one number, Boolean or date, and no text.
    case number(Double)
    /// Text, or several numbers. The attribute record has to be read to find out which value comes
    /// first.
    case other
  }

  private var cursors: [NumberCursor] = []
  /// The documents that have values other than numbers.
  private let others: OrdinalSet

  package init(of field: SegmentField, in segment: SegmentReader) throws(SegmentError) {
    others = try segment.documentsWithTerms(of: field)
    for column in try segment.numbers(of: field) { cursors.append(try column.cursor()) }
  }

  /// - Parameter ordinal: Must be greater than in the previous call.
  /// - Complexity: A few nanoseconds for adjacent ordinals, less than 1 µs for distant ones.
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
