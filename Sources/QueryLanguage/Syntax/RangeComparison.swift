// SPDX-License-Identifier: Apache-2.0

/// `InRange(attribute, lower, upper)`; both ends belong to the range.
package struct RangeComparison: Hashable, Sendable {
  package var attribute: AttributeTerm
  package var lower: Bound
  package var upper: Bound

  /// One end of a range.
  package enum Bound: Hashable, Sendable {
    case number(NumberLiteral)
    case time(TimeExpression)
    /// The range includes the whole period of the date.
    case date(DateLiteral)
  }

  package init(_ attribute: AttributeTerm, _ lower: Bound, _ upper: Bound) {
    self.attribute = attribute
    self.lower = lower
    self.upper = upper
  }
}

extension RangeComparison: CustomStringConvertible {
  package var description: String { "InRange(\(attribute), \(lower), \(upper))" }
}

extension RangeComparison.Bound: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let number): number.description
    case .time(let time): time.description
    case .date(let date): date.description
    }
  }
}
