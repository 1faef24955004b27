package import Attributes

/// A name that the schema does not have: some program's own key, or a misspelling.
package struct UnknownAttribute: Hashable, Sendable {
  package let name: String
  /// The attribute that was probably meant, `nil` when none is near.
  package let nearest: AttributeKey?
  /// Whether the name looks like one of Apple's, which no program's own key should.
  package var isReserved: Bool { name.hasPrefix("kMDItem") || name.hasPrefix("_kMDItem") }

  package init(_ name: String) {
    self.name = name
    nearest = Self.nearestName(to: name).flatMap { AttributeName(calling: $0).key }
  }

  /// Of the names of attributes, and the keywords that stand for them in free text.
  static func nearestName(to name: String) -> String? {
    let names = AttributeDefinition.all.flatMap { [$0.metadataName, $0.coreSpotlightName].compactMap { $0 } }
    return Spelling.nearest(to: name, among: SearchKeyword.names + names)
  }
}

extension UnknownAttribute: CustomStringConvertible {
  package var description: String {
    let question = nearest.map { " Did you mean \($0)?" } ?? ""
    return "No attribute is called “\(name)”, and no document has a key of that name.\(question)"
  }
}
