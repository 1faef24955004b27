// SPDX-License-Identifier: Apache-2.0

/// A text for people, as in Apple's Foundation.
///
/// - Note: Foundation on Linux has neither this type nor tables of translations. The text is the
///   key: it is never translated.
public struct LocalizedStringResource: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
  /// The text, in the language in which the program is written.
  public let key: String

  /// Creates a text.
  public init(stringLiteral value: String) { key = value }

  /// Creates a text.
  public init(_ key: String) { self.key = key }
}

extension LocalizedStringResource: CustomStringConvertible {
  /// The text.
  public var description: String { key }
}

extension String {
  /// The text of a resource.
  public init(localized resource: LocalizedStringResource) { self = resource.key }
}
