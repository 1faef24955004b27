// SPDX-License-Identifier: Apache-2.0

extension Int64 {
  /// The nearest integer to a whole number; 0 if it is not a number.
  package init(saturating value: Double) {
    self = Int64(exactly: value) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}
