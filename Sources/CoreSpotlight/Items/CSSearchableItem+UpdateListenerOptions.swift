// SPDX-License-Identifier: Apache-2.0

extension CSSearchableItem {
  /// The results of the system's analysis of an item that the program wants to receive.
  public struct UpdateListenerOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Creates options from bits. Unknown bits are kept.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A summary of the item's text, the attribute `textContentSummary`.
    public static let summarization = UpdateListenerOptions(rawValue: 1 << 1)

    /// A decision on whether the item is urgent, the attribute `isPriority`.
    public static let priority = UpdateListenerOptions(rawValue: 1 << 2)
  }
}
