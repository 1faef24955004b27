internal import UniformTypeIdentifiers

/// Which importer reads files of a type: of those that claim the type or something it conforms to, the one whose claim is the closest.
///
/// A claim is closer than another when it conforms to it (`public.html` is closer than `public.text`). Of claims that do not compare, the
/// one of the importer named first counts.
struct ImporterChoice {
  private struct Claim {
    let importer: Int
    /// The claimed type and everything it conforms to.
    let tree: [String]

    var type: String { tree[0] }

    func isCloser(than other: Claim) -> Bool { type != other.type && tree.contains(other.type) }
  }

  /// Types seen before and their importers. A peer may send any number of made-up types, so the memory is emptied when it is full.
  private static let memoryLimit = 4096

  private let types: TypeDatabase
  private let claims: [Claim]
  private var memory: [String: Int?] = [:]

  /// - Parameter contentTypes: The types that each importer claims.
  init(contentTypes: [[String]], types: TypeDatabase) {
    self.types = types
    claims = contentTypes.enumerated().flatMap { importer, identifiers in
      identifiers.map { identifier in
        let tree = types.tree(forIdentifier: identifier)
        return Claim(importer: importer, tree: [identifier] + tree.filter { $0 != identifier })
      }
    }
  }

  /// Position of the importer for a type; `nil` when none reads it.
  mutating func importer(for identifier: String) -> Int? {
    if let remembered = memory[identifier] { return remembered }
    let tree = Set(types.tree(forIdentifier: identifier) + [identifier])
    let candidates = claims.filter { tree.contains($0.type) }
    let best = candidates.first { candidate in !candidates.contains { $0.isCloser(than: candidate) } }
    if memory.count == Self.memoryLimit { memory.removeAll(keepingCapacity: true) }
    memory[identifier] = .some(best?.importer)
    return best?.importer
  }
}
