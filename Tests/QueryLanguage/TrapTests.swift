// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// §9 of the grammar: known traps, by their numbers.
struct TrapTests {
  @Test func `1: InRange with spaces`() throws {
    #expect(try MemoryDocument(["kMDItemFSSize": 100]).matches("InRange(kMDItemFSSize, 10, 100)"))
    #expect(try !MemoryDocument(["kMDItemFSSize": 101]).matches("InRange(kMDItemFSSize, 10, 100)"))
  }

  @Test func `2: a bare value`() throws {
    #expect(try MemoryDocument(["kMDItemUserTags": ["Red"]]).matches("kMDItemUserTags == Red"))
    #expect(try !MemoryDocument(["kMDItemUserTags": ["Redder"]]).matches("kMDItemUserTags == Red"))
  }

  @Test func `3: a wildcard with a modifier`() throws {
    #expect(try MemoryDocument(["kMDItemFSName": "README.MD"]).matches("kMDItemFSName == \"*.md\"c"))
    #expect(try !MemoryDocument(["kMDItemFSName": "README.mdx"]).matches("kMDItemFSName == \"*.md\"c"))
  }

  @Test func `4: absence by a star`() throws {
    #expect(try MemoryDocument().matches("kMDItemLastUsedDate != *"))
    #expect(try !MemoryDocument(["kMDItemLastUsedDate": .date("2026-01-01")]).matches("kMDItemLastUsedDate != *"))
  }

  @Test func `5: a line break inside quotes`() throws {
    #expect(try MemoryDocument(["kMDItemFSName": "two\nlines"]).matches("kMDItemFSName=\"*\n*\""))
    #expect(try !MemoryDocument(["kMDItemFSName": "one line"]).matches("kMDItemFSName=\"*\n*\""))
  }

  @Test func `6: a stray quote at the end, as in Apple's own table`() throws {
    let error = try #require(throws: QuerySyntaxError.self) { _ = try Query(parsing: "contentType == \"audio\"wc'") }
    #expect(error.suggestion == "contentType == \"audio\"wc")
    #expect(error.offset == 24)
  }

  @Test func `7: modifiers do not include what follows`() throws {
    let query = "title == \"a\"wcd || title == \"b\""
    #expect(try MemoryDocument(["title": "b"]).matches(query))
    #expect(try MemoryDocument(["title": "Ä"]).matches(query))
    #expect(try !MemoryDocument(["title": "B"]).matches(query))
  }

  @Test func `8: curly quotes are not quotes`() throws {
    #expect(throws: QuerySyntaxError.self) { try Query(parsing: "title == “x”") }
    #expect(try MemoryDocument(["title": "“x”"]).matches("title == \"“x”\""))
  }

  @Test func `9: a path can be queried`() throws {
    #expect(try MemoryDocument(["kMDItemPath": "/srv/a.txt"]).matches("kMDItemPath == \"/srv/*\""))
    #expect(try !MemoryDocument(["kMDItemPath": "/home/a.txt"]).matches("kMDItemPath == \"/srv/*\""))
  }

  @Test func `10: AND is rejected, and corrected`() throws {
    let error = try #require(throws: QuerySyntaxError.self) { _ = try Query(parsing: "title == x AND kMDItemFSSize > 1") }
    #expect(error.message.contains("AND"))
    #expect(try Query(parsing: #require(error.suggestion)) == Query(parsing: "title == x && kMDItemFSSize > 1"))
  }

  @Test func `a bare word among comparisons is corrected to a predicate for words`() throws {
    let error = try #require(throws: QuerySyntaxError.self) {
      _ = try Query(parsing: "onboarding && kMDItemContentModificationDate >= $time.iso(2025-03-01)")
    }
    #expect(error.offset == 0)
    #expect(
      error.suggestion
        == "(* == \"onboarding*\"cdw || kMDItemTextContent == \"onboarding*\"cdw) && kMDItemContentModificationDate >= $time.iso(2025-03-01)"
    )
  }
}
