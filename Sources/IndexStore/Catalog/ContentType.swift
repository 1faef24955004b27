/// A content type as queries see it. The catalog keeps each once, so that a reader needs no type database.
package struct ContentType: Hashable, Sendable {
  /// Uniform type identifier: `public.jpeg`.
  package var identifier: String
  /// `nil` when the type has none.
  package var mimeType: String?
  /// The identifier and all its ancestors, nearest first.
  package var tree: [String]
  /// For people: "JPEG image".
  package var kind: String
  /// Spotlight's number for the group in which results are shown; `nil` when the type is in none.
  package var group: UInt8?

  package init(identifier: String, mimeType: String?, tree: [String], kind: String, group: UInt8?) {
    self.identifier = identifier
    self.mimeType = mimeType
    self.tree = tree
    self.kind = kind
    self.group = group
  }
}
