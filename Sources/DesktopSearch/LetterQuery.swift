// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// What is searched for a single letter, with which a text begins, in a large index.
///
/// Nearly every document has a word with the letter, and to rank a million of them takes 40 ms, for results that the next key replaces. So only
/// programs, and files that were opened lately, are found. A single character of Chinese or Japanese is a word.
struct LetterQuery {
  let predicate: String

  /// Number of documents from which ranking all of them takes longer than drawing the results.
  private static let maximumDocuments = 200_000

  /// - Returns: `nil` if the text is searched as any other.
  init?(_ text: String, in store: Store?) {
    guard text.count == 1, let letter = text.unicodeScalars.first, letter.properties.isAlphabetic || letter.properties.numericType != nil,
      !letter.properties.isIdeographic, let store, let documents = try? store.completeness().documents, documents > Self.maximumDocuments
    else { return nil }
    predicate = """
      (kMDItemContentTypeTree == "com.apple.application" || kMDItemLastUsedDate >= $time.today(-90)) && kMDItemDisplayName == "\(text)*"cdw
      """
  }
}
