// SPDX-License-Identifier: Apache-2.0

/// The constants of the order by relevance (``Store/relevant(_:where:within:adjusting:parameters:now:)``).
///
/// Changing one needs no new index.
package struct RelevanceParameters: Sendable {
  /// How the frequencies of words are weighed. A search says which documents are hits, so no other forms of words
  /// and no corrections count.
  var matching: RankingParameters

  /// Maximum number of hits that are ordered. Others follow in the order of references, so that the time
  /// until the first hit is known does not grow with their number.
  package var maximumRankedHits = 300

  /// Maximum number of hits of which all names are compared, which takes 0.2 µs for each. Of more, only names with all words
  /// as whole words are, if these are not more.
  package var maximumComparedNames = 20_000

  /// Number of the best hits whose order also depends on the distances between words.
  var proximityDepth = 100

  // How well a word is placed. The best place of each word counts.
  var wholeNamePlacement = 1.0
  /// A name has a word that begins with the word.
  var completedNamePlacement = 0.85
  var attributePlacement = 0.7
  /// A folder has the word in its name.
  var folderPlacement = 0.6
  /// A name has the word as a part of another one: `budget` in `ForegroundBudget`.
  var partOfNamePlacement = 0.5
  var textPlacement = 0.3

  // The weights of the score.
  var placementWeight = 4.0
  var textWeight = 2.0
  // The same for source code, manuals and build products. A word in such a name counts about as much as one in the text of
  // another file, and only a name that equals the query more.
  var programPlacementWeight = 1.2
  var programTextWeight = 1.5
  var proximityWeight = 0.5
  /// For the weight of the words that a document has as whole words anywhere, compared to all. The texts of the best hits of several words
  /// tell which words they have only as the beginnings of others.
  var wholeWordsWeight = 1.5
  /// For the placement of the word with the worst one outside of the text: a document with all words in short texts comes before one
  /// that only mentions some of them.
  var leastPlacementWeight = 2.0
  /// For the square of how much of a name the query covers, if the name has all words.
  var exactnessWeight = 2.0
  var recencyWeight = 0.3
  var hintWeight = 0.2
  /// More than all other features together: what a person chose after the same query comes first.
  var engagementWeight = 14.0
  /// For documents with only some of the words: the weight of these words, compared to all.
  var shareWeight = 4.0

  /// The age in days at which recency is worth half.
  var recencyHalfLife = 90.0

  /// Minimum weight of the words that a document with only some of them has, compared to all words.
  /// Otherwise, most such documents would have only words such as `the`.
  var minimumShare = 0.2

  package init() {
    matching = RankingParameters()
    matching.completionWeight = 0.3
    (matching.stemWeight, matching.correctsSpelling) = (0, false)
    // Which names begin with the query follows from the names of the best hits.
    matching.rescoringDepth = .max
  }
}
