// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// The constants of ranking.
///
/// `Benchmarks/ranking` measures each of them on judged collections. Changing one needs no new
/// index.
package struct RankingParameters: Sendable {
  /// BM25's k1. Lucene and tantivy use the same values of k1 and *b*. On judged collections, they
  /// are better for questions than Anserini's 0.9 and 0.4, and equally good for three words.
  package var saturation: Float = 1.2

  /// BM25's *b*: how much long texts are discounted, from 0 to 1.
  package var lengthNormalization: Float = 0.75

  /// What an occurrence in each field counts compared to one in the text. The order follows
  /// LocalSearch's: title, name, keywords, people, description.
  package var titleWeight: Float = 8
  package var nameWeight: Float = 6
  package var keywordsWeight: Float = 5
  package var peopleWeight: Float = 4
  package var descriptionWeight: Float = 3

  /// What another form of a word counts compared to the word itself, in 64ths; 0 leaves out other
  /// forms. 0.7 is never significantly worse than equal weights, and better for names.
  package var stemWeight: UInt32 = 45

  /// What a word that a word of the query only begins counts compared to the word itself, besides the share of its letters.
  package var completionWeight: Float = 1

  /// ISO 639 codes of the languages, beside English, Russian and Greek, in which words have other forms:
  /// those of the user.
  package var languages = UserLanguages.current

  /// Whether words that do not occur stand for similar words.
  package var correctsSpelling = true

  /// Whether rare words count more than frequent ones. If not, nothing about other documents follows from
  /// the order of two.
  package var weighsFrequencies = true

  /// Number of strict hits below which spelling is corrected and words are dropped: a first page.
  package var sufficientHits = 10

  /// Whether documents that are similar in meaning are found, too, if there are less than ``sufficientHits`` with all words.
  package var findsRelated = true

  /// Maximum number of documents that are found only by their meaning.
  package var maximumRelatedHits = 10

  /// The cosine below which a document is not related. With 0.3, 2 of 20 questions that have no answer among 60 titles with a line of
  /// text find something, and with 0.25, 11.
  package var minimumCosine: Float = 0.3

  /// By how many standard deviations the cosine of a related document exceeds the mean of all documents, because long texts are all
  /// rather similar.
  package var minimumDeviations: Float = 2

  /// The same for documents that are similar to another one. Only a limit ends their list, so it may be longer, but not contain any
  /// document.
  package var minimumDeviationsOfSimilar: Float = 1

  /// What a word in a title or description counts compared to one in the text, for the meaning of a document.
  package var fieldMeaningWeight: Float = 3

  /// Number of unrelated documents that a store is taken to have besides its own, with the usual cosines of short texts: a few
  /// documents tell little about what is usual.
  let assumedDocuments = (count: 30.0, mean: 0.05, deviation: 0.12)

  /// How much similarity in meaning counts for the score, instead of the frequencies of words. With 0.3, the best documents of one of
  /// three judged collections are worse than without it.
  package var meaningShare = 0.1

  /// Minimum number of the best documents whose order also depends on proximity, dates and names. On
  /// judged collections, more than 30 change nothing.
  package var rescoringDepth = 30

  // The weights of the final score. A tier outweighs all differences of texts, dates and hints
  // within a tier. A document that a person chose after the same query comes first, even if a title
  // equals the query, as in Firefox's address bar.
  package var tierStep = 1.5
  package var textWeight = 1.0
  /// For documents whose names or attributes do not contain all words; for the others, it lowered the
  /// rank of known items.
  package var proximityWeight = 0.15
  package var exactnessWeight = 0.2
  package var recencyWeight = 0.3
  package var engagementWeight = 14.0
  package var hintWeight = 0.2

  /// The age in days at which recency is worth half; Firefox's ranking uses the same.
  package var recencyHalfLife = 30.0

  package init() {}

  func weight(of field: RankedField) -> Float {
    switch field {
    case .name: nameWeight
    case .title: titleWeight
    case .keywords: keywordsWeight
    case .people: peopleWeight
    case .description: descriptionWeight
    }
  }
}
