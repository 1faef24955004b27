// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import CommandLine
package import IndexStore
internal import LogMessages
internal import QueryLanguage
internal import SystemSearch

/// What a list shows of a hit.
package struct HitTitle {
  /// The name of a file, the subject of mail, or the title of an item.
  package let name: String
  /// What else a file says of itself; may be empty.
  package let details: String
  /// The folder of a file, the path of mail, or the program of an item.
  package let place: String
}

/// What a preview shows of a hit.
package struct HitPreview {
  package let path: String
  /// Kind, size and local time of the last change.
  package let facts: String
  /// Further attributes that the document has.
  package let attributes: [(title: String, value: String)]
  package let passage: Passage?
}

extension FoundHit {
  /// - Parameter home: The path of the home folder, which is shown as `~`.
  package func title(home: [UInt8]?) -> HitTitle {
    if let item = ApplicationStore.item(at: path) {
      // If it cannot be read, the preview says why.
      let title = (try? values([.displayName, .title]))?.compactMap(\.self).first?.plainText()
      return HitTitle(name: title ?? item.identifier, details: "", place: item.store.bundle)
    }
    let path = PrintableText.path(abbreviated(home))
    let description = (try? values(HitDescription.keys)).flatMap { HitDescription($0) }
    if let description, description.isMail {
      return HitTitle(name: description.title, details: description.details.joined(separator: " · "), place: path)
    }
    // A path that is quoted as a whole has no parts.
    guard path.first != "$", let slash = path.lastIndex(of: "/") else { return HitTitle(name: path, details: "", place: "") }
    let name = String(path[path.index(after: slash)...])
    return HitTitle(name: name, details: description?.text ?? "", place: String(path[..<slash]))
  }

  private func abbreviated(_ home: [UInt8]?) -> [UInt8] {
    guard let home, home.count > 1, path.starts(with: home + [UInt8(ascii: "/")]) else { return path }
    return [UInt8(ascii: "~")] + path.dropFirst(home.count)
  }

  /// - Parameter passage: Finds the passage of a hit.
  package func preview(_ passage: (Self) throws(StoreError) -> Passage?, home: [UInt8]?) -> HitPreview {
    let shown = PrintableText.path(ApplicationStore.item(at: path) == nil ? abbreviated(home) : path)
    do throws(StoreError) {
      return try preview(passage, path: shown)
    } catch {
      return HitPreview(path: shown, facts: "\(error)", attributes: [], passage: nil)
    }
  }

  private func preview(_ passage: (Self) throws(StoreError) -> Passage?, path: String) throws(StoreError) -> HitPreview {
    let known = try values(Self.facts)
    var facts: [String] = []
    if let kind = known[0] { facts.append(kind.plainText()) }
    if case .integer(let size)? = known[1] { facts.append(describedByteCount(Int(clamping: size))) }
    if case .date(let date)? = known[2] { facts.append(date.localText(in: SystemCalendar())) }
    var attributes = zip(Self.attributes, try values(Self.attributes.map(\.key))).compactMap { attribute, value in
      value.map { (title: attribute.title, value: Self.text(of: $0)) }
    }
    if let description = HitDescription(try values(HitDescription.keys)), description.isMail {
      attributes = zip(Self.mailAttributes, try values(Self.mailAttributes.map(\.key))).compactMap { attribute, value in
        value.map { (title: attribute.title, value: Self.text(of: $0)) }
      }
    }
    return HitPreview(
      path: path, facts: facts.joined(separator: " · "), attributes: attributes,
      passage: try passage(self).flatMap { $0.text.isEmpty ? nil : $0 })
  }

  private static let facts: [AttributeKey] = [.kind, .fileSize, .contentModificationDate]

  /// The further attributes that a preview shows, the most telling first.
  private static let attributes: [(key: AttributeKey, title: String)] = [
    (.title, "Title"), (.authors, "Authors"), (.subject, "Subject"), (.album, "Album"), (.contentDescription, "Description"),
    (.keywords, "Keywords"), (.userTags, "Tags"), (.pageCount, "Pages"), (.duration, "Seconds"), (.pixelWidth, "Width"),
    (.pixelHeight, "Height"),
  ]

  /// Those of mail.
  private static let mailAttributes: [(key: AttributeKey, title: String)] = [
    (.authorNames, "From"), (.recipientNames, "To"), (.contentCreationDate, "Date"), (.keywords, "Labels"),
  ]

  /// The attributes of files that a preview shows.
  package static let previewedAttributes = uniqued(facts + attributes.map(\.key) + mailAttributes.map(\.key) + HitDescription.keys)

  private static func uniqued(_ keys: [AttributeKey]) -> [AttributeKey] {
    var seen: Set<AttributeKey> = []
    return keys.filter { seen.insert($0).inserted }
  }

  /// For people: dates in local time, and elements with commas between them.
  private static func text(of value: AttributeValue) -> String {
    switch value {
    case .date(let date): date.localText(in: SystemCalendar())
    case .array(let elements): elements.map(text).joined(separator: ", ")
    case .string, .person: value.plainText()
    default: OldStyleDescription.line(value)
    }
  }

  /// What a person can do with the item besides opening it. The system's index has no items.
  package var actions: [HitAction] {
    guard case .stored = self else { return [] }
    // If it cannot be read, the preview says why.
    return HitAction.actions((try? values(HitAction.keys)) ?? [])
  }

  /// The values of attributes; `nil` for those that the document does not have. Of files of the system's index, only
  /// ``previewedAttributes`` are known.
  package func values(_ keys: [AttributeKey]) throws(StoreError) -> [AttributeValue?] {
    let (hit, store): (SearchHit, Store)
    switch self {
    case .stored(let stored, let its): (hit, store) = (stored, its)
    case .system(let hit):
      let known = Dictionary(uniqueKeysWithValues: zip(Self.previewedAttributes, hit.values))
      return keys.map { known[$0].flatMap { $0 == .null ? nil : $0 } }
    }
    let names = keys.map { AttributeName.known($0) }
    let values = try store.read { snapshot throws(StoreError) in try snapshot.values(of: names, for: hit.reference) }
    // The document may have been removed since the search.
    guard let values, values.count == keys.count else { return keys.map { _ in nil } }
    return values.map { $0 == .null ? nil : $0 }
  }
}
