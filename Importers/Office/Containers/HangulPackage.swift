// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

/// A document of Hangul in a ZIP archive (“OWPML”, KS X 6101).
enum HangulPackage {
  static let versionPart = "version.xml"
  private static let contentPart = "Contents/content.hpf"

  static func read(_ archive: ZipArchive, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let properties = HangulProperties()
    _ = Result { try archive.parse(contentPart, into: properties) }
    attributes.take(DocumentFacts(properties.values))
    guard text.isWanted else { return }
    let sections = archive.names.filter { $0.hasPrefix("Contents/section") && $0.hasSuffix(".xml") }
    for name in sections.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      try archive.appendText(of: name, readBy: PartText(), to: text)
    }
  }
}

/// The metadata in the list of a document's parts: an element for each, whose attribute tells the meaning.
private final class HangulProperties: XMLHandler {
  private(set) var values: [String: [String]] = [:]
  private var name: String?
  private var text: [UInt8] = []

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    text = []
    switch element {
    case "meta": name = attributes["name"]
    case "title", "language": name = element
    default: name = nil
    }
  }

  func end(_ element: String) {
    guard let name, values.count < 256 else { return }
    self.name = nil
    let value = String(decoding: text, as: UTF8.self).oneLine
    let key = ["CreatedDate": "created", "ModifiedDate": "modified", "lastsaveby": "lastauthor"][name] ?? name
    if !value.isEmpty { values[key.lowercased(), default: []].append(value) }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    guard name != nil, text.count < 64 << 10 else { return }
    for index in characters.indices { text.append(characters[index]) }
  }
}
