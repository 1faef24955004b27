// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// Hints about texts that probably mean something else.
extension FreeTextTests {
  @Test func `a single quote that is closed later gets a hint`() throws {
    func messages(_ text: String) throws -> [String] { try FreeTextQuery(parsing: text, in: .fixed).query.hints.map(\.message) }
    #expect(try messages("tag:'two words'").first?.hasPrefix("A single quote is a part of the word.") == true)
    #expect(try messages("'tis don't").isEmpty)
  }

  @Test func `a path as a name gets a hint`() throws {
    let hints = try FreeTextQuery(parsing: "name:docs/work", in: .fixed).query.hints
    #expect(hints.map(\.message) == ["A name has no slash. The option -name takes parts of a path."])
  }

  /// `<x>~3` stands for the words x near each other.
  @Test(arguments: [
    ("\"annual report\"~3", "annual report", 3), ("annual NEAR/5 report", "annual* report*", 5),
    ("annual NEAR report", "annual* report*", 10),
    ("a NEAR/2 b NEAR/4 c", "a* b* c*", 4), ("a NEAR/4 b NEAR/2 c", "a* b* c*", 4), ("an*al NEAR/0 report", "an*al* report*", 0),
    ("“a b”~99999999999999999999", "a b", Comparison.maximumSlop),
  ])
  func `words near each other`(text: String, words: String, slop: Int) throws {
    #expect(try predicate(text) == "* == \"\(words)\"cdw~\(slop) || kMDItemTextContent == \"\(words)\"cdw~\(slop)")
    #expect(try Query(parsing: predicate(text)).description == predicate(text))
    #expect(try FreeTextQuery(parsing: text, in: .fixed).query.hints == [])
  }

  @Test func `a phrase stands near a word`() throws {
    #expect(try predicate("\"a b\" NEAR/3 c") == "(\(predicate("a NEAR/3 b NEAR/3 c"))) && \(Self.word("a b"))")
    #expect(try predicate("x -\"a b\"~3") == "\(Self.word("x*")) && !(\(predicate("\"a b\"~3")))")
  }

  @Test(arguments: [
    ("(a OR b", [0], "This parenthesis is not closed"), ("a ((b", [2, 3], "This parenthesis is not closed"),
    ("a) b", [1], "This parenthesis closes none"), ("a OR", [2], "Nothing is after this operator"),
    ("OR a", [0], "Nothing is before this operator"), ("(a AND) b", [3], "Nothing is after this operator"),
    ("a |", [2], "Nothing is after this operator"), ("a NOT", [2], "Nothing is after this operator"),
    ("\"unclosed", [0], "This quote is not closed"), ("tag:\"red", [4], "This quote is not closed"),
    ("“é” a “b c", [11], "This quote is not closed"), ("NOT", [0], "Nothing is around this operator"), ("OR", [0], "Nothing is around"),
    ("AND", [0], "Nothing is around"),
  ])
  func `an incomplete part gets a hint`(text: String, offsets: [Int], message: String) throws {
    let hints = try FreeTextQuery(parsing: text, in: .fixed).query.hints
    #expect(hints.map { $0.excerpt?.offset } == offsets)
    for hint in hints { #expect(hint.message.hasPrefix(message)) }
  }

  @Test(arguments: [
    ("cats or dogs", 5, "“or” is a word to search for. The operator is OR"),
    ("created:>2025-01-01 <2025-02-01", 20, "“<2025-02-01” is a word to search for. Write created:<2025-02-01."),
    ("cats And dogs", 5, "“And” is a word to search for. Leave it out"),
    ("cats not dogs", 5, "The operator is NOT"), ("cats near dogs", 5, "The operator is NEAR"),
    ("cats NEAR/x dogs", 5, "NEAR/10"), ("\"cats dogs\" ~10", 12, "right behind the quote: \"annual report\"~10"),
  ])
  func `a word like an operator gets a hint, which a matching document disproves`(text: String, offset: Int, message: String) throws {
    let query = try FreeTextQuery(parsing: text, in: .fixed).query
    #expect(query.hints.map { $0.excerpt?.offset } == [offset])
    #expect(query.hints.first?.message.contains(message) == true, "\(query.hints)")
    #expect(query.hints.first?.disproof == query.predicate)
  }

  @Test func `hints are in the order of the text`() throws {
    let hints = try FreeTextQuery(parsing: "(kind:pfd or \"b", in: .fixed).query.hints
    #expect(hints.map { $0.excerpt?.offset } == [0, 1, 10, 13])
  }

  @Test func `a ranked query gets a hint about its unclosed quote`() {
    #expect(RankedText(parsing: "a \"b", in: .fixed).filter.hints.map { $0.excerpt?.offset } == [2])
  }

  @Test(arguments: [
    "NOT a", "(NOT a)", "\"NOT\"", "a OR (b c)", "trip", "12:30", "http://example.org", "C:\\x", "std::string", "kind:pdf",
    "kind:\"jpeg image\" OR x", "size:>1MB", "title:x:y", "a:b", "or a", "a and", "or", "\"a or b\"", "a \"or\" b",
  ])
  func `other words get no hint`(text: String) throws {
    #expect(try FreeTextQuery(parsing: text, in: .fixed).query.hints.filter { !$0.message.hasPrefix("Unknown kind") } == [])
  }

  @Test(arguments: [
    ("😀", "*😀*"), ("♥", "*♥*"), ("!!!", "*!!!*"), ("...", "*...*"), ("%", "*%*"), ("\"---\"", "*---*"),
  ])
  func `a word of signs only is searched in attributes and not in texts`(text: String, pattern: String) throws {
    let signs = "* == \"\(pattern)\"cd"
    #expect(try predicate(text) == signs)
    #expect(try predicate("-(\(text))") == Query(parsing: "!(\(signs))").description)
    let document = MemoryDocument(["kMDItemFSName": .string("plain.pages")], text: "some words, and signs: !!! ... % --- ♥ 😀")
    #expect(try !CompiledPredicate(FreeTextQuery(parsing: text, in: .fixed).query, in: .fixed).matches(document))
    let name = "a " + pattern.filter { $0 != "*" } + " b"
    let named = MemoryDocument(["kMDItemFSName": .string(name)])
    #expect(try CompiledPredicate(FreeTextQuery(parsing: text, in: .fixed).query, in: .fixed).matches(named))
  }

  @Test(arguments: [
    ("a & b", "<a*> && <b*>"), ("a – b", "<a*> && <b*>"), ("(-) a", "<a*>"),
    ("- kind:pdf", "kMDItemContentTypeTree == \"com.adobe.pdf\""),
    ("a OR -", "<a*> || * == \"*-*\"cd"), ("a ♥", "<a*> && * == \"*♥*\"cd"), ("a NOT !!!", "<a*> && !(* == \"*!!!*\"cd)"),
  ])
  func `punctuation between words excludes nothing`(text: String, expected: String) throws {
    #expect(try predicate(text) == (try Query(parsing: Self.expanded(expected))).description)
  }

  @Test func `a text query for signs only gets a hint`() throws {
    let query = try FreeTextQuery(parsing: "contains:!!!", in: .fixed).query
    #expect(query.predicate.description == "kMDItemTextContent == \"!!!\"cdw")
    #expect(query.hints.map(\.message) == ["“!!!” has no letter or digit: a word of signs only is in no text."])
  }

  @Test(arguments: [("trip kind:", "kind"), ("author:", "author"), ("author:\"\"", "author"), ("Size:", "Size")])
  func `a keyword without a value gets a hint`(text: String, keyword: String) throws {
    let hint = try #require(try FreeTextQuery(parsing: text, in: .fixed).query.hints.first)
    #expect(hint.message.hasPrefix("No value follows “\(keyword):”, so it is looked for as a word."))
    #expect(hint.message.hasSuffix("In a shell, < and > need quotes: '\(keyword):>VALUE'.") == (keyword == "Size"))
    #expect(hint.excerpt?.offset == (text.hasPrefix("trip") ? 5 : 0))
    #expect(hint.disproof == nil)
  }
}
