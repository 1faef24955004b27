// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import TextAnalysis

private func pattern(_ value: String, _ folding: Folding) -> TextPattern {
  TextPattern(parts: parts(value), folding: folding)
}

@Suite struct TextPatternTests {
  @Test(
    arguments: [
      ("annual report", 0, "report annual", true),
      ("annual report", 0, "the annual report", true),
      ("annual report", 0, "annual sales report", false),
      ("annual report", 1, "annual sales report", true),
      ("annual report", 1, "report: of annual", true),
      ("annual report", 2, "annual x y z report a b annual", true),
      ("annual report", 1, "annual x y z report a b annual", false),
      ("annual report", 10, "annual", false),
      ("a b c", 1, "c x b a", true),
      ("a b c", 0, "c x b a", false),
      ("a b c", 0, "a b x c a b", true),
      ("a a", 0, "a", true),
      ("annual* rep*", 1, "reports, twice annually", true),
      ("MyWindow b", 0, "b MyWindowClass", true),
      ("MyWindow b", 0, "my window b", true),
      ("mywindowclass b", 0, "MyWindowClass b", true),
      ("dont know", 2, "know I don’t", true),
      ("京都 大学", 3, "大学は京都にある", true),
      ("京都 大学", 0, "大学は京都にある", false),
      ("annual", 3, "an annual report", true),
      ("!!! ---", 3, "an annual report", false),
    ] as [(String, Int, String, Bool)])
  func `words stand near each other`(value: String, slop: Int, text: String, matches: Bool) {
    let pattern = TextPattern(parts: parts(value), folding: .all, slop: slop)
    #expect(pattern.matches(text) == matches)
    // In chunks.
    var scan = pattern.makeScan()
    for byte in text.utf8 {
      let chunk = [byte]
      _ = scan.feed(chunk.span)
    }
    #expect(scan.finish() == matches)
    let string = StringPattern(wordsOf: parts(value), folding: .all, slop: slop)
    #expect(string.matches(text) == matches)
  }

  @Test(
    arguments: [
      ("paris", Folding(), "I love paris.", true),
      ("paris", [], "I love Paris.", false),
      ("paris", .case, "I love Paris.", true),
      ("paris", .case, "Comparison", false),
      ("pari", .case, "Paris", false),
      ("pari*", .case, "Paris", true),
      ("*exp*", .case, "unexpected", true),
      ("*exp*", .case, "ex post", false),
      ("*cted", [], "unexpected", true),
      ("un*ted", [], "unexpected", true),
      ("un*ted", [], "un ted", false),
      ("love paris", .case, "I love, Paris", true),
      ("love paris", .case, "I love my Paris", false),
      ("paris-france", .case, "Paris, France", true),
      ("foo* bar", [], "fooz bar", true),
      ("foo* bar", [], "fooz baz bar", false),
      ("foo *bar", [], "foo crowbar", true),
      ("foo * bar", [], "foo bar", true),
      ("a a b", [], "a a a b", true),
      ("don't", .case, "They DON’T know", true),
      ("histoire", [], "l'histoire", true),
      ("MyWindow", .case, "MyWindowClass", true),
      ("MyWindow", .case, "my window", true),
      ("mywindowclass", .case, "a MyWindowClass b", true),
      ("MyWindowClass", .case, "mywindowclass", true),
      ("MyWind*", .case, "MyWindowClass", true),
      ("mywind*", .case, "MyWindowClass", true),
      ("*owcl*", .case, "MyWindowClass", true),
      ("windowclass", .case, "MyWindowClass", true),
      ("windowcl*", .case, "MyWindowClass", true),
      ("username", .all, "x = getUserName()", true),
      ("UserName", [], "getUserName", true),
      ("username", [], "getUserName", false),
      ("httprequest", .all, "new XMLHttpRequest()", true),
      ("sername", .all, "getUserName", false),
      ("mywindow", .all, "my window", false),
      ("username b", .all, "getUserName b", true),
      ("dont", .all, "I don’t know", true),
      ("don't", .all, "I dont know", true),
      ("dont know", .all, "I don't know", true),
      ("dont", .case, "I don't know", false),
      ("lhistoire", .all, "de l’histoire", true),
      ("collegi", .all, "el col·legi", true),
      ("well", .all, "we'll", true),
      ("coeur", .all, "le cœur", true),
      ("œuvre", .all, "oeuvre", true),
      ("مدرسه", .all, "مدرسة", true),
      ("2024", .all, "سنة ٢٠٢٤", true),
      ("٢٠٢٤", .all, "in 2024", true),
      ("x2", .all, "x² + 1", true),
      ("x2", .case, "x² + 1", false),
      ("1/2", .all, "add ½ cup", true),
      ("½", .all, "add 1/2 cup", true),
      ("1 1/2 cup*", .all, "1½ cups", true),
      ("½", [], "add 1/2 cup", false),
      ("1/2", [], "add ½ cup", false),
      ("½", [], "add ½ cup", true),
      ("12", .all, "add ½ cup", false),
      ("25°c", .all, "25℃", true),
      ("25 ℃", .all, "at 25 °C", true),
      ("℃", .case, "at 25 °C", false),
      ("no 5", .all, "№5", true),
      ("henry iv", .all, "Henry Ⅳ", true),
      ("かたかな", .all, "カタカナ", true),
      ("カタカナ", .all, "ｶﾀｶﾅ", true),
      ("データ", .all, "でーたべーす", true),
      ("전자", .all, "삼성전자 실적", true),
      ("정부", .all, "대한민국정부는", true),
      ("보호법", .all, "개인정보보호법을", true),
      ("lg전자", .all, "LG전자는", true),
      ("\u{110C}\u{1165}\u{11AB}\u{110C}\u{1161}", .all, "삼성전자", true),
      ("삼성전자 가격", .all, "삼성전자 가격은", true),
      ("전 가격", .all, "삼성전자 가격은", false),
      ("window", .case, "NSWindow", false),
      ("a iphone b", .case, "a iPhone b", true),
      ("phone b", .case, "a iPhone b", true),
      ("a b", .case, "a iPhone b", false),
      ("postgre*l", .case, "PostgreSQL", true),
      ("MyFoo*BarBaz", .case, "MyFooXBarBaz", true),
      ("MyFoo*BarBaz", .case, "my fooxbar baz", true),
      ("MyFoo*BarBaz", .case, "myfooxbarbaz", true),
      ("", [], "", false),
      ("", [], "-", true),
      ("*", [], "a", true),
      ("**", [], "", false),
      ("-*", [], "a", true),
      ("---", [], "---", false),
      ("Frederic", .all, "FRÉDÉRIC", true),
      ("Frédéric", .all, "frederic", true),
      ("file", .case, "a ﬁle", true),
      ("K", [], "\u{212A}", true),
      ("café", [], "un cafe\u{301}", true),
      ("cafe", [], "un cafe\u{301}", false),
      ("中文", [], "学中文字", true),
      ("中文", [], "学中文", true),
      ("中字", [], "学中文字", false),
      ("中*", [], "中文", true),
      ("中*文", [], "中文", true),
      ("中*字", [], "学中文字", true),
      ("ไทย", [], "ภาษาไทย", true),
      ("ภาษาไทย", [], "เป็นภาษาไทย", true),
      ("าไท", [], "ภาษาไทย", false),
      ("京都", [], "東京都に住んでいます", false),
      ("京都", [], "京都大学", true),
      ("京都", [], "私は京都が好きです", true),
      ("*京都", [], "東京都", true),
      ("東京", [], "東京都庁", true),
      ("東京都", [], "東京都庁", true),
      ("京都庁", [], "東京都庁", false),
      ("大学", [], "京都大学", true),
      ("中国", [], "中国人民", true),
      ("人民", [], "中国人民", true),
      ("中国人民", [], "我们是中国人民。", true),
      ("人民中国", [], "中国人民", false),
      ("日本", [], "日本語", true),
      ("語", [], "日本語", true),
      ("日本語", [], "日本語学を勉強する", true),
      ("北京天安門", [], "我愛北京天安門", true),
      ("東京 大阪", [], "東京、大阪", true),
      ("東京 大阪", [], "東京都、大阪", false),
      ("メール", [], "メールアドレス", true),
      ("ﾒｰﾙ", .case, "メールアドレス", true),
      ("ガ", .case, "ｶﾞｷ", true),
      ("カ", .all, "ガキ", false),
      ("swift言語", .case, "Swift言語を使う", true),
      ("swift言", .case, "Swift言語を使う", true),
      ("使うswift", .case, "iPhoneを使うSwift言語", true),
      ("うswift", .case, "iPhoneを使うSwift言語", false),
      ("*うswift", .case, "iPhoneを使うSwift言語", true),
      ("使 swift", .case, "使うSwift", false),
      ("使* swift", .case, "使うSwift", true),
      ("abc", .case, "ＡＢＣ", true),
      ("οδος", .case, "Η ΟΔΟΣ", true),
      ("*ـ", .diacritics, "a.", true),
      ("*ـ", .diacritics, "-", false),
      ("*ـ", .case, "a", false),
      ("*ـ b", .all, "the first b", true),
      ("C++", .case, "modern C++ design", true),
      ("c++", .case, "(C++)", true),
      ("C++", [], "a plan C", false),
      ("C++", .case, "a b c", false),
      ("C++", .case, "C#, C+ and C+++", false),
      ("C++", .case, "C++17", true),
      ("C++17", .case, "C++17", true),
      ("C++17", .case, "C17", false),
      ("C++17", .case, "C++ 17", true),
      ("C++17", .case, "C++11", false),
      ("C", .case, "C++", true),
      ("C*", .case, "C++", true),
      ("C+*", .case, "C++", true),
      ("C++*", .case, "C++", true),
      ("C++*", .case, "C", false),
      ("*c++", .case, "libstdc++", true),
      ("modern C++ design", .case, "Modern C++ Design", true),
      ("modern C++ design", .case, "Modern C Design", false),
      ("modern C design", .case, "Modern C++ Design", true),
      ("C++/C#", .case, "C++ or C#", false),
      ("C++/C#", .case, "both C++ and: C++, C#", true),
      ("c#", .case, "# C#", true),
      ("C#", .case, "#C", false),
      ("C#*", .case, "C#12", true),
      ("f#", .case, "F# and f", true),
      ("a+b", .case, "a-b", true),
      ("i++", .case, "for (i = 0; i < n; i++)", true),
      ("i++", .case, "for (i = 0; i < n; ++i)", false),
      ("#tag", .case, "a tag", true),
      ("++", .case, "C++ ++", false),
      (".NET", .case, "the .net framework", true),
      (".NET", [], "the .net framework", false),
      (".net", .case, "on the net", false),
      (".net", .case, "x.net", false),
      (".net", .case, "end.", false),
      ("*.net", .case, "x.net", true),
      ("*.net", .case, "net", true),
      ("x.net", .case, "X.NET", true),
      ("net", .case, ".NET", true),
      (".NET 8", .case, "(.NET 8)", true),
      (".NET*", .case, ".NET", true),
      ("ASP.NET", .case, "asp.net", true),
      ("myclass++", .case, "MyClass++", true),
      ("MyClass++", .case, "myclass++", true),
      ("class++", .case, "MyClass++", true),
      ("MyClass++", .case, "my class", false),
      ("My*ss++", .case, "a MyClass++", true),
    ] as [(String, Folding, String, Bool)])
  func `adjacent words are found`(value: String, folding: Folding, text: String, matches: Bool) {
    #expect(pattern(value, folding).matches(text) == matches)
  }

  @Test func `results do not depend on where a text is split`() {
    let texts = [
      "a word, MyWindowClass and Straße; then foo-bar", "l'été: PostgreSQL manual", "中文 and ｶﾞ", "a a a b", "-", "x\u{301}y",
      "don't rock'n’roll", "XMLHttpRequest getUserName", "1½ cups 25℃", "삼성전자 2024년",
      "東京都に住んでいます", "ภาษาไทย", "C C++17 x.net .NET", "b+ C# (.net) #c.",
    ]
    let values = [
      "mywindowclass", "window*", "strasse", "foo bar", "postgresql man*", "文", "京都", "都", "ไทย", "a a b", "ete", "*dow*", "*", "absent",
      "dont", "rocknroll", "username", "httpreq*", "1/2", "25 c", "전자", "2024년", "y", "c++", "c++ 17", ".net", "c#", "c", "b+ c*",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      for value in values {
        for folding in [[], .case, .all] as [Folding] {
          let pattern = pattern(value, folding)
          let whole = pattern.matches(text)
          for split in 0...bytes.count {
            var scan = pattern.makeScan()
            let early = scan.feed(Array(bytes[..<split]).span)
            let late = scan.feed(Array(bytes[split...]).span)
            #expect(!early || late)
            #expect(scan.finish() == whole, "\(value) in \(text) cut at \(split)")
          }
        }
      }
    }
  }

  @Test func `skipping does not change results for random bytes`() {
    var random = SeededGenerator()
    let pieces = ["a", "b", "A", "B", "aB", "é", "ß", "中", "文", "中国", "ไทย", "ss", "ab", "ـ", "a++", "b#", ".net", "B+", "net"]
    var found = 0
    for _ in (0..<3_000).sampled(every: 3) {
      let text = random.text(length: .random(in: 0...150, using: &random))
      var value = ""
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        value += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        value += ["", "", " ", "*", "-", "+", "++", "#", "."][Int.random(in: 0..<9, using: &random)]
      }
      if Int.random(in: 0..<8, using: &random) == 0 { value = "*ـ " + value }
      let folding = Folding(rawValue: .random(in: 0...3, using: &random))
      let pattern = pattern(value, folding)
      let expected = Reference(text, folding).contains(pattern)
      #expect(pattern.matches(utf8: text.span) == expected, "\(value) \(folding), seed \(random.seed)")
      var scan = pattern.makeScan()
      var rest = text[...]
      while !rest.isEmpty {
        let chunk = Array(rest.prefix(Int.random(in: 1...40, using: &random)))
        rest = rest.dropFirst(chunk.count)
        _ = scan.feed(chunk.span)
      }
      #expect(scan.finish() == expected, "\(value) \(folding) in chunks, seed \(random.seed)")
      found += expected ? 1 : 0
    }
    #expect(found > 30)
  }

  @Test func `a word is found at every offset of a long text`() {
    for value in ["needle", "*q*", "é"] {
      for folding in [[], .all] as [Folding] {
        let pattern = pattern(value, folding)
        let filler = Array(repeating: UInt8(ascii: "-"), count: 200)
        #expect(!pattern.matches(String(decoding: filler, as: UTF8.self)))
        for offset in 0...filler.count {
          var text = filler
          text.insert(contentsOf: value == "*q*" ? "xqx".utf8 : value.utf8, at: offset)
          #expect(pattern.matches(String(decoding: text, as: UTF8.self)), "\(value) at \(offset)")
        }
      }
    }
  }

  @Test func `letters without spaces are found at the beginning of a word and inside one`() {
    var random = SeededGenerator()
    var found = 0
    for _ in 0..<2_000 {
      let text = random.sentence(pieces: 12)
      var tokens: [String] = []
      Tokenizer.forEachToken(in: text.utf8.span) { surface, _ in
        tokens.append(String(decoding: surface.indices.map { surface[$0] }, as: UTF8.self))
      }
      let letters = tokens.flatMap { token in token.unicodeScalars.enumerated().map { (letter: $1, startsWord: $0 == 0) } }
      let start = Int.random(in: 0..<letters.count, using: &random)
      let run = letters[start...].prefix(.random(in: 1...4, using: &random)).map(\.letter)
      // Only letters without marks, because a mark does not begin a run.
      guard run.allSatisfy({ ScalarKind($0.value) == .unspaced }) else { continue }
      let expected = letters.indices.contains { index in
        let stretch = letters[index...].prefix(run.count)
        return stretch.map(\.letter) == run && (stretch[index].startsWord || !stretch.contains(where: \.startsWord))
      }
      let value = String(String.UnicodeScalarView(run))
      #expect(pattern(value, []).matches(text) == expected, "\(value) in \(tokens), seed \(random.seed)")
      found += expected ? 1 : 0
    }
    #expect(found > 500)
  }

  @Test func `a sentence is found in itself, whatever its length and context`() {
    var random = SeededGenerator()
    for pieces in [1, 30, 300] {
      let sentence = random.sentence(pieces: pieces)
      #expect(pattern(sentence, .all).matches("“" + sentence + "”"), "\(sentence)")
      #expect(pattern(sentence + " end", .all).matches("start " + sentence + "(end)"), "\(sentence)")
    }
    let unknown = String(repeating: "ก", count: 200)
    #expect(pattern(unknown, []).matches("x " + unknown))
  }

  @Test func `terms do not depend on the folding`() {
    for value in ["MyWindow* foo", "*été*", "ـ a", "a*中*b", "東京*大学"] {
      let shapes = [[], .case, .diacritics, .all].map { (folding: Folding) in
        pattern(value, folding).terms.map { $0.steps.map { [$0.start, $0.end, $0.glob.literals.count] } }
      }
      #expect(Set(shapes).count == 1)
    }
  }

  @Test(arguments: [
    ("MyWind*", ["0-1 my", "0-2 mywind*", "1-2 wind*"]),
    ("MyClass++", ["0-1 my", "0-2 myclass++", "1-2 class++"]),
    ("C++*", ["0-1 c++*"]),
    (".NET C#12", ["0-1 .net", "0-1 c#", "0-1 12"]),
    ("*.NET", ["0-1 net"]),
    ("京都", ["0-1 京", "0-3 *京都*", "1-3 都*"]),
    ("京都a", ["0-1 京", "0-2 京都", "1-2 都", "0-1 a"]),
    ("a京都", ["0-1 a", "0-1 京", "0-3 京都*", "1-3 都*"]),
    ("中*文", ["0-1 中", "0-2 中*", "0-4 *中*文*", "1-4 *文*", "2-4 文*"]),
  ])
  func `terms list their alternatives`(value: String, steps: [String]) {
    let found = pattern(value, .case).terms.flatMap { term in
      term.steps.map { "\($0.start)-\($0.end) " + $0.glob.literals.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*") }
    }
    #expect(found == steps)
  }
}

/// The definition of a match on the list of all tokens, without skipping or state.
private struct Reference {
  private var tokens: [(folded: [UInt8], token: Token)] = []

  init(_ text: [UInt8], _ folding: Folding) {
    var tokens: [(folded: [UInt8], token: Token)] = []
    Tokenizer.forEachToken(in: text.span) { surface, token in
      var folded: [UInt8] = []
      foldUTF8(surface, folding, into: &folded)
      tokens.append((folded, token))
    }
    self.tokens = tokens
  }

  func contains(_ pattern: TextPattern) -> Bool {
    guard !pattern.terms.isEmpty else { return false }
    return tokens.contains { ends(of: pattern.terms[...], from: $0.token.position) }
  }

  private func ends(of terms: ArraySlice<TextPattern.Term>, from position: Int) -> Bool {
    guard let term = terms.first else { return true }
    let ends = self.ends(of: term, from: position, node: 0)
    return ends.contains { self.ends(of: terms.dropFirst(), from: $0) }
  }

  private func ends(of term: TextPattern.Term, from position: Int, node: Int) -> [Int] {
    if node == term.end { return [position] }
    return term.steps.filter { $0.start == node }.flatMap { step in
      ends(of: step.glob, from: position).flatMap { ends(of: term, from: $0, node: step.end) }
    }
  }

  private func ends(of glob: Glob, from position: Int) -> [Int] {
    tokens.filter { $0.token.position == position && glob.matches(folded: $0.folded.span) }.map { position + $0.token.width }
  }
}
