// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import TextAnalysis

/// The pattern of a value, split at stars.
private func pattern(_ value: String, _ folding: Folding, wholeWords: Bool = false) -> StringPattern {
  StringPattern(parts: parts(value), folding: folding, wholeWords: wholeWords)
}

/// The parts of a value in which every star is a wildcard.
func parts(_ value: String) -> [String] {
  value.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
}

@Suite struct StringPatternTests {
  @Test(
    arguments: [
      ("Paris", Folding(), "Paris", true),
      ("Paris", [], "paris", false),
      ("Paris", [], "I love Paris", false),
      ("paris", .case, "PARIS", true),
      ("bud*", [], "budget", true),
      ("bud*", [], "bud", true),
      ("bud*", [], "a bud", false),
      ("*.MD", .case, "readme.md", true),
      ("*get*", [], "budgets", true),
      ("a*b*c", [], "a-b-c", true),
      ("a*b*c", [], "acb", false),
      ("ab*ba", [], "aba", false),
      ("a**b", [], "ab", true),
      ("*", [], "", true),
      ("", [], "", true),
      ("", [], "a", false),
      ("Frédéric", .diacritics, "Frederic", true),
      ("Frederic", .diacritics, "Fre\u{301}de\u{301}ric", true),
      ("Frederic", .all, "FRÉDÉRIC", true),
      ("Frederic", .case, "Frédéric", false),
      ("é", [], "e\u{301}", true),
      ("caf*", [], "café", true),
      ("cafe*", [], "cafe\u{301}", false),
      ("STRASSE", .case, "straße", true),
      ("*ß*", .case, "GASSE", true),
      ("οδος", .case, "ΟΔΟΣ", true),
      ("abc", .case, "ＡＢＣ", true),
      ("istanbul", .all, "İstanbul", true),
    ] as [(String, Folding, String, Bool)])
  func `a pattern is compared with the whole value`(value: String, folding: Folding, string: String, matches: Bool) {
    #expect(pattern(value, folding).matches(string) == matches)
  }

  @Test(
    arguments: [
      ("Paris", Folding.case, "Paris", true),
      ("Paris", .case, "paris", true),
      ("Paris", .case, "I love Paris", true),
      ("Paris", .case, "paris-france.jpg", true),
      ("Paris", .case, "Comparison", false),
      ("Window", [], "MyWindowClass", true),
      ("Window", [], "Broken Window", true),
      ("Window", [], "NSWindow", false),
      ("httprequest", .case, "XMLHttpRequest.js", true),
      ("httpreq*", .case, "XMLHttpRequest.js", true),
      ("username", .case, "getUserName.js", true),
      ("window", .case, "NSWindowController", false),
      ("dont", .all, "Don’t forget – notes.txt", true),
      ("dont*", .all, "Don't forget", true),
      ("dont", .case, "Don't forget", false),
      ("don't", .all, "Don’t forget", true),
      ("don't", .all, "Dont forget", false),
      ("lhist*", .all, "L'histoire", true),
      ("dogs", .all, "the dogs' bowl", true),
      ("we've got", .all, "We’ve Got Tonight", true),
      ("forget - notes", .all, "Don’t forget – notes.txt", true),
      ("a b", .all, "a\u{A0}b", true),
      ("\"x\"", .all, "“x” file", true),
      ("coeur", .all, "Mon cœur.txt", true),
      ("cœur", .all, "Mon coeur.txt", true),
      ("1/2", .all, "½ cup", true),
      ("20°C", .all, "20℃", true),
      ("No", .all, "№5", true),
      ("الدوري", .all, "الدورى المصري.txt", true),
      ("전자", .all, "삼성전자.txt", true),
      ("window", .case, "MyWindowClass", true),
      ("window", .case, "NSWindow", false),
      ("iphone", .case, "my iPhone", true),
      ("String", [], "utf8String", true),
      ("Player", [], "MP3Player", true),
      ("MP3", [], "MP3Player", true),
      ("P3", [], "MP3Player", false),
      ("2034", [], "IMG2034.JPG", true),
      ("203", [], "IMG2034.JPG", false),
      ("034", [], "IMG2034.JPG", false),
      ("2034", .all, "Été2034.jpg", true),
      ("034", .all, "Été2034.jpg", false),
      ("pari*", .case, "I love Paris", true),
      ("ari*", .case, "I love Paris", false),
      ("*ris", .case, "I love Paris here", true),
      ("*ari", .case, "I love Paris", false),
      ("*ari*", .case, "I love Paris", true),
      ("lov*par*", .case, "I love Paris", true),
      ("lov*aris", .case, "I love Paris", true),
      ("ov*aris", .case, "I love Paris", false),
      ("love paris", .case, "I love Paris", true),
      ("love paris", .case, "I love-Paris", false),
      ("C++", [], "I love C++ code", true),
      (".jpg", [], "paris.jpg", true),
      (".jp", [], "paris.jpg", false),
      ("a", [], "aa a", true),
      ("", [], "", true),
      ("", [], "a", false),
      ("*", [], "", true),
      ("ete", .all, "Un Été", true),
      ("été", .case, "Un Été!", true),
      ("окно", .case, "моеОкно", true),
      ("окно", .case, "моеокно", false),
      ("文", [], "中文字", true),
      ("中文", [], "中文字", true),
      ("京都", [], "東京都.txt", false),
      ("京都", [], "京都大学.pdf", true),
      ("京都*", [], "京都大学.pdf", true),
      ("*京都", [], "東京都.txt", true),
      ("大学", [], "2024京都大学.pdf", true),
      ("東京都", [], "東京都庁.pdf", true),
      ("日本", [], "日本語", true),
      ("本語", [], "日本語", true),
      ("ไทย", [], "ภาษาไทย", true),
      ("าไท", [], "ภาษาไทย", false),
      ("ｶﾞ", .case, "ガキ", true),
      ("Café", [], "Cafe\u{301} Paris", true),
    ] as [(String, Folding, String, Bool)])
  func `a pattern is found at word boundaries`(value: String, folding: Folding, string: String, matches: Bool) {
    #expect(pattern(value, folding, wholeWords: true).matches(string) == matches)
  }

  @Test func `random patterns and strings agree with the definition`() {
    var random = SeededGenerator()
    let letters: [Character] = ["a", "A", "b", "-", "1", "é", "É"]
    func word(_ lengths: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
      String((0..<Int.random(in: lengths, using: &random)).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
    }
    var found = 0
    for _ in (0..<20_000).sampled(every: 4) {
      let value = (0..<Int.random(in: 1...3, using: &random)).map { _ in word(0...2, &random) }
      let string = word(0...8, &random)
      let folding = Folding(rawValue: .random(in: 0...3, using: &random))
      for wholeWords in [false, true] {
        let expected = Reference(string, folding).matches(value, wholeWords: wholeWords)
        let actual = StringPattern(parts: value, folding: folding, wholeWords: wholeWords).matches(string)
        #expect(actual == expected, "\(value) \(folding) \(wholeWords) in \(string), seed \(random.seed)")
        found += actual ? 1 : 0
      }
    }
    #expect(found > 300)
  }
}

/// The definition of a match, for the characters of the random test. It is not optimised.
private struct Reference {
  let characters: [Character]
  let folding: Folding

  init(_ string: String, _ folding: Folding) {
    characters = Array(string)
    self.folding = folding
  }

  func matches(_ parts: [String], wholeWords: Bool) -> Bool {
    let ranges = (0...characters.count).flatMap { start in (start...characters.count).map { start..<$0 } }
    // The value "" matches only a whole empty string, also with word boundaries.
    guard wholeWords, parts != [""] else { return matches(parts.map(Array.init)[...], characters[...]) }
    return ranges.contains { range in
      (parts.first == "" || isBoundary(range.lowerBound)) && (parts.last == "" || isBoundary(range.upperBound))
        && matches(parts.map(Array.init)[...], characters[range])
    }
  }

  private func matches(_ parts: ArraySlice<[Character]>, _ text: ArraySlice<Character>) -> Bool {
    guard let first = parts.first, text.count >= first.count, zip(first, text).allSatisfy({ plain($0) == plain($1) }) else { return false }
    let rest = text.dropFirst(first.count)
    if parts.count == 1 { return rest.isEmpty }
    return (rest.startIndex...rest.endIndex).contains { matches(parts.dropFirst(), rest[$0...]) }
  }

  private func plain(_ character: Character) -> Character {
    var character = character
    if folding.contains(.case) { character = Character(character.lowercased()) }
    if folding.contains(.diacritics) { character = ["é": "e", "É": "E"][character] ?? character }
    return character
  }

  private func isBoundary(_ index: Int) -> Bool {
    guard index > 0, index < characters.count else { return true }
    if characters[index - 1] == "-" || characters[index] == "-" { return true }
    if (characters[index - 1] == "1") != (characters[index] == "1") { return true }
    return characters[index].isUppercase && characters[index - 1].isLowercase
  }
}
