/// What makes two file types one: the declaration, if any, and the canonical MIME type, if any.
struct TypeKey: Hashable, Sendable {
  /// The index of the declaration, `nil` for a type with a dynamic identifier.
  let declared: Int?
  let mimeType: String?
}
