// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// §7 of the grammar, and where stars are wildcards.
struct EscapingTests {
  /// A value in a query, and its parts between wildcards.
  @Test(arguments: [
    (#""a*b""#, ["a", "b"]), (#""*a""#, ["", "a"]), (#""a*""#, ["a", ""]), (#""*a*b*""#, ["", "a", "b", ""]), (#""a**b""#, ["a", "b"]),
    (#""a\*b""#, ["a*b"]), (#""\"\'\\\*""#, [#""'\*"#]), (#"'\"\'\\\*'"#, [#""'\*"#]), (#""\n""#, ["n"]), (#""\é""#, ["é"]),
    (#"'"'"#, ["\""]), (#""'""#, ["'"]), (#"a*b"#, ["a", "b"]), (#"a\*b"#, ["a*b"]), (#"a\\b"#, [#"a\b"#]), (#"a\(b\)"#, ["a(b)"]),
    (#""""#, [""]), (#""\\*""#, [#"\"#, ""]),
  ])
  func `a backslash makes the next character literal`(value: String, parts: [String]) throws {
    let query = try Query(parsing: "a == \(value)")
    #expect(query.predicate == .comparison(Comparison(AttributeTerm("a"), .equal, .string(WildcardString(parts: parts)))))
    #expect(try Query(parsing: query.description) == query)
  }

  @Test(arguments: [
    ("say \"hi\"", #"title == "say \"hi\"""#, true), ("a*b", #"title == "a\*b""#, true), ("axb", #"title == "a\*b""#, false),
    (#"C:\x"#, #"title == "C:\\x""#, true), ("it's", #"title == 'it\'s'"#, true), ("two\nlines", "title == \"two\nlines\"", true),
    ("aXXb", #"title == "a*b""#, true), ("ab", #"title == "a*b""#, true), ("abc", #"title == "a*b""#, false),
  ])
  func `escaped characters match themselves, stars match anything`(title: String, query: String, isMatch: Bool) throws {
    #expect(try MemoryDocument(["title": .string(title)]).matches(query) == isMatch)
  }
}
