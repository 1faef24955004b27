// SPDX-License-Identifier: Apache-2.0

/// Claims of importers to types. Of the importers that claim a type or a type it conforms to, the
/// one with the most specific claim gets it.
///
/// A claim is more specific than another if it conforms to it (`public.html` is more specific than
/// `public.text`). Among claims that are not comparable, the one of the first importer is chosen.
package struct TypeClaims: Sendable {
  private struct Claim {
    let importer: Int
    /// The claimed type and all types it conforms to.
    let tree: [String]

    var type: String { tree[0] }

    func isCloser(than other: Claim) -> Bool { type != other.type && tree.contains(other.type) }
  }

  /// Maximum number of cached results. A peer may send any number of invented types, so the cache
  /// is emptied when it is full.
  private static let memoryLimit = 4096

  private let types: TypeDatabase
  private let claims: [Claim]
  private var memory: [String: Int?] = [:]

  /// - Parameter contentTypes: The types that each importer claims.
  package init(contentTypes: [[String]], types: TypeDatabase) {
    self.types = types
    claims = contentTypes.enumerated().flatMap { importer, identifiers in
      identifiers.map { identifier in
        let tree = types.tree(forIdentifier: identifier)
        return Claim(importer: importer, tree: [identifier] + tree.filter { $0 != identifier })
      }
    }
  }

  /// The index of the importer for a type; `nil` if no importer reads it.
  package mutating func importer(for identifier: String) -> Int? {
    if let remembered = memory[identifier] { return remembered }
    let tree = Set(types.tree(forIdentifier: identifier) + [identifier])
    let candidates = claims.filter { tree.contains($0.type) }
    let best = candidates.first { candidate in !candidates.contains { $0.isCloser(than: candidate) } }
    if memory.count == Self.memoryLimit { memory.removeAll(keepingCapacity: true) }
    memory[identifier] = .some(best?.importer)
    return best?.importer
  }
}
