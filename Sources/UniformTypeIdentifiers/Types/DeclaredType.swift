// SPDX-License-Identifier: Apache-2.0

/// A type that a program declares when it is installed.
package struct DeclaredType: Hashable, Sendable {
  package var identifier: String
  /// The name for people; the value of `kMDItemKind`.
  package var name: String
  /// The identifiers of the types that it conforms to directly.
  package var parents: [String]
  /// The preferred MIME type first.
  package var mimeTypes: [String]
  /// Extensions without the dot, the preferred one first.
  package var extensions: [String]

  package init(identifier: String, name: String, parents: [String], mimeTypes: [String] = [], extensions: [String] = []) {
    self.identifier = identifier
    self.name = name
    self.parents = parents
    self.mimeTypes = mimeTypes.map(\.asciiLowered)
    self.extensions = extensions.map(\.asciiLowered)
  }
}

extension TypeDatabase {
  /// The types of the user's and the system's caches, and types that programs declare.
  ///
  /// A declared extension takes precedence over the same one in a cache: somebody who installs a
  /// program for a format has files of this format. A built-in type keeps its declaration.
  package static func standard(with declared: [DeclaredType]) -> TypeDatabase {
    declared.isEmpty ? .shared : TypeDatabase(cachePaths: standardCachePaths, declared: declared)
  }
}

extension Declaration {
  init(_ type: DeclaredType) {
    self.init(
      type.identifier, type.name, is: type.parents.joined(separator: " "), mime: type.mimeTypes.joined(separator: " "),
      ext: type.extensions.joined(separator: " "))
  }
}
