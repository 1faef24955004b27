// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import Testing

/// Predicates with identifiers of unknown types.
struct TypeHintTests {
  private static let known = ["public.jpeg", "public.image", "public.rtf", "com.adobe.pdf"]

  private func hints(_ query: String) throws -> [QueryHint] {
    try QueryHint.unknownTypes(in: Query(parsing: query).predicate) { Self.known }
  }

  @Test(arguments: [
    ("kMDItemContentType == \"public.jpg\"", "public.jpeg", "kMDItemContentType == \"public.jpg\""),
    ("kMDItemContentTypeTree == public.imag && a == b", "public.image", "kMDItemContentTypeTree == \"public.imag\""),
    ("!(kMDItemContentTypeTree != com.adbe.pdf)", "com.adobe.pdf", "kMDItemContentTypeTree == \"com.adbe.pdf\""),
    // public.rtf is nearer in letters, but of another format.
    ("kMDItemContentType == public.pdf", "com.adobe.pdf", "kMDItemContentType == \"public.pdf\""),
    ("kMDItemContentType == pdf", "com.adobe.pdf", "kMDItemContentType == \"pdf\""),
    ("kMDItemContentType == PUBLIC.JPEG", "public.jpeg", "kMDItemContentType == \"PUBLIC.JPEG\""),
  ])
  func `a misspelled type gets a hint, which a document of this type disproves`(
    query: String, nearest: String, disproof: String
  ) throws {
    let hints = try hints(query)
    #expect(hints.count == 1)
    #expect(hints.first?.message.hasSuffix("Did you mean \(nearest)?") == true, "\(hints)")
    #expect(hints.first?.disproof?.description == disproof)
  }

  @Test(arguments: [
    "kMDItemContentType == public.jpeg", "kMDItemContentType == \"public.*\"", "kMDItemContentType == \"image/jpg\"",
    "kMDItemContentType == *", "kMDItemTitle == public.jpg",
  ])
  func `known types and patterns get no hint`(query: String) throws {
    #expect(try hints(query) == [])
  }

  @Test func `a family of types is in the type tree`() throws {
    let hint = try #require(try hints("kMDItemContentType == public.image").first)
    #expect(
      hint.message
        == "Each document has a type that belongs to “public.image”, and not that one. Did you mean kMDItemContentTypeTree == public.image?"
    )
    #expect(hint.disproof?.description == "kMDItemContentType == \"public.image\"")
    #expect(try hints("kMDItemContentTypeTree == public.image") == [])
  }

  @Test func `a type that is like no known one gets a hint without a suggestion`() throws {
    let hints = try hints("kMDItemContentType == org.example.own")
    #expect(
      hints.map(\.message) == [
        "No type is known by the identifier “org.example.own”, and no document is of such a type. mdls shows the types of a file."
      ])
  }

  @Test(arguments: ["com.apple.ical.ics.event", "com.apple.safari.bookmark"])
  func `a type that a kind stands for gets no hint, even if no file has it`(identifier: String) throws {
    #expect(try hints("kMDItemContentTypeTree == \(identifier)") == [])
  }
}
