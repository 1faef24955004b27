import Attributes

/// An attribute of a query that the schema does not have: some program's own key, or a misspelling.
package struct UnknownAttribute: Hashable, Sendable {
  package let name: String
  /// The attribute whose name is spelled most alike, `nil` when none is near.
  package let nearest: String?
  /// Whether the name looks like one of Apple's, which no program's own key should.
  package var isReserved: Bool { name.hasPrefix("kMDItem") || name.hasPrefix("_kMDItem") }

  init(_ name: String) {
    self.name = name
    nearest = Spelling.nearest(to: name, among: Self.knownNames)
  }

  private static var knownNames: [String] {
    AttributeDefinition.all.flatMap { [$0.metadataName, $0.coreSpotlightName].compactMap { $0 } }
  }
}

extension UnknownAttribute: CustomStringConvertible {
  package var description: String {
    let hint = nearest.map { " Did you mean \($0)?" } ?? ""
    return "No known attribute is called “\(name)”; it matches only documents that a program gave this key.\(hint)"
  }
}

extension Query {
  /// The names in the query that the schema does not have, in their order, each once.
  package var unknownAttributes: [UnknownAttribute] {
    var names: [String] = []
    predicate.forEachAttribute { term in
      if case .named(.custom(let name), _) = term, !names.contains(name) { names.append(name) }
    }
    return names.map(UnknownAttribute.init)
  }
}

extension Predicate {
  /// Calls `body` with the attribute of every comparison, from left to right.
  package func forEachAttribute(_ body: (AttributeTerm) -> Void) {
    switch self {
    case .constant: break
    case .not(let operand): operand.forEachAttribute(body)
    case .and(let operands), .or(let operands): for operand in operands { operand.forEachAttribute(body) }
    case .comparison(let comparison): body(comparison.attribute)
    case .inRange(let range): body(range.attribute)
    }
  }
}
