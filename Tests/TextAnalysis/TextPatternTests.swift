import Testing

@testable import TextAnalysis

private func pattern(_ value: String, _ folding: Folding) -> TextPattern {
  TextPattern(parts: parts(value), folding: folding)
}

@Suite struct TextPatternTests {
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
      ("windowclass", .case, "MyWindowClass", false),
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
      ("中字", [], "学中文字", false),
      ("中*", [], "中文", true),
      ("中*文", [], "中文", true),
      ("ไทย", [], "ภาษาไทย", true),
      ("abc", .case, "ＡＢＣ", true),
      ("οδος", .case, "Η ΟΔΟΣ", true),
    ] as [(String, Folding, String, Bool)])
  func `words are found side by side`(value: String, folding: Folding, text: String, matches: Bool) {
    #expect(pattern(value, folding).matches(text) == matches)
  }

  @Test func `every cut of a text gives the answer for the whole`() {
    let texts = [
      "a word, MyWindowClass and Straße; then foo-bar", "l'été: PostgreSQL manual", "中文 and ｶﾞ", "a a a b", "-", "x\u{301}y",
    ]
    let values = ["mywindowclass", "window*", "strasse", "foo bar", "postgresql man*", "文", "a a b", "ete", "*dow*", "*", "absent", "y"]
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

  @Test func `skipping never changes the answer for random bytes`() {
    var random = SeededGenerator()
    let pieces = ["a", "b", "A", "B", "aB", "é", "ß", "中", "ss", "ab"]
    var found = 0
    for _ in 0..<3_000 {
      let text = random.text(length: .random(in: 0...150, using: &random))
      var value = ""
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        value += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        value += ["", "", " ", "*", "-"][Int.random(in: 0..<5, using: &random)]
      }
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
    #expect(found > 100)
  }

  @Test func `terms do not depend on the folding`() {
    for value in ["MyWindow* foo", "*été*", "ـ a", "a*中*b"] {
      let shapes = [[], .case, .diacritics, .all].map { (folding: Folding) in
        pattern(value, folding).terms.map { $0.parts.map(\.literals.count) }
      }
      #expect(Set(shapes).count == 1)
    }
    #expect(pattern("MyWind*", .case).terms.map(\.parts.count) == [2])
    #expect(pattern("MyWind*", .case).terms.first?.whole?.literals == [Array("mywind".utf8), []])
  }
}

/// The definition of a match on the list of all tokens: no skipping, no state.
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
    var ends = [position]
    for part in term.parts {
      ends = ends.flatMap { self.ends(of: part, from: $0) }
    }
    if let whole = term.whole { ends += self.ends(of: whole, from: position) }
    return ends.contains { self.ends(of: terms.dropFirst(), from: $0) }
  }

  private func ends(of glob: Glob, from position: Int) -> [Int] {
    tokens.filter { $0.token.position == position && glob.matches(folded: $0.folded.span) }.map { position + $0.token.width }
  }
}
