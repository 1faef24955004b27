// SPDX-License-Identifier: Apache-2.0

/// A content type as queries see it.
///
/// The catalog stores each type once, so readers need no type database.
package struct ContentType: Hashable, Sendable {
  /// Uniform type identifier, for example `public.jpeg`.
  package var identifier: String
  /// `nil` when the type has none.
  package var mimeType: String?
  /// The identifier and all its ancestors, nearest first.
  package var tree: [String]
  /// Description for people, for example "JPEG image".
  package var kind: String
  /// Spotlight's number of the group that results are shown in; `nil` when the type has no group.
  package var group: UInt8?

  package init(identifier: String, mimeType: String?, tree: [String], kind: String, group: UInt8?) {
    self.identifier = identifier
    self.mimeType = mimeType
    self.tree = tree
    self.kind = kind
    self.group = group
  }
}
