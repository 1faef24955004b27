// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import TextAnalysis

/// A token in the tables: its surface form, position, and width if that is not 1.
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
    ("don't", ["don't@0+2", "don@0", "t@1"]),
    ("l’histoire", ["l’histoire@0+2", "l@0", "histoire@1"]),
    ("rock'n'roll!", ["rock'n'roll@0+3", "rock@0", "n@1", "roll@2"]),
    ("McDonald's", ["McDonald's@0+3", "McDonald@0+2", "Mc@0", "Donald@1", "s@2"]),
    ("п'ять пʼять", ["п'ять@0+2", "п@0", "ять@1", "пʼять@2+2", "п@2", "ять@3"]),
    ("'a' dogs' '90s 8'hff 5'b", ["a@0", "dogs@1", "90s@2", "8@3", "hff@4", "5@5", "b@6"]),
    ("col·legi", ["col·legi@0+2", "col@0", "legi@1"]),
    ("don't漢", ["don't@0+2", "don@0", "t@1", "漢@2"]),
    ("it's++", ["it's@0+2", "it@0", "s@1", "s++@1"]),
    ("3.14", ["3@0", "14@1"]),
    ("NSWindow", ["NSWindow@0"]),
    ("MyWindowClass end", ["MyWindowClass@0+3", "My@0", "WindowClass@1+2", "Window@1", "Class@2", "end@3"]),
    ("getUserName", ["getUserName@0+3", "get@0", "UserName@1+2", "User@1", "Name@2"]),
    ("XMLHttpRequest", ["XMLHttpRequest@0+2", "HttpRequest@0+2", "XMLHttp@0", "Request@1"]),
    ("parseURLs myIDs", ["parseURLs@0+2", "parse@0", "URLs@1", "myIDs@2+2", "my@2", "IDs@3"]),
    ("iPhone", ["iPhone@0+2", "i@0", "Phone@1"]),
    ("x86 mp3", ["x86@0", "mp3@1"]),
    ("utf8String", ["utf8String@0+2", "utf8@0", "String@1"]),
    ("MP3Player", ["MP3Player@0"]),
    ("été Été", ["été@0", "Été@1"]),
    ("e\u{301}A", ["e\u{301}A@0+2", "e\u{301}@0", "A@1"]),
    ("моеОкно", ["моеОкно@0+2", "мое@0", "Окно@1"]),
    ("ὈδυσσεύςΑ", ["ὈδυσσεύςΑ@0+2", "Ὀδυσσεύς@0", "Α@1"]),
    ("中文abc", ["中文@0", "abc@1"]),
    ("ภาษาไทย", ["ภาษา@0", "ไทย@1"]),
    ("กิน", ["กิน@0"]),
    ("東京都に住んでいます。", ["東京@0", "都@1", "に@2", "住@3", "んで@4", "い@5", "ます@6"]),
    ("私の名前は田中です", ["私@0", "の@1", "名前@2", "は@3", "田中@4", "です@5"]),
    ("中华人民共和国成立了", ["中华@0", "人民@1", "共和国@2", "成立@3", "了@4"]),
    ("我愛北京，天安門", ["我@0", "愛@1", "北京@2", "天安門@3"]),
    ("ภาษาไทยเป็นภาษาที่มีระดับเสียง", ["ภาษา@0", "ไทย@1", "เป็น@2", "ภาษา@3", "ที่@4", "มี@5", "ระดับ@6", "เสียง@7"]),
    ("ສະບາຍດີ", ["ສະບາຍດີ@0"]),
    ("ភាសាខ្មែរ", ["ភាសាខ្មែរ@0"]),
    ("မြန်မာဘာသာ", ["မြန်မာဘာသာ@0"]),
    ("iPhoneを使うSwift言語", ["iPhone@0+2", "i@0", "Phone@1", "を@2", "使う@3", "Swift@4", "言語@5"]),
    ("한국어 글", ["한국어@0", "글@1"]),
    ("LG전자는 2024년", ["LG@0", "전자는@1", "2024@2", "년@3"]),
    ("한글漢字", ["한글@0", "漢字@1"]),
    ("\u{1112}\u{1161}\u{11AB}글", ["\u{1112}\u{1161}\u{11AB}글@0"]),
    ("①Intro 25℃ №5 Ⓐ 5㎞ Win™", ["①@0", "Intro@1", "25@2", "℃@3", "№@4", "5@5", "Ⓐ@6", "5@7", "㎞@8", "Win@9"]),
    ("हिन्दी भाषा", ["हिन्दी@0", "भाषा@1"]),
    ("שָׁלוֹם", ["שָׁלוֹם@0"]),
    ("m² ½", ["m²@0", "½@1"]),
    ("\u{301}a", ["a@0"]),
    ("\u{FEFF}bom", ["bom@0"]),
    ("zero\u{200B}width", ["zero@0", "width@1"]),
    ("soft\u{AD}hyphen", ["soft\u{AD}hyphen@0"]),
    ("a😀b", ["a@0", "b@1"]),
    ("C++ and C#", ["C@0", "C++@0", "and@1", "C@2", "C#@2"]),
    ("c++17, C#12", ["c@0", "c++@0", "17@1", "C@2", "C#@2", "12@3"]),
    ("GPLv2+ 18+", ["GPLv2@0", "GPLv2+@0", "18@1", "18+@1"]),
    ("MyClass++", ["MyClass@0+2", "MyClass++@0+2", "My@0", "Class@1", "Class++@1"]),
    ("C++で書く", ["C@0", "C++@0", "で@1", "書く@2"]),
    ("i++; --i", ["i@0", "i++@0", "i@1"]),
    ("a+b a++b a#b a+1", ["a@0", "b@1", "a@2", "b@3", "a@4", "b@5", "a@6", "1@7"]),
    ("C+++ C## C#+ C+#", ["C@0", "C@1", "C@2", "C@3"]),
    ("# C ++ #tag +1", ["C@0", "tag@1", "1@2"]),
    (".NET, a .net", ["NET@0", ".NET@0", "a@1", "net@2", ".net@2"]),
    ("(.NET 8) .NET# を.NETで", ["NET@0", ".NET@0", "8@1", "NET@2", "NET#@2", ".NET@2", ".NET#@2", "を@3", "NET@4", ".NET@4", "で@5"]),
    ("x.net ASP.NET ..net .NETs .map .5", ["x@0", "net@1", "ASP@2", "NET@3", "net@4", "NETs@5", "map@6", "5@7"]),
    ("over.Next", ["over@0", "Next@1"]),
  ])
  func `text is divided into words and their parts`(text: String, tokens: [String]) {
    #expect(describe(Array(text.utf8)) == tokens)
  }

  @Test func `bytes that are not UTF-8 divide words`() {
    #expect(describe([0x61, 0xFF, 0x62]) == ["a@0", "b@1"])
    #expect(describe([0x61, 0xC3]) == ["a@0"])
    #expect(describe([0xED, 0xA0, 0x80, 0x61]) == ["a@0"])
    #expect(describe([0xC0, 0xAF, 0xF4, 0x90, 0x80, 0x80, 0x7A]) == ["z@0"])
  }

  @Test func `a long word is divided, and only its parts are tokens`() {
    let long = describe(Array(repeating: 0x61, count: 600))
    #expect(long.map(\.utf8.count) == [255 + 2, 255 + 2, 90 + 2])
    let parts = describe(Array(String(repeating: "aB", count: 9).utf8))
    #expect(parts.count == 10)
    #expect(!parts.contains { $0.contains("+") })
  }

  @Test func `encoded data has no signs`() {
    let long = String(repeating: "a", count: Tokenizer.maximumCompoundLength + 1)
    #expect(describe(Array("\(long)++ \(String(repeating: "aB", count: 9))++".utf8)).allSatisfy { !$0.contains("++") })
    #expect(describe(Array("\(long.dropLast())++".utf8)).count == 2)
  }

  @Test func `the width of a token follows from its surface form`() {
    for text in [
      "don't rock'n'roll McDonald’s XMLHttpRequest getUserName ½ ℃ 한국어", "MyWindowClass NSWindow utf8String 中文 моеОкно été", "aBcDeF",
      "MyClass++ C# .NET",
    ] {
      let bytes = Array(text.utf8)
      Tokenizer.forEachToken(in: bytes.span) { surface, token in
        #expect(Tokenizer.width(of: surface) == token.width)
      }
    }
  }

  @Test func `chunks do not change the tokens of random bytes, and ranges stay within the text`() {
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
    let text = Array("aB é中\u{301}文ก ิMyWindow's \u{1F600}ﬁ .NET x.net C++ C++17 C+++ a+b c#. .. .net#".utf8) + [0xE4, 0xB8, 0x20, 0xFF]
    let whole = describe(text)
    for first in 0...text.count {
      for second in first...text.count {
        var tokens: [String] = []
        var tokenizer = Tokenizer()
        for chunk in [text[..<first], text[first..<second], text[second...]] {
          tokenizer.feed(Array(chunk).span) { tokens.append(describe($0, $1)) }
        }
        tokenizer.finish { tokens.append(describe($0, $1)) }
        #expect(tokens == whole, "split at \(first) and \(second)")
      }
    }
  }

  @Test func `chunks do not change the words of long runs without spaces`() {
    var random = SeededGenerator()
    for _ in 0..<40 {
      let text = Array(random.sentence(pieces: .random(in: 1...600, using: &random)).utf8)
      let whole = describe(text)
      var tokens: [String] = []
      var tokenizer = Tokenizer()
      var rest = text[...]
      while !rest.isEmpty {
        let chunk = Array(rest.prefix(Int.random(in: 1...900, using: &random)))
        rest = rest.dropFirst(chunk.count)
        tokenizer.feed(chunk.span) { tokens.append(describe($0, $1)) }
      }
      tokenizer.finish { tokens.append(describe($0, $1)) }
      #expect(tokens == whole, "seed \(random.seed)")
    }
  }

  @Test func `the words of a run contain each byte once`() {
    var random = SeededGenerator()
    for _ in 0..<50 {
      let text = random.sentence(pieces: 500).filter { $0 != "、" }
      var joined = ""
      Tokenizer.forEachToken(in: text.utf8.span) { surface, token in
        #expect(token.range.lowerBound == joined.utf8.count)
        joined += String(decoding: surface.indices.map { surface[$0] }, as: UTF8.self)
      }
      #expect(Array(joined.utf8) == Array(text.utf8), "seed \(random.seed)")
    }
  }

  @Test func `a long run is divided like a short one`() {
    let sentence = "東京都に住んでいます"
    let words = describe(Array((sentence + "。").utf8)).count
    // The first and last sentences differ because ICU sees other neighbours; all others are equal.
    let long = describe(Array(String(repeating: sentence + "私は", count: 100).utf8)).map { $0.prefix { $0 != "@" } }
    let period = describe(Array((sentence + "私は").utf8)).count
    #expect(period >= words)
    #expect(long.count == 100 * period)
    #expect(Array(long[period...]) == Array(long.dropLast(period)))
  }

  @Test func `invisible characters do not divide a word`() {
    #expect(describe(Array("東\u{FE00}京\u{2060}都".utf8)).map { $0.prefix { $0 != "@" } } == ["東\u{FE00}京\u{2060}", "都"])
  }

  @Test func `text without dictionary words is divided, too`() {
    let thai = describe(Array(String(repeating: "\u{0E00}ฯๆ", count: 700).utf8))
    #expect(thai.allSatisfy { $0.utf8.count <= Tokenizer.maximumTokenLength + 6 })
    let han = describe(Array(String(repeating: "\u{2EBF}\u{3006}", count: 700).utf8))
    #expect(han.count > 1)
  }

  @Test func `several threads divide text at the same time`() async {
    let text = Array(String(repeating: "東京都に住んでいます。ภาษาไทย ", count: 50).utf8)
    let expected = describe(text)
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { describe(text) } }
      for await tokens in group { #expect(tokens == expected) }
    }
  }
}
