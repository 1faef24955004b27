// SPDX-License-Identifier: Apache-2.0

/// How a document matches a ranked query. A document of a higher tier usually precedes those of
/// lower tiers.
package enum RankTier: Int, Comparable, Sendable {
  /// Contains none of the words, but is similar in meaning.
  case related = -1
  /// Contains some of the words.
  case some = 0
  /// Contains all words, some of them only with a correction of their spelling.
  case corrected = 1
  /// Contains all words.
  case everywhere = 2
  /// Contains all words in its attributes.
  case attributes = 3
  /// Contains all words in its names or titles.
  case title = 4
  /// A name or title begins with the query.
  case titlePrefix = 5
  /// A name or title equals the query.
  case wholeTitle = 6

  package static func < (one: RankTier, other: RankTier) -> Bool { one.rawValue < other.rawValue }
}

/// A document that matches a ranked query.
package struct RankedHit: Hashable, Sendable {
  package let reference: DocumentReference

  /// The higher, the better. Comparable only within the result of one query.
  package let score: Int64

  package let tier: RankTier
}
