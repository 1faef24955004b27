// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The sentences of a paragraph with single spaces, word for word.
  ///
  /// ICU's rules for sentences are in none of the data that the programs contain, and end one after *Dr.*, too.
  var sentences: [Substring] {
    var sentences: [Substring] = []
    var start = startIndex
    var index = startIndex
    while index < endIndex {
      let character = self[index]
      index = self.index(after: index)
      guard Self.ends.contains(character) || Self.wideEnds.contains(character) else { continue }
      while index < endIndex,
        Self.ends.contains(self[index]) || Self.wideEnds.contains(self[index]) || Self.closingSigns.contains(self[index])
      {
        index = self.index(after: index)
      }
      if !Self.wideEnds.contains(character) {
        guard index == endIndex || self[index].isWhitespace else { continue }
        if character == ".", !isEnd(index, from: start) { continue }
      }
      sentences.append(self[start..<index])
      while index < endIndex, self[index].isWhitespace { index = self.index(after: index) }
      start = index
    }
    if start < endIndex { sentences.append(self[start...]) }
    return sentences.filter { $0.contains { $0.isLetter || $0.isNumber } }
  }

  private static let ends: Set<Character> = [".", "!", "?", "…", "‽", "؟", "।"]
  private static let wideEnds: Set<Character> = ["。", "！", "？", "｡"]
  private static let closingSigns: Set<Character> = ["\"", "'", ")", "]", "”", "’", "»", "」", "』"]

  /// Whether a full stop before an index ends a sentence.
  private func isEnd(_ end: Index, from start: Index) -> Bool {
    let next = self[end...].drop { $0.isWhitespace }
    // A sentence begins with no lower-case letter.
    if let first = next.first, first.isLowercase { return false }
    if next.isEmpty { return true }
    let before = self[start..<end].split(separator: " ").last ?? ""
    let word = before.drop { "(\"'“‘[".contains($0) }.prefix { !")\"'”’]".contains($0) }
    let bare = word.hasSuffix(".") ? word.dropLast() : word
    // An initial, as in J. Smith; the number of an item or a day.
    if bare.count == 1, bare.first?.isUppercase ?? false { return false }
    if bare.allSatisfy({ $0.isNumber }) { return before.startIndex != start && bare.count > 2 }
    return !MessageWords.abbreviations.contains(bare.lowercased())
  }
}
