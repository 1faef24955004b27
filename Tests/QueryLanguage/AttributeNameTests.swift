// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// §4 and §5 of the grammar: `*`, `**`, two families of names, custom keys, kind groups.
struct AttributeNameTests {
  static let document = MemoryDocument(
    ["title": "Holiday", "contentType": "public.jpeg", "contentTypeTree": ["public.jpeg", "public.image"], "com_example_note": "secret"],
    text: "sunny beaches")

  @Test(arguments: [
    ("* == holiday", false), ("* == 'holiday'c", true), ("* == 'holi*'cdw", true), ("*='holi*'cdwt", true),
    ("* == 'sunny'", false), ("** == 'sunny'", true), ("** = 'sun*'cdws", true), ("** == 'Holiday'", true), ("** == 'sunny beaches'", true),
    ("* == 'secret'", true), ("* == 'public.jpeg'", false), ("** == 'public.image'", false), ("contentType == 'public.jpeg'", true),
    ("*!='Holiday'", false), ("*!='samba'", true), ("** != 'sunny'", false), ("** != 'rainy'", true), ("* > 5", false),
  ])
  func `a star is any searchable attribute, two stars include the text`(query: String, isMatch: Bool) throws {
    #expect(try Self.document.matches(query) == isMatch)
  }

  @Test(arguments: [(AttributeRecord.Searchability.byDefault, true), (.whenNamed, false)])
  func `a star includes a custom key only if it is searchable by default`(
    searchability: AttributeRecord.Searchability, isFound: Bool
  )
    throws
  {
    let document = MemoryDocument(["com_example_note": "secret"], custom: searchability)
    #expect(try document.matches("* == secret") == isFound)
    #expect(try document.matches("com_example_note == secret"))
  }

  @Test(arguments: [
    ("title", "kMDItemTitle"), ("textContent", "kMDItemTextContent"), ("duration", "kMDItemDurationSeconds"), ("path", "kMDItemPath"),
    ("contentType", "kMDItemContentType"), ("authorNames", "kMDItemAuthor"), ("kMDItemUserTags", "_kMDItemUserTags"),
  ])
  func `both names of an attribute compile to the same attribute`(one: String, other: String) throws {
    let left = CompiledPredicate(try Query(parsing: "\(one) == x"), in: .fixed)
    #expect(left == CompiledPredicate(try Query(parsing: "\(other) == x"), in: .fixed))
    #expect(try Query(parsing: "\(one) == x").description == "\(one) == \"x\"")
  }

  @Test func `names are case-sensitive`() throws {
    #expect(try MemoryDocument(["kMDItemTitle": "x"]).matches("kMDItemTitle == x"))
    #expect(try !MemoryDocument(["kMDItemTitle": "x"]).matches("KMDITEMTITLE == x"))
  }

  @Test func `a path can be compared`() throws {
    #expect(try MemoryDocument(["kMDItemPath": "/home/u/notes.md"]).matches("kMDItemPath == '*/notes.md'"))
  }

  @Test(arguments: [
    ("_kMDItemGroupId = 13", "public.image", true), ("_kMDItemGroupId = 13", "public.movie", false),
    ("_kMDItemGroupId = 7", "public.movie", true),
    ("_kMDItemGroupId = 8", "com.apple.application", true), ("_kMDItemGroupId = 9", "public.folder", true),
    ("_kMDItemGroupId = 10", "public.audio", true), ("_kMDItemGroupId = 11", "com.adobe.pdf", true),
    ("_kMDItemGroupId = 12", "public.presentation", true), ("_kMDItemGroupId = 1", "public.email-message", true),
    ("_kMDItemGroupId = 4", "public.font", true), ("_kMDItemGroupId > 6", "public.image", true),
    ("_kMDItemGroupId > 6", "public.font", false),
    ("((_kMDItemGroupId > 6))", "public.plain-text", false), ("(!(_kMDItemGroupId = 8)) && true", "public.movie", true),
    ("!(_kMDItemGroupId = 8)", "com.apple.application", false), ("_kMDItemGroupId != 13", "public.image", false),
    ("_kMDItemGroupId != 13", "public.font", true), ("_kMDItemGroupId == *", "public.font", true),
    ("_kMDItemGroupId == *", "public.data", false),
    ("InRange(_kMDItemGroupId, 11, 13)", "com.adobe.pdf", true), ("_kMDItemGroupId = 99", "com.adobe.pdf", false),
  ])
  func `a kind group is a set of types`(query: String, type: String, isMatch: Bool) throws {
    #expect(try MemoryDocument(["contentTypeTree": [.string(type), "public.item"]]).matches(query) == isMatch)
  }
}
