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
    "kMDItemContentType == org.example.own", "kMDItemContentType == *", "kMDItemTitle == public.jpg",
  ])
  func `known types, patterns and unrelated types get no hint`(query: String) throws {
    #expect(try hints(query) == [])
  }
}
