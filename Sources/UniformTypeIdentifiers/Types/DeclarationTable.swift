// SPDX-License-Identifier: Apache-2.0

/// The declared types, indexed by identifier and by tag.
struct DeclarationTable: Sendable {
  struct Entry: Sendable {
    let identifier: String
    let name: String
    let parents: [String]
    let mimeTypes: [String]
    let extensions: [String]
    let contested: [String]
    let omitted: [String]
  }

  let entries: [Entry]
  private let byIdentifier: [String: Int]
  /// Lower case MIME type as declared → entries.
  private let byMIMEType: [String: [Int]]
  /// Lower case canonical form of a declared MIME type → entries.
  private let byCanonicalMIMEType: [String: [Int]]
  private let byExtension: [String: [Int]]

  init(_ declarations: [Declaration], hierarchy: MIMEHierarchy) {
    entries = declarations.map {
      Entry(
        identifier: $0.identifier, name: $0.name, parents: $0.parents.words, mimeTypes: $0.mimeTypes.words, extensions: $0.extensions.words,
        contested: $0.contested.words, omitted: $0.omitted.words)
    }
    var byIdentifier: [String: Int] = [:]
    var byMIMEType: [String: [Int]] = [:]
    var byCanonicalMIMEType: [String: [Int]] = [:]
    var byExtension: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      byIdentifier[entry.identifier] = index
      for type in entry.mimeTypes {
        byMIMEType[type, default: []].append(index)
        let canonical = hierarchy.canonical(type).asciiLowered
        if byCanonicalMIMEType[canonical]?.last != index { byCanonicalMIMEType[canonical, default: []].append(index) }
      }
      for name in entry.extensions { byExtension[name, default: []].append(index) }
    }
    self.byIdentifier = byIdentifier
    self.byMIMEType = byMIMEType
    self.byCanonicalMIMEType = byCanonicalMIMEType
    self.byExtension = byExtension
  }

  subscript(identifier: String) -> Entry? {
    byIdentifier[identifier].map { entries[$0] }
  }

  /// The entry for a MIME type, which may be an alias. An entry that declares it takes precedence
  /// over one that declares an alias of it.
  ///
  /// - Parameter name: If several formats share the MIME type, the one with this extension is
  ///   chosen.
  func index(forMIMEType type: String, canonical: String, filenameExtension name: String? = nil) -> Int? {
    let lowered = type.asciiLowered
    let sharing = byCanonicalMIMEType[canonical.asciiLowered] ?? []
    if let name, let exact = sharing.first(where: { entries[$0].extensions.contains(name) }) { return exact }
    return byMIMEType[lowered]?.first ?? byMIMEType[canonical.asciiLowered]?.first ?? sharing.first
  }

  func indexes(forExtension name: String) -> [Int] { byExtension[name] ?? [] }
}
