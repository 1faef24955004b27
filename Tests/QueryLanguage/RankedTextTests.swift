// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import QueryLanguage

/// Free text that is divided into words to rank by and a filter.
struct RankedTextTests {
  private func ranked(_ text: String) -> RankedText { RankedText(parsing: text, in: .fixed) }

  private func predicate(_ text: String) throws -> Predicate { try FreeTextQuery(parsing: text, in: .fixed).query.predicate }

  @Test(arguments: [
    ("report", "report"), ("report ", "report "), ("annual report", "annual report"), ("annual AND report", "annual report"),
    ("“annual report”", "\"annual report\" "), ("report kind:pdf", "report "), ("kind:pdf report", "report"),
    ("report -draft", "report "), ("NOT draft report", "report"), ("filetype:pdf", "filetype:pdf"), ("(annual report)", "annual report "),
    ("main(int argc", "main int argc"), ("report)", "report "), ("report (", "report "), ("OR", "OR "), ("report OR", "report "),
    ("report -(annual draft", "report "), ("report 😀", "report "), ("report - 5", "report 5"), ("report -", "report "),
    ("kind: x", ""), ("annual NEAR report", "annual report "), ("\"annual report\"~3 x", "\"annual\" \"report\" x"),
    ("kind:", "kind: "), ("size:abc", "size:abc "), ("report size:\"a b", "report size: a b "), ("a OR b", "a b"), ("a | (b -c)", "a b "),
    ("kind:pdf", ""), ("-draft", ""), ("-(a | b)", ""), ("😀", ""), ("\"", ""), ("(", ""), ("()", ""), ("", ""), ("!!", ""), ("\u{301}", ""),
  ])
  func `words and phrases rank`(text: String, words: String) {
    #expect(ranked(text).words == words)
  }

  @Test(arguments: [
    ("report", "true"), ("report kind:pdf", "kind:pdf"), ("report -draft", "-draft"), ("(report)", "true"), ("report -", "true"),
    ("NOT \"a b\" report -kind:pdf", "NOT \"a b\" -kind:pdf"), ("report -(a | b)", "-(a | b)"), ("report (c -(a b))", "-(a b)"),
    ("kind:pdf", "kind:pdf"), ("-draft", "-draft"), ("😀", "😀"), ("report 😀", "😀"), ("a OR b", "a OR b"), ("(a | b) c", "(a | b) c"),
    ("a NEAR b", "a NEAR b"), ("x \"a b\"~3", "\"a b\"~3"), ("report OR", "true"), ("a | kind:pdf", "a | kind:pdf"), ("\"", "false"),
    ("()", "false"), ("", "false"), ("size:abc", "true"),
  ])
  func `keywords, excluded terms, signs and alternatives filter`(text: String, filter: String) throws {
    let expected: Predicate =
      switch filter {
      case "true": .constant(true)
      case "false": .constant(false)
      default: try predicate(filter)
      }
    #expect(ranked(text).filter.predicate == expected)
  }

  @Test(arguments: ["report", "annual report -draft kind:pdf", "a OR b", "(a | b) -c", "-draft", "\"a b\" 😀", "a - b", "kind:"])
  func `the whole text has the meaning of free text`(text: String) throws {
    #expect(try ranked(text).query.predicate == predicate(text))
  }

  @Test(arguments: [
    ("report filetype:pdf", 1), ("report size:abc", 1), ("\"", 2), ("()", 1), ("a OR b", 0), (String(repeating: "(", count: 400) + "a", 8),
    (String(repeating: "a ", count: 1001), 1), (String(repeating: "a ", count: 1000), 0),
  ])
  func `what is odd has a hint`(text: String, count: Int) { #expect(ranked(text).filter.hints.count == count) }

  @Test func `deep nesting has no effect, and alternatives are known at any depth`() throws {
    for (open, close) in [("(", ")"), ("-(", ")"), ("(x ", ""), ("(a|", ")")] {
      let text = ranked(String(repeating: open, count: 450) + "b" + String(repeating: close, count: 450))
      for query in [text.filter, text.query] {
        #expect(
          try Query(parsing: Query(.all([query.predicate, .constant(true)])).description).predicate
            == .and([query.predicate, .constant(true)]))
      }
      #expect(text.hasAlternatives == open.contains("|"))
    }
  }

  @Test func `only the beginning of a long text is used`() {
    let text = ranked(String(repeating: "ab ", count: 100_000))
    #expect(text.words.utf8.count == RankedText.maximumLength + 1)
    #expect(ranked("e" + String(repeating: "\u{301}", count: 100_000)).words.unicodeScalars.count == RankedText.maximumLength + 1)
  }
}
