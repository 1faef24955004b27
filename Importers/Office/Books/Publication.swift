// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// An EPUB publication.
struct Publication {
  static let containerPart = "META-INF/container.xml"
  private static let rightsPart = "META-INF/rights.xml"

  private let archive: ZipArchive

  init(_ archive: ZipArchive) { self.archive = archive }

  /// Sets the attributes, then delivers the text of the chapters in reading order.
  func fill(_ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let container = PublicationIndex()
    try archive.parse(Self.containerPart, into: container)
    guard let path = container.rootFile, archive.contains(path) else { throw ImportError.damaged("it has no list of contents") }
    let index = PublicationIndex()
    let result = Result { _ = try archive.parse(path, into: index) }
    attributes.take(index.metadata)
    if let series = index.series { attributes.setCustom("Series", series) }
    // Chapters with digital rights management cannot be read.
    guard !archive.contains(Self.rightsPart) else { throw ImportError.encrypted }
    if text.isWanted {
      for chapter in index.chapters { try appendText(of: chapter.resolved(against: path), to: text) }
    }
    try result.get()
  }

  private func appendText(of chapter: String, to text: TextSink) throws {
    var parser = try HTMLParser()
    try archive.read(chapter) { try parser.parse($0, to: text) }
    try parser.finish(to: text)
    try text.append("\n")
  }
}

/// The metadata of a publication and the order of its chapters; also the path of the file with
/// both.
private final class PublicationIndex: XMLHandler {
  let metadata = ElementValues(keyAttributes: ["property"])
  private(set) var rootFile: String?
  /// The name of the series as calibre writes it, which EPUB 2 has no element for.
  private var calibreSeries: String?
  private var items: [String: String] = [:]
  private var order: [String] = []

  private static let maximumChapterCount = 1 << 14

  /// The addresses of the chapters, relative to this file.
  var chapters: [String] { order.compactMap { items[$0] } }

  /// The series that the book belongs to.
  var series: String? { metadata.elements.first { $0.key == "belongs-to-collection" }?.text ?? calibreSeries }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    metadata.start(element, attributes)
    switch element {
    case "meta": if attributes["name"] == "calibre:series" { calibreSeries = calibreSeries ?? attributes["content"] }
    case "rootfile": rootFile = rootFile ?? attributes["full-path"]
    case "item":
      guard items.count < Self.maximumChapterCount, let type = attributes["media-type"], type.contains("html") else { return }
      if let identifier = attributes["id"], let address = attributes["href"] { items[identifier] = address }
    case "itemref":
      if order.count < Self.maximumChapterCount, let identifier = attributes["idref"] { order.append(identifier) }
    default: break
    }
  }

  func end(_ element: String) { metadata.end(element) }

  func add(_ characters: borrowing Span<UInt8>) { metadata.add(characters) }
}

extension String {
  /// The name of the member that the address in a document names.
  fileprivate func resolved(against document: String) -> String {
    var folders = document.split(separator: "/").dropLast()
    let path = prefix { $0 != "#" && $0 != "?" }
    for component in (String(path).removingPercentEncoding ?? String(path)).split(separator: "/") where component != "." {
      if component == ".." { folders = folders.dropLast() } else { folders.append(component) }
    }
    return folders.joined(separator: "/")
  }
}

extension CSSearchableItemAttributeSet {
  fileprivate func take(_ metadata: ElementValues) {
    let titles = metadata.all("title")
    title = titles.first
    // Subtitles, and the titles of editions and collections.
    alternateNames = Array(titles.dropFirst()).nonEmpty
    authorNames = metadata.all("creator").nonEmpty
    contributors = metadata.all("contributor").nonEmpty
    publishers = metadata.all("publisher").nonEmpty
    subject = metadata.all("subject").nonEmpty?.joined(separator: ", ")
    keywords = metadata.all("subject").nonEmpty
    contentDescription = metadata.first("description")?.withoutMarkup
    languages = metadata.all("language").languageTags
    coverage = metadata.all("coverage").nonEmpty
    rights = metadata.first("rights")
    identifier = metadata.first("identifier")
    contentSources = metadata.all("source").nonEmpty
    contentCreationDate = metadata.first("date").flatMap { Date(publicationDate: $0) }
    contentModificationDate = metadata.elements.first { $0.key == "dcterms:modified" }.flatMap { Date(documentDate: $0.text) }
  }
}
