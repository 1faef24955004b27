// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// The metadata of a document in XML: Dublin Core in any vocabulary, packets of XMP, and those of comic books and of music notation.
final class XMLMetadata: XMLHandler {
  /// Maximum number of bytes that are parsed; metadata precede the content.
  static let maximumByteCount = 256 << 10
  private static let maximumDepth = 64
  private static let maximumCount = 1024
  private static let maximumTextLength = 64 << 10

  /// The vocabularies beside Dublin Core, by the root element.
  private enum Vocabulary {
    case comic
    case music
    case museScore
    case other
  }

  private struct Element {
    let name: String
    /// The name under which the texts in the element are stored; `nil` if they are no metadata.
    let key: String?
  }

  private(set) var values: [(name: String, text: String)] = []
  private var path: [Element] = []
  /// The number of open elements that are too deep to be stored.
  private var surplusDepth = 0
  private var text: [UInt8] = []
  private var vocabulary = Vocabulary.other

  /// Byte sequences of which a document with metadata has one.
  private static let marks = ["<ComicInfo", "<museScore", "<score-", "adobe:ns:meta", "purl.org/dc/"].map { Array($0.utf8) }

  /// Whether a document may have metadata, by its first bytes. Most documents have none, and are not parsed.
  static func mayBe(in bytes: [UInt8]) -> Bool {
    let text = bytes.span
    return text.indices.contains { index in
      guard "<ap".utf8.contains(text[index]) else { return false }
      return marks.contains { mark in
        index + mark.count <= text.count && mark.indices.allSatisfy { text[index + $0] == mark[$0] }
      }
    }
  }

  /// Reads the first bytes of a document. It need not be complete or well-formed.
  static func read(_ bytes: [UInt8]) throws(ImportError) -> XMLMetadata {
    let handler = XMLMetadata()
    let parser = try XMLParser(handler)
    parser.parse(bytes.span)
    return handler
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    for (name, text) in values {
      let isList = vocabulary == .comic && Self.comicLists.contains(name)
      for value in isList ? text.listElements(separatedBy: ",") : [text] { attributes.take(value, named: name) }
    }
    guard vocabulary == .comic else { return }
    let value = { (name: String) in self.values.first { $0.name == name }?.text }
    // A volume of a series need not have a title of its own.
    if attributes.title == nil, let series = value("Series") {
      attributes.title = [series, value("Number")].compactMap(\.self).joined(separator: " ").oneLine
    }
    let date = ["Year", "Month", "Day"].compactMap { value($0).flatMap { Int($0) } }
    if attributes.contentCreationDate == nil, date.count == 3, date.allSatisfy({ (1...9999).contains($0) }) {
      let digits = { (number: Int, count: Int) in String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)" }
      attributes.contentCreationDate = Date(documentDate: "\(digits(date[0], 4))-\(digits(date[1], 2))-\(digits(date[2], 2))")
    }
  }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    text.removeAll(keepingCapacity: true)
    guard path.count < Self.maximumDepth else {
      surplusDepth += 1
      return
    }
    if path.isEmpty {
      vocabulary =
        switch element {
        case "ComicInfo": .comic
        case "score-partwise", "score-timewise": .music
        case "museScore": .museScore
        default: .other
        }
    }
    path.append(Element(name: element, key: key(of: element, attributes)))
    // The short form of RDF has properties as attributes: `<rdf:Description dc:title="…">`.
    guard element == "Description" else { return }
    attributes.forEach { name, namespace, value in
      if let prefix = namespace.flatMap(Self.prefix) { store(value, as: prefix + name) }
    }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    guard text.count < Self.maximumTextLength else { return }
    for index in characters.indices { text.append(characters[index]) }
  }

  func end(_ element: String) {
    guard surplusDepth == 0 else {
      surplusDepth -= 1
      return
    }
    guard let last = path.popLast() else { return }
    if let key = last.key { store(String(decoding: text, as: UTF8.self), as: key) }
    text.removeAll(keepingCapacity: true)
  }

  private func store(_ value: String, as key: String) {
    let value = value.trimmed
    guard !value.isEmpty, !Self.technicalNames.contains(key), values.count < Self.maximumCount else { return }
    // Alternatives in several languages often say the same.
    if !values.contains(where: { $0.name == key && $0.text == value }) { values.append((key, value)) }
  }

  private func key(of element: String, _ attributes: borrowing XMLAttributes) -> String? {
    let parent = path.last
    // The items of a list of RDF, `<dc:subject><rdf:Bag><rdf:li>`, and the name of an agent, `<dc:creator><cc:Agent><dc:title>`.
    if let inherited = parent?.key, ["Alt", "Bag", "Seq", "li", "Agent", "title", "value", "Description"].contains(element) {
      return inherited
    }
    if let prefix = attributes.elementNamespace.flatMap(Self.prefix) { return prefix + element }
    switch vocabulary {
    case .comic: return path.count == 1 ? element : nil
    case .music:
      switch element {
      case "work-title", "movement-title": return "title"
      case "creator": return attributes["type"] ?? "composer"
      case "rights": return "copyright"
      case "software", "source": return element
      case "encoding-date": return "created"
      case "miscellaneous-field": return attributes["name"]
      case "part-name", "instrument-name": return "Instruments"
      default: return nil
      }
    case .museScore:
      if element == "metaTag" { return attributes["name"].map { Self.museScoreNames[$0] ?? $0 } }
      return element == "trackName" ? "Instruments" : nil
    case .other: return nil
    }
  }

  /// Elements of comic books with lists.
  private static let comicLists: Set = [
    "Writer", "Penciller", "Inker", "Colorist", "Letterer", "CoverArtist", "Editor", "Translator", "Characters", "Teams", "Locations",
  ]

  private static let technicalNames: Set = ["dc:format", "SourceModified", "Marked"]

  private static let museScoreNames = ["workTitle": "title", "movementTitle": "title", "creationDate": "created"]

  /// What precedes the names of a namespace; `nil` for one whose properties are no metadata for people.
  private static func prefix(_ namespace: String) -> String? {
    namespace.hasPrefix("http://purl.org/dc/") ? "dc:" : packetNamespaces.contains(namespace) ? "" : nil
  }

  /// Namespaces of packets of XMP whose properties people write.
  private static let packetNamespaces: Set = [
    "http://ns.adobe.com/xap/1.0/rights/", "http://ns.adobe.com/pdfx/1.3/", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "http://prismstandard.org/namespaces/basic/2.0/", "http://prismstandard.org/namespaces/basic/2.1/",
    "http://prismstandard.org/namespaces/basic/3.0/",
  ]
}
