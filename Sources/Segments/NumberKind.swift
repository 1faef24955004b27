/// What a number of a column stands for. Comparisons keep the kinds apart, so each has its own column.
package enum NumberKind: CaseIterable, Sendable {
  case number
  /// 0 or 1.
  case boolean
  /// Seconds.
  case date
}
