// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// Collects the text and the metadata of an OpenDocument file: of one of its parts, or of a flat
/// file.
final class OpenDocument: DocumentHandler {
  static let contentPart = "content.xml"
  static let metadataPart = "meta.xml"
  private static let stylesPart = "styles.xml"
  private static let manifestPart = "META-INF/manifest.xml"
  private static let maximumObjectCount = 1024

  private var buffer = TextBuffer()
  private var links = LinkAddresses()
  private var isSpreadsheet = false
  /// The number of slides or pages of a drawing.
  private var drawnPageCount = 0
  private let metadata = ElementValues()
  private var pageCount: Int?
  /// The number of open elements of each kind.
  private var openParagraphs = 0
  private var openSkipped = 0
  private var openMetadata = 0
  private var openDescriptions = 0
  private var ruby = RubyReadings()

  /// - Parameter isKnown: Whether the type says so. Archives of other programs have some parts of the same names.
  static func isDocument(_ archive: ZipArchive, isKnown: Bool) -> Bool {
    if isKnown { return archive.contains(contentPart) || archive.contains(metadataPart) }
    return archive.contains(contentPart) && (archive.contains(metadataPart) || archive.contains(manifestPart))
  }

  /// Reads a document in an archive.
  static func read(_ archive: ZipArchive, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let manifest = Manifest()
    _ = Result { try archive.parse(manifestPart, into: manifest) }
    guard !manifest.isEncrypted else { throw ImportError.encrypted }
    let metadata = OpenDocument()
    let result = Result { _ = try archive.parse(metadataPart, into: metadata) }
    metadata.fill(attributes)
    if text.isWanted {
      let content = OpenDocument()
      let hasContent = try archive.appendText(of: contentPart, readBy: content, to: text)
      content.fillPageCount(attributes)
      // Headers and footers.
      try archive.appendText(of: stylesPart, readBy: OpenDocument(), to: text)
      // Charts, formulas and other documents in it.
      for name in archive.names.filter({ $0.hasSuffix("/" + contentPart) }).prefix(maximumObjectCount) {
        try archive.appendText(of: name, readBy: OpenDocument(), to: text)
      }
      if !hasContent { throw ImportError.damaged("it has no content") }
    }
    try result.get()
  }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    if openMetadata > 0 { metadata.start(element, attributes) }
    switch element {
    case "meta": openMetadata += 1
    case "spreadsheet": isSpreadsheet = true
    // The names of sheets and ranges.
    case "table", "named-range", "named-expression":
      guard isSpreadsheet, let name = attributes["name"] else { break }
      buffer.separate()
      buffer.append(name)
      buffer.separate()
    case "page": if openMetadata == 0 { drawnPageCount += 1 }
    case "a": if openMetadata == 0, let address = attributes["href"] { links.take(address) }
    case "document-statistic": pageCount = attributes["page-count"].flatMap { Int($0) }
    case "p", "h":
      // A comment or a text box is inside the paragraph that it belongs to.
      if openParagraphs > 0, openSkipped == 0 { buffer.separate() }
      openParagraphs += 1
    // The alternative text of a picture.
    case "title" where openMetadata == 0, "desc":
      buffer.separate()
      openDescriptions += 1
    case _ where Self.skipped.contains(element): openSkipped += 1
    case "s": if openParagraphs > 0, openSkipped == 0 { buffer.append(" ") }
    case "tab": buffer.separate(by: "\t")
    case "line-break": buffer.separate()
    case "ruby-text": ruby.start(.reading)
    default: break
    }
  }

  func end(_ element: String) {
    switch element {
    case "meta": openMetadata = 0
    case "document", "document-content", "document-styles": buffer.append(links.takeText())
    case "p", "h":
      openParagraphs -= 1
      appendReadings()
      if openSkipped == 0 { buffer.separate() }
    case "title" where openMetadata == 0, "desc":
      openDescriptions -= 1
      if openSkipped == 0 { buffer.separate() }
    case _ where Self.skipped.contains(element): openSkipped -= 1
    case "ruby-text": ruby.endWord()
    default: break
    }
    if openMetadata > 0 { metadata.end(element) }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if openMetadata > 0 {
      metadata.add(characters)
    } else if openParagraphs + openDescriptions > 0, openSkipped == 0 {
      if ruby.isBase { buffer.append(characters) } else { ruby.add(characters) }
    }
  }

  private func appendReadings() {
    let readings = ruby.take()
    guard !readings.isEmpty else { return }
    buffer.separate()
    buffer.append(readings.span)
  }

  /// Deleted text, pictures, and the authors and dates of comments.
  private static let skipped: Set = ["tracked-changes", "binary-data", "creator", "date", "sender-initials", "creator-initials"]

  private func fillPageCount(_ attributes: CSSearchableItemAttributeSet) {
    if attributes.pageCount == nil, drawnPageCount > 0 { attributes.pageCount = drawnPageCount as NSNumber }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = metadata.first("title")
    attributes.subject = metadata.first("subject")
    attributes.contentDescription = metadata.first("description")
    attributes.keywords = metadata.all("keyword").flatMap { $0.listElements(separatedBy: ",;") }.nonEmpty
    attributes.authorNames = (metadata.first("initial-creator") ?? metadata.first("creator")).map { [$0] }
    attributes.editors = metadata.all("creator").nonEmpty
    attributes.creator = metadata.first("generator")
    attributes.languages = metadata.all("language").languageTags
    attributes.contentCreationDate = metadata.first("creation-date").flatMap { Date(documentDate: $0) }
    attributes.contentModificationDate = metadata.first("date").flatMap { Date(documentDate: $0) }
    attributes.pageCount = pageCount.flatMap { $0 > 0 ? $0 as NSNumber : nil }
    fillPageCount(attributes)
    for property in metadata.elements where property.name == "user-defined" {
      if let name = property.key { attributes.setCustom(name, property.text) }
    }
  }
}

/// Finds out whether the parts of a document are encrypted.
private final class Manifest: XMLHandler {
  private(set) var isEncrypted = false

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    if element == "encryption-data" { isEncrypted = true }
  }

  func end(_ element: String) {}

  func add(_ characters: borrowing Span<UInt8>) {}
}
