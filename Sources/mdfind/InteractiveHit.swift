import Attributes
import CommandLine
import IndexStore
import TextAnalysis

/// What a list shows of a hit.
struct HitTitle {
  let name: String
  /// The folder of a file, or the program of an item.
  let place: String
}

/// What a preview shows of a hit.
struct HitPreview {
  let path: String
  /// Kind, size and date.
  let facts: String
  /// Further attributes that the document has.
  let attributes: [(title: String, value: String)]
  let passage: Passage?
}

extension InteractiveResults.Hit {
  /// - Parameter home: The path of the home folder, which is shown as `~`.
  func title(home: [UInt8]?) -> HitTitle {
    if let item = ApplicationStore.item(at: hit.path) {
      // If it cannot be read, the preview says why.
      let title = (try? values([.displayName, .title]))?.compactMap(\.self).first?.plainText()
      return HitTitle(name: title ?? item.identifier, place: item.store.bundle)
    }
    let path = PrintableText.path(abbreviated(home))
    // A path that is quoted as a whole has no parts.
    guard path.first != "$", let slash = path.lastIndex(of: "/") else { return HitTitle(name: path, place: "") }
    return HitTitle(name: String(path[path.index(after: slash)...]), place: String(path[..<slash]))
  }

  private func abbreviated(_ home: [UInt8]?) -> [UInt8] {
    guard let home, home.count > 1, hit.path.starts(with: home + [UInt8(ascii: "/")]) else { return hit.path }
    return [UInt8(ascii: "~")] + hit.path.dropFirst(home.count)
  }

  func preview(_ passages: PassageFinder?, home: [UInt8]?) -> HitPreview {
    let path = ApplicationStore.item(at: hit.path) == nil ? PrintableText.path(abbreviated(home)) : PrintableText.path(hit.path)
    do throws(StoreError) {
      return try preview(passages, path: path)
    } catch {
      return HitPreview(path: path, facts: "\(error)", attributes: [], passage: nil)
    }
  }

  private func preview(_ passages: PassageFinder?, path: String) throws(StoreError) -> HitPreview {
    let known = try values([.kind, .fileSize, .contentModificationDate])
    var facts: [String] = []
    if let kind = known[0] { facts.append(kind.plainText()) }
    if case .integer(let size)? = known[1] { facts.append(describedByteCount(Int(clamping: size))) }
    if case .date(let date)? = known[2] { facts.append(date.columnText) }
    let attributes = zip(Self.attributes, try values(Self.attributes.map(\.key))).compactMap { attribute, value in
      value.map { (title: attribute.title, value: OldStyleDescription.line($0)) }
    }
    let passage = try store.read { snapshot throws(StoreError) in try passages?.passage(of: hit.reference.document, in: snapshot) }
    return HitPreview(path: path, facts: facts.joined(separator: " · "), attributes: attributes, passage: passage)
  }

  /// The attributes that a preview shows, the most telling first.
  private static let attributes: [(key: AttributeKey, title: String)] = [
    (.title, "Title"), (.authors, "Authors"), (.subject, "Subject"), (.album, "Album"), (.contentDescription, "Description"),
    (.keywords, "Keywords"), (.userTags, "Tags"), (.pageCount, "Pages"), (.duration, "Seconds"), (.pixelWidth, "Width"),
    (.pixelHeight, "Height"),
  ]

  /// The values of attributes; `nil` for those that the document does not have.
  private func values(_ keys: [AttributeKey]) throws(StoreError) -> [AttributeValue?] {
    let names = keys.map { AttributeName.known($0) }
    let values = try store.read { snapshot throws(StoreError) in try snapshot.values(of: names, for: hit.reference) }
    // The document may have been removed since the search.
    guard let values, values.count == keys.count else { return keys.map { _ in nil } }
    return values.map { $0 == .null ? nil : $0 }
  }
}
