// SPDX-License-Identifier: Apache-2.0

import ShellSearch
import Testing

struct ShellQueryTests {
  @Test(arguments: [
    (["annual", "report"], "annual report"), (["\"annual", "report\""], "\"annual report\""), ([], ""), (["", " a\tb\u{0} ", ""], "a b"),
    (["kind:pdf"], "kind:pdf"),
  ])
  func `terms are joined to a line`(terms: [String], text: String) { #expect(ShellQuery(terms: terms).text == text) }

  @Test func `a long text is cut`() {
    #expect(ShellQuery(String(repeating: "a", count: 1 << 20)).text.count == ShellQuery.maximumLength)
    #expect(ShellQuery(terms: Array(repeating: "ab", count: 100_000)).text.count <= ShellQuery.maximumLength)
    #expect(ShellQuery(String(repeating: " ", count: 1 << 20) + "a").text.isEmpty)
  }

  @Test(arguments: [
    ("", false), ("r", false), ("ä", false), ("re", true), ("=1+1", false), ("=", false), ("猫", true), ("1", false), ("a b", true),
  ])
  func `a single letter and a calculation are not searched`(text: String, isSearchable: Bool) {
    #expect(ShellQuery(text).isSearchable == isSearchable)
  }
}
