// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import IndexStore

/// Makes suggestions for what a person types.
enum SuggestionSearch {
  /// Suggestions that the person chose before come first, then completions from titles, keywords
  /// and words of the items.
  static func find(_ text: String, limit: Int, in stores: [Store]) throws -> [CSSuggestion] {
    let now = Int64(Date().timeIntervalSince1970)
    var found: [(text: String, matches: [Range<Int>])] = []
    for store in stores {
      let engaged = try store.read { snapshot throws(StoreError) in try snapshot.engagedTexts(beginningWith: text, at: now) }
      found += engaged.prefix(limit).map { ($0, [0..<typedLength(text, in: $0)]) }
    }
    let completions = try stores.map { try $0.completions(of: text, limit: limit) }
    // The best of each store come before the second best.
    for place in 0..<(completions.map(\.count).max() ?? 0) {
      for list in completions where place < list.count { found.append((list[place].text, list[place].matches)) }
    }
    var seen: Set<String> = []
    let distinct = found.filter { seen.insert($0.text.lowercased()).inserted }.prefix(limit)
    return distinct.enumerated().map { CSSuggestion(attributed($1.text, $1.matches), rank: $0) }
  }

  /// Bytes of the beginning of a suggestion that stand for the typed text.
  private static func typedLength(_ typed: String, in suggestion: String) -> Int {
    let typed = typed.trimmingCharacters(in: .whitespaces)
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .anchored]
    guard let range = suggestion.range(of: typed, options: options) else { return 0 }
    return suggestion.utf8.distance(from: suggestion.startIndex, to: range.upperBound)
  }

  private static func attributed(_ text: String, _ matches: [Range<Int>]) -> AttributedString {
    let bytes = Array(text.utf8)
    var result = AttributedString()
    var position = 0
    func append(_ range: Range<Int>, isMatch: Bool) {
      guard !range.isEmpty else { return }
      var run = AttributedString(String(decoding: bytes[range], as: UTF8.self))
      if isMatch { run.suggestionHighlight = text }
      result += run
    }
    for match in matches {
      append(position..<match.lowerBound, isMatch: false)
      append(match, isMatch: true)
      position = match.upperBound
    }
    append(position..<bytes.count, isMatch: false)
    return result
  }
}
