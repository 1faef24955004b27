// SPDX-License-Identifier: Apache-2.0

/// Converts doubles to 64-bit integers with the same order.
///
/// −0 becomes 0. NaNs sort before or after all numbers, so no range contains them.
enum SortableNumber {
  static func bits(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  static func number(_ bits: UInt64) -> Double {
    Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }
}
