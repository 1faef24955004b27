// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// A name that is not in the schema: a custom key of some program, or a misspelling.
package struct UnknownAttribute: Hashable, Sendable {
  package let name: String
  /// The attribute with a similar name; `nil` if there is none.
  package let nearest: AttributeKey?
  /// Whether the name has one of Apple's prefixes, which custom keys should not use.
  package var isReserved: Bool { name.hasPrefix("kMDItem") || name.hasPrefix("_kMDItem") }

  package init(_ name: String) {
    self.name = name
    nearest = Self.nearestName(to: name).flatMap { AttributeName(calling: $0).key }
  }

  /// The most similar name among attributes and free-text keywords.
  static func nearestName(to name: String) -> String? {
    let names = AttributeDefinition.all.flatMap { [$0.metadataName, $0.coreSpotlightName].compactMap { $0 } }
    return Spelling.nearest(toHasty: name, among: SearchKeyword.names) ?? Spelling.nearest(to: name, among: SearchKeyword.names + names)
  }
}

extension UnknownAttribute: CustomStringConvertible {
  package var description: String {
    let question = nearest.map { " Did you mean \($0)?" } ?? ""
    return "No attribute is called “\(name)”, and no document has a key of that name.\(question)"
  }
}
