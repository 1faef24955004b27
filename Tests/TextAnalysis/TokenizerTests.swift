import Testing

@testable import TextAnalysis

/// A token in the tables: its surface form, position, and width where that is not 1.
private func describe(_ text: [UInt8]) -> [String] {
  var tokens: [String] = []
  Tokenizer.forEachToken(in: text.span) { surface, token in tokens.append(describe(surface, token)) }
  return tokens
}

private func describe(_ surface: Span<UInt8>, _ token: Token) -> String {
  let bytes = surface.indices.map { surface[$0] }
  return "\(String(decoding: bytes, as: UTF8.self))@\(token.position)" + (token.width == 1 ? "" : "+\(token.width)")
}

@Suite struct TokenizerTests {
  @Test(arguments: [
    ("", []),
    (" \t\n--", []),
    ("I love Paris", ["I@0", "love@1", "Paris@2"]),
    ("paris-france.jpg", ["paris@0", "france@1", "jpg@2"]),
    ("snake_case", ["snake@0", "case@1"]),
    ("don't", ["don@0", "t@1"]),
    ("3.14", ["3@0", "14@1"]),
    ("NSWindow", ["NSWindow@0"]),
    ("MyWindowClass end", ["MyWindowClass@0+3", "My@0", "Window@1", "Class@2", "end@3"]),
    ("iPhone", ["iPhone@0+2", "i@0", "Phone@1"]),
    ("x86 mp3", ["x86@0", "mp3@1"]),
    ("utf8String", ["utf8String@0+2", "utf8@0", "String@1"]),
    ("MP3Player", ["MP3Player@0"]),
    ("été Été", ["été@0", "Été@1"]),
    ("e\u{301}A", ["e\u{301}A@0+2", "e\u{301}@0", "A@1"]),
    ("моеОкно", ["моеОкно@0+2", "мое@0", "Окно@1"]),
    ("ὈδυσσεύςΑ", ["ὈδυσσεύςΑ@0+2", "Ὀδυσσεύς@0", "Α@1"]),
    ("中文abc", ["中@0", "文@1", "abc@2"]),
    ("ひらカタ", ["ひ@0", "ら@1", "カ@2", "タ@3"]),
    ("ｶﾞｷ", ["ｶﾞ@0", "ｷ@1"]),
    ("ภาษาไทย", ["ภ@0", "า@1", "ษ@2", "า@3", "ไ@4", "ท@5", "ย@6"]),
    ("กิน", ["กิ@0", "น@1"]),
    ("한국어 글", ["한국어@0", "글@1"]),
    ("हिन्दी भाषा", ["हिन्दी@0", "भाषा@1"]),
    ("שָׁלוֹם", ["שָׁלוֹם@0"]),
    ("m² ½", ["m²@0", "½@1"]),
    ("\u{301}a", ["a@0"]),
    ("\u{FEFF}bom", ["bom@0"]),
    ("zero\u{200B}width", ["zero@0", "width@1"]),
    ("soft\u{AD}hyphen", ["soft\u{AD}hyphen@0"]),
    ("a😀b", ["a@0", "b@1"]),
  ])
  func `text is cut into words and their parts`(text: String, tokens: [String]) {
    #expect(describe(Array(text.utf8)) == tokens)
  }

  @Test func `bytes that are not UTF-8 divide words`() {
    #expect(describe([0x61, 0xFF, 0x62]) == ["a@0", "b@1"])
    #expect(describe([0x61, 0xC3]) == ["a@0"])
    #expect(describe([0xED, 0xA0, 0x80, 0x61]) == ["a@0"])
    #expect(describe([0xC0, 0xAF, 0xF4, 0x90, 0x80, 0x80, 0x7A]) == ["z@0"])
  }

  @Test func `a long word is cut, and is no token besides its parts`() {
    let long = describe(Array(repeating: 0x61, count: 600))
    #expect(long.map(\.utf8.count) == [255 + 2, 255 + 2, 90 + 2])
    let parts = describe(Array(String(repeating: "aB", count: 9).utf8))
    #expect(parts.count == 10)
    #expect(!parts.contains { $0.contains("+") })
  }

  @Test func `the width of a token follows from its surface form`() {
    for text in ["MyWindowClass NSWindow utf8String 中文 моеОкно été", "aBcDeF"] {
      let bytes = Array(text.utf8)
      Tokenizer.forEachToken(in: bytes.span) { surface, token in
        #expect(Tokenizer.width(of: surface) == token.width)
      }
    }
  }

  @Test func `chunks do not change the tokens of random bytes, and ranges stay inside`() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let text = random.text(length: Int.random(in: 0...700, using: &random))
      let whole = describe(text)
      var chunked: [String] = []
      var tokenizer = Tokenizer()
      var rest = text[...]
      while !rest.isEmpty {
        let chunk = Array(rest.prefix(Int.random(in: 1...300, using: &random)))
        rest = rest.dropFirst(chunk.count)
        tokenizer.feed(chunk.span) { surface, token in
          chunked.append(describe(surface, token))
          let bytes = surface.indices.map { surface[$0] }
          #expect(Array(text[token.range]) == bytes)
        }
      }
      tokenizer.finish { surface, token in
        chunked.append(describe(surface, token))
        #expect(token.range.upperBound <= text.count)
      }
      #expect(chunked == whole, "seed \(random.seed)")
    }
  }

  @Test func `every split of a short text gives the same tokens`() {
    let text = Array("aB é中\u{301}文ก ิMyWindow's \u{1F600}ﬁ".utf8) + [0xE4, 0xB8, 0x20, 0xFF]
    let whole = describe(text)
    for split in 0...text.count {
      var tokens: [String] = []
      var tokenizer = Tokenizer()
      for chunk in [Array(text[..<split]), Array(text[split...])] {
        tokenizer.feed(chunk.span) { tokens.append(describe($0, $1)) }
      }
      tokenizer.finish { tokens.append(describe($0, $1)) }
      #expect(tokens == whole, "split at \(split)")
    }
  }
}
