// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import IndexStore

/// Passages of stored texts for ranked queries. In the rows, brackets enclose what is highlighted.
struct PassageTests {
  private let temporary = TemporaryFolder()

  private func passage(_ typed: String, in text: String?) throws -> Passage? {
    let store = try Store.open(temporary.path + "/store", .writeItems)
    #expect(try store.apply([.put(Item(identifier: "1", text: text))]))
    let finder = PassageFinder(RankedQuery(typed))
    return try store.read { snapshot throws(StoreError) in
      guard let reference = try snapshot.reference(ofItem: "1", at: 0) else { return nil }
      return try finder.passage(of: reference.document, in: snapshot)
    }
  }

  private func marked(_ passage: Passage?) -> String? {
    guard let passage else { return nil }
    let bytes = Array(passage.text.utf8)
    var text: [UInt8] = []
    var end = 0
    for match in passage.matches {
      text += bytes[end..<match.lowerBound] + "[".utf8 + bytes[match] + "]".utf8
      end = match.upperBound
    }
    return String(decoding: text + bytes[end...], as: UTF8.self)
  }

  @Test(
    arguments: [
      ("zebra ", "A Zebra, and another zébra.", "A [Zebra], and another [zébra]."),
      ("zeb", "A zebra.", "A [zebra]."), ("zeb ", "A zebra.", nil), ("zebra crossings ", "zebras cross", "[zebras] [cross]"),
      ("relation ", "All relations\r\n\tand\u{1B}[31m relation", "All [relations] and [31m [relation]"),
      ("iphone ", "an iPhone", "an [iPhone]"), ("c++ ", "in C++.", "in [C++]."), ("都 ", "東京都に住んでいます", "東京[都]に住んでいます"),
      ("recieve ", "They receive letters.", "They [receive] letters."), ("zebra ", nil, nil), ("zebra ", "", nil),
      ("zebra ", "\u{0}zebra", "[zebra]"),
    ] as [(String, String?, String?)])
  func `the words of the query are marked`(typed: String, text: String?, expected: String?) throws {
    #expect(marked(try passage(typed, in: text)) == expected)
  }

  @Test func `the passage with most words is the best one, and begins with a sentence`() throws {
    let filler = String(repeating: "Nothing of interest is written here, which takes many words to say. ", count: 20)
    let text = "An annual fair. " + filler + "We publish. The annual and final report follows, with figures. " + filler + "A report."
    let passage = try #require(try passage("annual report ", in: text))
    let shown = try #require(marked(passage))
    #expect(shown.hasPrefix("…We publish. The [annual] and final [report] follows, with figures. Nothing"), "\(shown)")
    #expect(shown.hasSuffix("…"))
    #expect(passage.text.utf8.count <= PassageFinder.maximumLength + 6)
    let close = filler + "report then annual, annual report. " + filler
    #expect(try marked(self.passage("annual report ", in: close))?.contains("[report] then [annual], [annual] [report].") == true)
  }

  @Test func `a passage can be in any chunk of a text, and is cut between characters`() throws {
    let text = String(repeating: "ä", count: TextChunk.capacity) + " zebra " + String(repeating: "ö", count: TextChunk.capacity)
    let passage = try #require(try passage("zebra ", in: text))
    // Only whole words are shown around the match.
    #expect(marked(passage) == "…[zebra]…")
    #expect(!passage.text.contains("\u{FFFD}"))
  }
}
