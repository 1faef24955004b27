// SPDX-License-Identifier: Apache-2.0

/// A number with its noun, in the plural unless the number is 1: `1 file`, `0 files`.
///
/// - Parameter isGrouped: Whether commas separate groups of three digits.
package func counted(_ number: Int, _ noun: String, isGrouped: Bool = false) -> String {
  "\(isGrouped ? number.grouped : "\(number)") \(noun)\(number == 1 ? "" : "s")"
}

extension Int {
  /// `1,234,567`
  package var grouped: String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in String(digits[Swift.max(end - 3, 0)..<end]) }
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }
}
