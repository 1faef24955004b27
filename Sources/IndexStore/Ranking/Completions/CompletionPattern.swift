// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis

/// Compares names and other values with the words that were typed.
struct CompletionPattern {
  private let words: [RankedQuery.Word]

  init(_ query: RankedQuery) { words = query.words }

  /// The ranges of `text` that match the words, or `nil` if a word is missing.
  func matches(in text: String) -> [Range<Int>]? {
    let bytes = Array(text.utf8)
    var (ranges, missing): ([Range<Int>], Set<Int>) = ([], Set(words.indices))
    for range in RankedQuery.longestTokens(in: bytes.span) {
      var token: [UInt8] = []
      foldToken(bytes[range].span, .all, into: &token)
      var longest: Int?
      for (index, word) in words.enumerated() where token == word.token || word.isPrefix && token.starts(with: word.token) {
        missing.remove(index)
        longest = max(longest ?? 0, word.token.count)
      }
      guard let longest else { continue }
      ranges.append(longest == token.count ? range : range.lowerBound..<range.lowerBound + Self.length(of: longest, in: bytes[range]))
    }
    return missing.isEmpty ? ranges : nil
  }

  /// The length of the shortest beginning of `token`, in whole characters, whose folded form has
  /// `count` bytes.
  private static func length(of count: Int, in token: ArraySlice<UInt8>) -> Int {
    var length = 0
    var folded: [UInt8] = []
    for character in String(decoding: token, as: UTF8.self) where folded.count < count {
      foldUTF8(character.utf8.span, .all, into: &folded)
      length += character.utf8.count
    }
    return length
  }
}
