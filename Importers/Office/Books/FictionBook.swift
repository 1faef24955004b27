// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// Collects the text and the metadata of a FictionBook file.
final class FictionBook: DocumentHandler {
  private var buffer = TextBuffer()
  private let metadata = ElementValues()
  private var date: String?
  private var series: String?
  private var people: [(role: String, names: [String])] = []
  private var path: [String] = []
  /// The text of the annotation; its paragraphs are elements of their own.
  private var annotation = TextBuffer()

  private static let maximumDepth = 256
  private static let maximumPersonCount = 256

  /// Reads a book in an archive.
  static func read(_ archive: ZipArchive, _ name: String, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let book = FictionBook()
    let result = Result { _ = try archive.appendText(of: name, readBy: book, to: text) }
    book.fill(attributes)
    try result.get()
  }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    guard path.count < Self.maximumDepth else { return }
    path.append(element)
    guard isInDescription else { return }
    metadata.start(element, attributes)
    if element == "date" { date = date ?? attributes["value"] }
    if element == "sequence" { series = series ?? attributes["name"] }
    if Self.roles.contains(element), people.count < Self.maximumPersonCount {
      people.append((path.dropLast().last.map { "\($0)/\(element)" } ?? element, []))
    }
  }

  func end(_ element: String) {
    guard path.last == element else { return }
    if isInDescription {
      metadata.end(element)
      if Self.nameParts.contains(element), let last = metadata.elements.last, last.name == element, !people.isEmpty {
        people[people.count - 1].names.append(last.text.oneLine)
      }
      if isInAnnotation { annotation.separate(by: " ") }
    } else if Self.blocks.contains(element) {
      buffer.separate()
    }
    path.removeLast()
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if isInDescription {
      metadata.add(characters)
      if isInAnnotation { annotation.append(characters) }
    } else if path.count > 1, path[1] == "body" {
      buffer.append(characters)
    }
  }

  /// The second element of the path is `description`, `body`, `stylesheet` or `binary`, which is a
  /// picture.
  private var isInDescription: Bool { path.count > 1 && path[1] == "description" }
  private var isInAnnotation: Bool { path.count > 3 && path[3] == "annotation" }

  private static let roles: Set = ["author", "translator"]
  private static let nameParts: Set = ["first-name", "middle-name", "last-name", "nickname"]
  private static let blocks: Set = ["p", "v", "subtitle", "text-author", "td", "th", "title"]

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = metadata.first("book-title")
    if let series { attributes.setCustom("Series", series) }
    attributes.authorNames = names("title-info/author").nonEmpty
    attributes.contributors = names("title-info/translator").nonEmpty
    attributes.editors = names("document-info/author").nonEmpty
    attributes.publishers = metadata.all("publisher").nonEmpty
    attributes.identifier = metadata.first("isbn") ?? metadata.first("id")
    attributes.languages = metadata.all("lang").languageTags
    attributes.creator = metadata.first("program-used")
    attributes.keywords = metadata.all("keywords").flatMap { $0.listElements(separatedBy: ",;") }.nonEmpty
    attributes.genre = metadata.all("genre").nonEmpty?.joined(separator: ", ")
    attributes.version = metadata.first("version")
    let dates = [date] + metadata.all("date") + [metadata.first("year")]
    attributes.contentCreationDate = dates.lazy.compactMap { $0.flatMap { Date(publicationDate: $0) } }.first
    let summary = String(decoding: annotation.take(), as: UTF8.self).oneLine
    attributes.contentDescription = summary.isEmpty ? nil : summary
  }

  private func names(_ role: String) -> [String] {
    people.filter { $0.role == role && !$0.names.isEmpty }.reduce(into: []) { $0.appendNew($1.names.joined(separator: " ")) }
  }
}
