// SPDX-License-Identifier: Apache-2.0

/// Limits of a record that a worker extracted from a file. Real files stay far below them, so that
/// what exceeds them is a mistake, or an attempt to use up memory.
package struct RecordLimits: Sendable, Equatable {
  /// Longer strings are cut, and longer data is left out. Texts of documents are not in records.
  package var valueByteCount = 64 << 10
  /// Numbers, strings and so on in all attributes together, including elements of arrays.
  package var valueCount = 10_000
  /// Attributes with custom keys.
  package var customCount = 1_000
  package var customNameByteCount = 256
  /// A date further from 2001 is left out, in seconds; about 30,000 years.
  package var dateRange = 1e12

  package init() {}
}

/// Something that was left out of a record.
package struct RecordLoss: Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// Of a string of this length, only the beginning is kept.
    case cut(byteCount: Int)
    /// The value has the wrong type, is not a finite number, or is nested too deeply.
    case invalid
    /// There are too many values, or data is too long.
    case tooMuch
  }

  package var attribute: AttributeName
  package var reason: Reason

  package var description: String {
    switch reason {
    case .cut(let byteCount): "\(attribute) has \(byteCount) bytes, of which only the beginning is kept"
    case .invalid: "\(attribute) has an invalid value"
    case .tooMuch: "\(attribute) does not fit"
    }
  }
}

extension [RecordLoss] {
  /// A message for users; names at most three attributes.
  package var summary: String {
    let named = prefix(3).map(\.description).joined(separator: "; ")
    return count > 3 ? "\(named); and \(count - 3) more" : named
  }
}
