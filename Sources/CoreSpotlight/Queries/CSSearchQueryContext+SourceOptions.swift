// SPDX-License-Identifier: Apache-2.0

extension CSSearchQueryContext {
  /// Sources of results that a query does not search by default.
  public struct SourceOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Creates options from bits. Unknown bits are kept.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Messages of mail programs.
    ///
    /// - Note: On Apple's systems, this option requires the entitlement
    ///   `com.apple.corespotlight.search.allow.mail`. Searchlight has no entitlements, and the option has
    ///   no effect.
    public static let allowMail = SourceOptions(rawValue: 1 << 0)
  }
}
