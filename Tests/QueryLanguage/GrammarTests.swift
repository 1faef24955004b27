// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

@testable import QueryLanguage

/// §1 of the grammar: valid queries, and their meaning.
struct GrammarTests {
  /// A query, and the canonical text of its predicate.
  @Test(arguments: [
    // or_expr, and_expr, unary, primary
    ("a == 1 || b == 2 && c == 3", "a == 1 || b == 2 && c == 3"),
    ("(a == 1 || b == 2) && c == 3", "(a == 1 || b == 2) && c == 3"),
    ("a==1&&b==2&&c==3", "a == 1 && b == 2 && c == 3"),
    ("(a==1&&b==2)&&c==3", "(a == 1 && b == 2) && c == 3"),
    ("!a == 1 && b == 2", "!(a == 1) && b == 2"),
    ("! ( a == 1 && b == 2 )", "!(a == 1 && b == 2)"),
    ("!!a == 1", "!!(a == 1)"),
    ("((((a == 1))))", "a == 1"),
    // white space of every kind between tokens, and none
    (" \t\n a\n==\r\n1 \u{B}", "a == 1"),
    ("a=1&&b!=2||c<3", "a == 1 && b != 2 || c < 3"),
    // operators
    ("a = 1", "a == 1"), ("a == 1", "a == 1"), ("a != 1", "a != 1"), ("a < 1", "a < 1"), ("a <= 1", "a <= 1"), ("a > 1", "a > 1"),
    ("a >= 1", "a >= 1"),
    // booleans as operands, in any case
    ("true", "true"), ("False", "false"), ("((_kMDItemGroupId = 7)) && (true)", "_kMDItemGroupId == 7 && true"),
    ("TRUE && a = 1", "true && a == 1"),
    // a name that is a Boolean word
    ("true == 1", "true == 1"),
    // attribute names
    ("* == \"x\"", "* == \"x\""), ("** == \"x\"", "** == \"x\""), ("*=x", "* == \"x\""), ("**=x", "** == \"x\""),
    ("_a.b:c-d9 == 1", "_a.b:c-d9 == 1"),
    // values
    ("a == \"x y\"", "a == \"x y\""), ("a == 'x y'", "a == \"x y\""), ("a == word", "a == \"word\""),
    ("a == *.pdf", "a == \"*.pdf\""), ("a == public.unix-executable", "a == \"public.unix-executable\""),
    ("a == http://x.y/z@1", "a == \"http://x.y/z@1\""), ("a == \"\"", "a == \"\""),
    ("a == 'say \"x\"'", "a == \"say \\\"x\\\"\""), ("a == \"it's\"", "a == \"it's\""),
    ("a == \"one\ntwo\"", "a == \"one\ntwo\""),
    // numbers
    ("a == 12", "a == 12"), ("a == -1.5", "a == -1.5"), ("a == +3", "a == +3"), ("a > 1e8", "a > 1e8"), ("a > 1.5E-3", "a > 1.5E-3"),
    ("a == \"1\"", "a == \"1\""),
    // words that begin like numbers
    ("a == 1.", "a == \"1.\""), ("a == 1e", "a == \"1e\""), ("a == 0x10", "a == \"0x10\""), ("a == inf", "a == \"inf\""),
    ("a == .5", "a == \".5\""), ("a == 2026-01-01", "a == \"2026-01-01\""),
    // presence
    ("a == NULL", "a == NULL"), ("a != NULL", "a != NULL"), ("a == *", "a == *"), ("a != *", "a != *"), ("a == \"*\"", "a == *"),
    ("a == '**'", "a == *"), ("a == \"NULL\"", "a == \"NULL\""), ("a == \"\\*\"", "a == \"\\*\""),
    // modifiers
    ("a == \"x\"cd", "a == \"x\"cd"), ("a == \"x\"dc", "a == \"x\"cd"), ("a == \"x\"wcd", "a == \"x\"cdw"),
    ("a == \"x\" cdw", "a == \"x\"cdw"), ("* = search* cdw", "* == \"search*\"cdw"), ("a == 'x'cwdt", "a == \"x\"cdwt"),
    ("** = \"foo*\"cdws", "** == \"foo*\"cdws"), ("a ==[c] \"x\"", "a == \"x\"c"), ("a == [cd]\"x\"w", "a == \"x\"cdw"),
    ("a ==[] x", "a == \"x\""), ("a == [x", "a == \"[x\""), ("a == \"x\"nq", "a == \"x\""), ("a == 5 cd", "a == 5 cd"),
    // ranges
    ("InRange(a,1,2)", "InRange(a, 1, 2)"), ("InRange ( a , -1.5 , 2e3 )", "InRange(a, -1.5, 2e3)"),
    ("InRange(a,\"1\",'2')", "InRange(a, 1, 2)"), ("!InRange(a,1,2)", "!InRange(a, 1, 2)"), ("InRange(**, 1, 2)", "InRange(**, 1, 2)"),
    ("InRange == 3", "InRange == 3"),
  ])
  func `a query is parsed into its canonical form`(query: String, canonical: String) throws {
    let parsed = try Query(parsing: query)
    #expect(parsed.description == canonical)
    #expect(try Query(parsing: canonical) == parsed)
  }

  @Test func `and binds tighter than or, and looser than not`() throws {
    let tree = try Query(parsing: "!a == 1 || b == 2 && c == 3").predicate
    func leaf(_ name: String, _ number: Int) -> Predicate {
      .comparison(Comparison(AttributeTerm(name), .equal, .number(NumberLiteral(number))))
    }
    #expect(tree == .or([.not(leaf("a", 1)), .and([leaf("b", 2), leaf("c", 3)])]))
  }

  @Test(arguments: [
    "", " \n\t", "kMDItemFSName ==", "kMDItemFSName", "== \"x\"", "(a == 1", "a == 1)", "()", "a == \"x", "a == 'x\"", "a == 1 &&",
    "|| a == 1", "a == 1 || || b == 2", "!", "a == 1 b == 2", "a == \"x\" \"y\"", "onboarding", "\"some words\"", "InRange(a,1)",
    "InRange(a,1,2", "InRange(a;1;2)", "InRange(1,2,3)", "InRange(a,x,y)", "InRange(a,\"x\",2)", "inrange(a,1,2)", "a == 1 AND b == 2",
    "a CONTAINS \"x\"", "a BEGINSWITH \"x\"", "a LIKE \"x\"", "NOT a == 1", "a == 1 OR b == 2", "a == 1 & b == 2", "a === 1", "a == x y",
    "a == \u{201C}x\u{201D}", "a == \\", "a == \"x\";", "a , b", "1 == a", "é == 1", "a == $time", "a == $time.", "a == $time.noon",
    "a == $time.iso", "a == $time.iso(x)", "a == $time.today(", "a == $time.today(x)", "a == $time.today(1", "a == $time.today(-)",
    "a == $time.today(99999999999999999999)", "a == $time.now(-9223372036854775808)", "a == b == c",
  ])
  func `a malformed query is rejected`(query: String) {
    #expect(throws: QuerySyntaxError.self) { try Query(parsing: query) }
  }

  @Test func `an unknown attribute is not an error but gets a hint`() throws {
    let text = "kMDItemNoSuchThing == 1 && com_example_key == 'x' && InRange(kMDItemFSNam, 1, 2) && com_example_key == y"
    let hints = try Query(parsing: text).hints
    #expect(hints.map(\.excerpt?.offset) == [0, 27, 61])
    #expect(hints.map(\.disproof?.description) == ["kMDItemNoSuchThing == *", "com_example_key == *", "kMDItemFSNam == *"])
    #expect(
      hints[2].description == """
        No attribute is called “kMDItemFSNam”, and no document has a key of that name. Did you mean kMDItemFSName?
          …MDItemNoSuchThing == 1 && com_example_key == 'x' && InRange(kMDItemFSNam, 1, 2) && com_example_key == y
                                                                       ^
        """)
  }

  @Test func `a query gets a limited number of hints`() throws {
    let query = try Query(parsing: (0..<100).map { "unknown\($0) == 1" }.joined(separator: " || "))
    #expect(query.hints.count == QueryHint.maximumCount)
  }

  @Test(arguments: [
    ("kmditemfsname", "kMDItemFSName"), ("kMDItemFSNmae", "kMDItemFSName"), ("kMDItemContentTypTree", "kMDItemContentTypeTree"),
    ("tilte", "kMDItemTitle"), ("kMDItemPixelWidht", "kMDItemPixelWidth"), ("size", "kMDItemFSSize"), ("autor", "kMDItemAuthors"),
    ("modified", "kMDItemContentModificationDate"),
  ])
  func `a hint suggests the attribute for a misspelled name or a keyword`(spelling: String, nearest: String) throws {
    let hint = try #require(try Query(parsing: "\(spelling) == 1").hints.first)
    #expect(hint.message.hasSuffix("Did you mean \(nearest)?"))
  }

  @Test(arguments: [
    ("size", "kMDItemFSSize"), ("name", "kMDItemFSName"), ("date", "kMDItemContentModificationDate"),
    ("created", "kMDItemContentCreationDate"), ("modified", "kMDItemContentModificationDate"), ("kind", "kMDItemKind"),
    ("author", "kMDItemAuthors"), ("Size", "kMDItemFSSize"), ("title", "kMDItemTitle"), ("kMDItemTitle", "kMDItemTitle"),
    ("width", "kMDItemPixelWidth"), ("com_example_key", "com_example_key"), ("", ""),
  ])
  func `an option accepts both names of an attribute, and keywords`(called: String, name: String) {
    #expect(AttributeName(calling: called).description == name)
  }

  @Test func `attribute names take precedence over keywords, which matters for three`() {
    let different = SearchKeyword.names.filter { keyword in
      AttributeKey(named: keyword).map { $0 != SearchKeyword(named: keyword)?.attributes.first } ?? false
    }
    #expect(different == ["aperture", "genre", "kind"])
  }
}
