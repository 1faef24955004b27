// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSAttributedString.Key {
  /// The attribute of the part of a suggestion that matches the typed text. Its value is a string,
  /// the suggested text.
  ///
  /// - Note: Apple does not publish the value of this constant; here it is the name of the constant
  ///   in Objective-C.
  public static let suggestionHighlight = NSAttributedString.Key("CSSuggestionHighlightAttributeName")
}

extension AttributeScopes {
  /// The attributes that CoreSpotlight adds to an `AttributedString`.
  ///
  /// Foundation on Linux has no conversion from `AttributedString` to `NSAttributedString`, so
  /// programs read the attribute from the former: `text.runs[\.suggestionHighlight]`.
  public struct CoreSpotlightAttributes: AttributeScope {
    /// The part of a suggestion that matches the typed text.
    public let suggestionHighlight: SuggestionHighlightAttribute

    /// The attribute `suggestionHighlight` of an `AttributedString`, with the same name as
    /// `NSAttributedString.Key.suggestionHighlight`.
    public enum SuggestionHighlightAttribute: CodableAttributedStringKey {
      /// The suggested text.
      public typealias Value = String

      /// The name of the attribute.
      public static let name = "CSSuggestionHighlightAttributeName"
    }
  }

  /// The attributes that CoreSpotlight adds to an `AttributedString`.
  public var coreSpotlight: CoreSpotlightAttributes.Type { CoreSpotlightAttributes.self }
}

extension AttributeDynamicLookup {
  /// The attribute with a name, as in `text.suggestionHighlight`.
  public subscript<Key: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.CoreSpotlightAttributes, Key>) -> Key {
    self[Key.self]
  }
}
