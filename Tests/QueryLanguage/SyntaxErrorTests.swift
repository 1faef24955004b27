// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QueryLanguage

/// Helpful errors: the offset, the expected input, and a corrected query that can be parsed.
struct SyntaxErrorTests {
  @Test(arguments: [
    ("kMDItemFSName MATCHES a", "A regular expression stands in quotes.", 22), ("* MATCHES \"a(\"", "missing closing parenthesis", 13),
    ("kMDItemTextContent MATCHES 'a'", "compared by words", 0), ("kMDItemFSName MATCHES 'a'cd", "no modifier but c", 26),
    ("kMDItemFSName MATCHES 'a", "This quote is not closed.", 22), ("title MATCHES", "A regular expression stands in quotes.", 13),
  ])
  func `a wrong regular expression is an error at its place`(query: String, message: String, offset: Int) throws {
    let error = try error(query)
    #expect(error.message.contains(message) && error.offset == offset, "\(error)")
  }

  @Test func `in a regular expression, a backslash keeps its meaning except before a quote`() throws {
    for query in [#"a MATCHES "x\d\"y"c"#, #"a matches[c] 'x\d"y'"#] {
      let predicate = try Query(parsing: query).predicate
      #expect("\(predicate)" == #"a MATCHES "x\d\"y"c"#)
    }
  }

  private func error(_ query: String) throws -> QuerySyntaxError {
    try #require(throws: QuerySyntaxError.self) { _ = try Query(parsing: query) }
  }

  /// A mistake, and the corrected query.
  @Test(arguments: [
    // words of other query languages
    ("a == 1 AND b == 2", "a == 1  &&  b == 2"), ("a == 1 and b == 2", "a == 1  &&  b == 2"),
    ("a == \"x\" AND b == 2", "a == \"x\"  &&  b == 2"),
    ("a == \"x\"AND b == 2", "a == \"x\" &&  b == 2"), ("a == 1 OR b == 2", "a == 1  ||  b == 2"),
    ("a == x or b == y", "a == x  ||  b == y"),
    ("NOT a == 1", "! a == 1"), ("a == 1 && NOT b == 2", "a == 1 && ! b == 2"), ("(a == 1) NOT (b == 2)", "(a == 1)  && !  (b == 2)"),
    ("kMDItemFSName LIKE \"*.pdf\"", "kMDItemFSName == \"*.pdf\""), ("kMDItemFSName LIKE[cd] \"*.pdf\"", "kMDItemFSName == \"*.pdf\"cd"),
    ("kMDItemFSName CONTAINS \"x\"", "kMDItemFSName == \"*x*\""), ("kMDItemFSName contains[c] 'x'", "kMDItemFSName == \"*x*\"c"),
    ("kMDItemFSName BEGINSWITH \"x\"", "kMDItemFSName == \"x*\""), ("kMDItemFSName ENDSWITH[cd] 'x'", "kMDItemFSName == \"*x\"cd"),
    ("kMDItemFSSize IS 5", "kMDItemFSSize == 5"), ("a == 1 AND b CONTAINS 'x' OR NOT c == 2", "a == 1  &&  b == \"*x*\"  ||  ! c == 2"),
    // operators of other languages
    ("a <> 1", "a != 1"), ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"), ("a === 1", "a == 1"), ("a =! 1", "a != 1"), ("a !== 1", "a != 1"),
    // quotes
    ("a == \u{201C}x y\u{201D}", "a == \"x y\""), ("a == \u{2018}x\u{2019} && b == 1", "a == \"x\" && b == 1"),
    ("a == \u{AB}x\u{BB}c", "a == \"x\"c"),
    ("a == \"x\u{201D}", "a == \"x\""), ("a == \"x", "a == \"x\""), ("a == 'x y && b", "a == 'x y && b'"), ("(a == \"x)", "(a == \"x\")"),
    ("contentType == \"audio\"wc'", "contentType == \"audio\"wc"), ("a == \"x\"\"", "a == \"x\""),
    // $time
    ("a > $time.thisweek", "a > $time.this_week"), ("a > $time.todya(-1)", "a > $time.today(-1)"),
    ("a > $time.this_yaer", "a > $time.this_year"),
    ("a > $time.today(-1", "a > $time.today(-1)"), ("a > $time.iso(2025-01-01", "a > $time.iso(2025-01-01)"),
    // an operator forgotten, doubled, cut in half, left over
    ("kMDItemFSName \"x\"", "kMDItemFSName == \"x\""), ("kMDItemFSSize 5", "kMDItemFSSize == 5"), ("title:\"x\"", "title == \"x\""),
    ("kMDItemFSName", "kMDItemFSName == *"), ("a == 1 && kMDItemLastUsedDate", "a == 1 && kMDItemLastUsedDate == *"),
    ("a == 1 & b == 2", "a == 1 && b == 2"), ("a == 1 | b == 2", "a == 1 || b == 2"), ("a == 1 &&", "a == 1"),
    ("a == 1 || && b == 2", "a == 1 ||  b == 2"),
    ("a == \"x\" b == 2", "a == \"x\" && b == 2"), ("(a == 1)(b == 2)", "(a == 1)&& (b == 2)"),
    ("InRange(a,1,2) b == 2", "InRange(a,1,2) && b == 2"),
    // parentheses
    ("((a == 1)", "((a == 1))"), ("a == 1)", "a == 1"), ("(a == 1))) && b == 2", "(a == 1) && b == 2"), ("InRange(a,1,2", "InRange(a,1,2)"),
    ("inrange(a,1,2)", "InRange(a,1,2)"),
    // a value of several words
    ("title == annual report", "title == \"annual report\""),
    ("title == annual report 2025 && a == 1", "title == \"annual report 2025\" && a == 1"),
    ("title == annual report AND a == 1", "title == \"annual report\"  &&  a == 1"),
    // an attribute in quotes
    ("\"kMDItemFSName\" == x", "kMDItemFSName == x"),
    // words without an attribute
    ("onboarding && a == 1", "(* == \"onboarding*\"cdw || kMDItemTextContent == \"onboarding*\"cdw) && a == 1"),
    ("\"some words\" && a == 1", "(* == \"some words\"cdw || kMDItemTextContent == \"some words\"cdw) && a == 1"),
    ("a == 1 && (plan)", "a == 1 && ((* == \"plan*\"cdw || kMDItemTextContent == \"plan*\"cdw))"),
    ("été && a == 1", "(* == \"été*\"cdw || kMDItemTextContent == \"été*\"cdw) && a == 1"),
    // several mistakes at once
    ("(kMDItemFSName = \u{201C}x\u{201D} AND kMDItemFSSize > 5", "(kMDItemFSName = \"x\"  &&  kMDItemFSSize > 5)"),
  ])
  func `a common mistake is corrected`(query: String, corrected: String) throws {
    let suggestion = try #require(try error(query).suggestion)
    #expect(suggestion.words == corrected.words)
    #expect(throws: Never.self) { try Query(parsing: suggestion) }
  }

  @Test(arguments: [
    ("kMDItemFSName ==", 16), ("a == 1 AND b == 2", 7), ("(a == 1", 0), ("a == (b == 1)", 5), ("a == \"x", 5), ("a == $time.noon", 11),
    ("a == 1)", 6),
    ("a == x y", 7), ("", 0), ("a == \"é\" ? b", 10), ("a <> 1", 2), ("InRange(a 1,2)", 10), ("a == \u{201C}x\u{201D}", 5),
    ("a && b == 1", 0),
    ("a == \"x\"wc'", 10),
  ])
  func `the offset is that of the mistake`(query: String, offset: Int) throws {
    #expect(try error(query).offset == offset)
  }

  @Test(arguments: [
    ("kMDItemFSName ==", "A value is missing after “==”."), ("a == $time.noon", "“$time.noon” is unknown."),
    ("a == \u{201C}x\u{201D}", "Curly quotes are ordinary characters, not quotes."),
    ("a LIKE 'x'", "“LIKE” belongs to another query language."),
    ("kMDItemFSName 'x'", "An operator is missing after “kMDItemFSName”."), ("a == 'x", "This quote is not closed."),
    ("", "The query is empty."),
    ("()", "The parentheses are empty, or a comparison is missing before this one."),
    ("5 < kMDItemFSSize", "A comparison begins with the attribute, not with the value."),
  ])
  func `the message describes the mistake`(query: String, message: String) throws {
    let error = try error(query)
    #expect(error.message == message)
    #expect(error.expected != nil)
  }

  @Test func `there is no suggestion if none is sensible`() throws {
    for query in ["kMDItemFSName ==", "()", "a == $time.xyzzy", "5 < a", "", "InRange(a,1)", "a , b", "title == don't"] {
      #expect(try error(query).suggestion == nil, "\(query)")
    }
  }

  // MARK: Rendering

  @Test(arguments: [
    ("a == 1 AND b == 2", "a == 1 AND b == 2", "       ^"),
    // Wide characters take two columns, combining marks none. Tabs become one space.
    ("a == \"漢字\" AND b == 2", "a == \"漢字\" AND b == 2", "            ^"),
    ("a == \"e\u{301}\" AND b == 2", "a == \"e\u{301}\" AND b == 2", "         ^"),
    ("a\t==\t1\tAND b == 2", "a == 1 AND b == 2", "       ^"), ("a == \"🎉\" AND b == 2", "a == \"🎉\" AND b == 2", "          ^"),
    // Only the line with the mistake is shown.
    ("a == 1 &&\nb == 2 AND\nc == 3", "b == 2 AND", "       ^"), ("a == 1 &&\r\nb == ", "b == ", "     ^"),
    ("kMDItemFSName ==", "kMDItemFSName ==", "                ^"),
    // Control characters are not printed.
    ("a == \"\u{1B}[31m\" AND b == 2", "a == \"␛[31m\" AND b == 2", "             ^"),
  ])
  func `the caret is under the offset`(query: String, line: String, caret: String) throws {
    let lines = try error(query).rendered().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count >= 4)
    #expect(lines[1] == "  \(line)")
    #expect(lines[2] == "  \(caret)")
  }

  @Test func `a long query is shown around the offset`() throws {
    let query = (0..<1000).map { "a\($0) == \($0)" }.joined(separator: " && ") + " AND " + String(repeating: "x", count: 1000) + " == 1"
    let lines = try error(query).rendered().split(separator: "\n")
    #expect(lines[1].count < 130 && lines[1].hasPrefix("  …") && lines[1].hasSuffix("…"))
    let column = lines[2].prefix { $0 == " " }.count
    #expect(lines[1].dropFirst(column).hasPrefix("AND"))
  }

  @Test func `the whole message`() throws {
    let text = try error("kMDItemFSName == \"x\" AND kMDItemFSSize > 5").rendered()
    #expect(
      text == """
        “AND” is written “&&”.
          kMDItemFSName == "x" AND kMDItemFSSize > 5
                               ^
        expected: &&, || or the end of the query
        did you mean: kMDItemFSName == "x" && kMDItemFSSize > 5
        """)
  }
}

extension String {
  /// The text without white space, in which corrections may differ.
  fileprivate var words: [Substring] { split(separator: " ") }
}
