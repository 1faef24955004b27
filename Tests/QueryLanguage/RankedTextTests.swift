import TestSupport
import Testing

@testable import QueryLanguage

/// Free text that is divided into words to rank by and a filter.
struct RankedTextTests {
  private func ranked(_ text: String) throws -> RankedText { try RankedText(parsing: text, in: .fixed) }

  @Test(arguments: [
    ("report", "report"), ("report ", "report "), ("annual report", "annual report"), ("annual AND report", "annual report"),
    ("“annual report”", "\"annual report\" "), ("report kind:pdf", "report "), ("kind:pdf report", "report"),
    ("report -draft", "report "), ("NOT draft report", "report"), ("filetype:pdf", "filetype:pdf"),
  ])
  func `words and phrases rank`(text: String, words: String) throws {
    #expect(try ranked(text).words == words)
  }

  @Test(arguments: [
    ("report", "true"), ("report kind:pdf", "kind:pdf"), ("report -draft", "-draft"),
    ("NOT \"a b\" report -kind:pdf", "NOT \"a b\" -kind:pdf"),
  ])
  func `keywords and excluded terms filter`(text: String, filter: String) throws {
    let expected = filter == "true" ? Predicate.constant(true) : try FreeTextQuery(parsing: filter, in: .fixed).query.predicate
    #expect(try ranked(text).filter.predicate == expected)
  }

  @Test func `an unknown keyword has a hint`() throws { #expect(try ranked("report filetype:pdf").filter.hints.count == 1) }

  @Test(arguments: ["a OR b", "a | b", "(a b)", "kind:pdf", "-draft", "", "a size:x"])
  func `text that cannot be ranked is an error`(text: String) {
    #expect(throws: QuerySyntaxError.self) { try ranked(text) }
  }
}
