// SPDX-License-Identifier: Apache-2.0

/// An instant, in seconds since 2001-01-01T00:00:00Z, Apple's reference date, as in the query
/// language.
///
/// A double represents current dates with a precision of a tenth of a microsecond.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds between 1970-01-01 and 2001-01-01, both 00:00 UTC.
  package static let referenceDateSince1970: Int64 = 978_307_200

  package var secondsSinceReferenceDate: Double

  package init(secondsSinceReferenceDate: Double) {
    self.secondsSinceReferenceDate = secondsSinceReferenceDate
  }

  /// Converts a time of the kernel. The result is in the same second: the last nanoseconds of a second, and so
  /// of a day, are not rounded up to the next one.
  package init(unixSeconds: Int64, nanoseconds: Int64 = 0) {
    let seconds = unixSeconds - Self.referenceDateSince1970
    let next = Double(nanoseconds < 0 ? seconds : seconds + 1)
    secondsSinceReferenceDate = min(Double(seconds) + Double(nanoseconds) * 1e-9, next.nextDown)
  }

  /// Whole seconds since 1970: the nearest number that fits.
  package var unixSeconds: Int64 {
    let (seconds, isTooLarge) = Int64(saturating: secondsSinceReferenceDate.rounded(.down))
      .addingReportingOverflow(Self.referenceDateSince1970)
    return isTooLarge ? .max : seconds
  }

  package var secondsSince1970: Double { secondsSinceReferenceDate + Double(Self.referenceDateSince1970) }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSinceReferenceDate < right.secondsSinceReferenceDate
  }
}
