// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A completion of the text that a person types into a search field.
///
/// Queries create suggestions. A program displays them, and replaces the typed text with the one
/// that the person chooses.
open class CSSuggestion: NSObject, NSCopying, NSSecureCoding {
  private let text: AttributedString
  private let kind: SuggestionKind

  /// The index of the suggestion among all that a query found, best first; `nil` if no query found
  /// it. Copies have the same rank. It is not archived, because it is meaningless without the other
  /// suggestions of the query.
  package let rank: Int?

  /// Creates a suggestion without text, of the kind ``SuggestionKind/none``.
  public override init() {
    text = AttributedString()
    kind = .none
    rank = nil
  }

  /// Creates a suggestion that a query found.
  package init(_ text: AttributedString, kind: SuggestionKind = .default, rank: Int? = nil) {
    self.text = text
    self.kind = kind
    self.rank = rank
  }

  /// The text that replaces the typed text. The parts that match the typed text have the attribute
  /// `suggestionHighlight`, so that the program can emphasize them.
  open var localizedAttributedSuggestion: AttributedString { text }

  /// The text without attributes.
  var string: String { String(text.characters) }

  /// Whether and where to display the suggestion.
  open var suggestionKind: SuggestionKind { kind }

  /// Compares the texts in the order in which people expect them, as by
  /// `localizedStandardCompare(_:)`.
  ///
  /// - Note: Apple does not document the order of this method.
  open func compare(_ other: CSSuggestion) -> ComparisonResult {
    string.localizedStandardCompare(other.string)
  }

  /// Compares the positions among the suggestions of a query. The better suggestion comes first
  /// (`.orderedAscending`).
  ///
  /// A suggestion that no query found comes after those that a query found, and is the same as
  /// another such suggestion. The result for suggestions of different queries has no meaning.
  open func compare(byRank other: CSSuggestion) -> ComparisonResult { rank.compared(with: other.rank) }

  // MARK: Copying and archiving

  /// An independent suggestion with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { CSSuggestion(text, kind: kind, rank: rank) }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Archives the text, its highlighted parts and the kind.
  ///
  /// Other attributes of the text are not archived, and neither is the rank.
  open func encode(with coder: NSCoder) { coder.encodeValues(archive, forKey: "suggestion") }

  /// Restores an archived suggestion; `nil` if the archive does not contain a valid one.
  public required convenience init?(coder: NSCoder) {
    guard let archive = coder.decodeValues(SuggestionArchive.self, forKey: "suggestion") else { return nil }
    self.init(archive)
  }

  /// The archived values.
  var archive: SuggestionArchive { SuggestionArchive(text: text, kind: kind) }

  /// Restores archived values; `nil` if they are invalid.
  convenience init?(_ archive: SuggestionArchive) {
    guard let kind = SuggestionKind(rawValue: archive.kind) else { return nil }
    self.init(archive.text, kind: kind)
  }

  // MARK: Comparing

  /// Suggestions are equal if their texts, including the attributes, and their kinds are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CSSuggestion else { return false }
    return text == other.text && kind == other.kind
  }

  /// Equal suggestions have equal hashes.
  open override var hash: Int { text.hashValue }

  /// The text and the kind.
  open override var description: String { "CSSuggestion(\(string.debugDescription), \(kind))" }
}
