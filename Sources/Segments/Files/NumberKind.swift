// SPDX-License-Identifier: Apache-2.0

/// The kind of the numbers in a column. Comparisons distinguish the kinds, so each kind has its own
/// column.
package enum NumberKind: CaseIterable, Sendable {
  case number
  /// 0 or 1.
  case boolean
  /// Seconds since 2001.
  case date
}
