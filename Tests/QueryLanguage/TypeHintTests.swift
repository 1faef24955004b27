import QueryLanguage
import Testing

/// Identifiers of types that nothing has, in predicates.
struct TypeHintTests {
  private static let known = ["public.jpeg", "public.image", "com.adobe.pdf"]

  private func hints(_ query: String) throws -> [QueryHint] {
    try QueryHint.unknownTypes(in: Query(parsing: query).predicate) { Self.known }
  }

  @Test(arguments: [
    ("kMDItemContentType == \"public.jpg\"", "public.jpeg", "kMDItemContentType == \"public.jpg\""),
    ("kMDItemContentTypeTree == public.imag && a == b", "public.image", "kMDItemContentTypeTree == \"public.imag\""),
    ("!(kMDItemContentTypeTree != com.adbe.pdf)", "com.adobe.pdf", "kMDItemContentTypeTree == \"com.adbe.pdf\""),
    ("kMDItemContentType == PUBLIC.JPEG", "public.jpeg", "kMDItemContentType == \"PUBLIC.JPEG\""),
  ])
  func `a type that is spelled like a known one is odd unless some document has it`(
    query: String, nearest: String, disproof: String
  ) throws {
    let hints = try hints(query)
    #expect(hints.count == 1)
    #expect(hints.first?.message.hasSuffix("Did you mean \(nearest)?") == true, "\(hints)")
    #expect(hints.first?.disproof?.description == disproof)
  }

  @Test(arguments: [
    "kMDItemContentType == public.jpeg", "kMDItemContentType == \"public.*\"", "kMDItemContentType == \"image/jpg\"",
    "kMDItemContentType == org.example.own", "kMDItemContentType == *", "kMDItemTitle == public.jpg",
  ])
  func `known types, patterns and types unlike any are not odd`(query: String) throws {
    #expect(try hints(query) == [])
  }
}
