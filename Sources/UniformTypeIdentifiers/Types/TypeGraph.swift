// SPDX-License-Identifier: Apache-2.0

/// The conformance of types: declared identifiers use the table; dynamic ones use
/// shared-mime-info's hierarchy and a few rules.
///
/// 1. A format in the table of undeclared formats conforms to the types in the table.
/// 2. Otherwise, it conforms to the identifiers of the MIME type's parents. `application/zip` and
///   `application/x-ole-storage` are ignored: they describe the container of a document, and a user
///   who searches for archives does not expect drawings.
/// 3. The root of the media type is added if the parents do not lead to it: every `image/*` is a
///   `public.image`.
/// 4. A text that is also `application/x-executable` is a `public.script`.
struct TypeGraph: Sendable {
  let hierarchy: MIMEHierarchy
  let declarations: DeclarationTable

  /// The identifier of a MIME type: the declared one, or else a dynamic one.
  func identifier(forMIMEType type: String) -> String {
    let canonical = hierarchy.canonical(type)
    if let index = declarations.index(forMIMEType: type, canonical: canonical) { return declarations.entries[index].identifier }
    return DynamicIdentifier(mimeType: canonical).identifier
  }

  /// The types that a type conforms to directly; `nil` for an identifier that is neither declared
  /// nor dynamic.
  func parents(of identifier: String) -> [String]? {
    if let entry = declarations[identifier] { return entry.parents }
    guard let dynamic = DynamicIdentifier(identifier) else { return nil }
    let stated = dynamic.parent.map { [$0] } ?? []
    switch dynamic.tag {
    case .mimeType(let type): return stated + impliedParents(ofMIMEType: type)
    case .filenameExtension: return stated.isEmpty ? ["public.data"] : stated
    }
  }

  /// The identifier and all types it conforms to, depth first, each once. Terminates even if a
  /// cache declares a cycle.
  func tree(of identifier: String, parents: (String) -> [String]) -> [String] {
    var tree: [String] = []
    var pending = [identifier]
    while let next = pending.popLast() {
      guard !tree.contains(next) else { continue }
      tree.append(next)
      pending += parents(next).reversed()
    }
    guard let omitted = declarations[identifier]?.omitted, !omitted.isEmpty else { return tree }
    return tree.filter { !omitted.contains($0) }
  }

  func tree(of identifier: String) -> [String] {
    tree(of: identifier) { parents(of: $0) ?? [] }
  }

  private func impliedParents(ofMIMEType type: String) -> [String] {
    let root = Self.root(ofMedia: MIMEType.media(of: type))
    if let known = UndeclaredFormat.parents[type] {
      return known.contains { tree(ofDeclared: $0).contains("public.data") } ? known : ["public.data"] + known
    }
    let mimeParents = hierarchy.parents(of: type)
    if mimeParents.contains("application/x-executable"), hierarchy.ancestry(of: type).contains("text/plain") { return ["public.script"] }
    let packings = ["application/zip", "application/x-ole-storage"]
    let packed = mimeParents.contains { packings.contains($0) }
    let parents = mimeParents.filter { !packings.contains($0) }.map(identifier(forMIMEType:))
    if leads(parents, to: root, of: type) { return parents }
    return [root] + (packed && root == "public.data" ? ["public.content"] : []) + parents
  }

  /// Whether the ancestors of a MIME type include `root`.
  ///
  /// This follows MIME types, whose ancestry is finite even with cycles. Following identifiers
  /// would recurse to this function.
  private func leads(_ parents: [String], to root: String, of type: String) -> Bool {
    hierarchy.ancestry(of: type).dropFirst().contains { ancestor in
      guard parents.contains(identifier(forMIMEType: ancestor)) else { return false }
      let identifier = identifier(forMIMEType: ancestor)
      if declarations[identifier] != nil { return tree(ofDeclared: identifier).contains(root) }
      return Self.root(ofMedia: MIMEType.media(of: ancestor)) == root
    }
  }

  private func tree(ofDeclared identifier: String) -> [String] {
    tree(of: identifier) { declarations[$0]?.parents ?? [] }
  }

  private static func root(ofMedia media: Substring) -> String {
    switch media {
    case "text": "public.text"
    case "image": "public.image"
    case "audio": "public.audio"
    case "video": "public.movie"
    case "font": "public.font"
    case "inode": "public.item"
    default: "public.data"
    }
  }
}
