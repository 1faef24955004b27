// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// A document of Pages, Numbers or Keynote in a ZIP archive.
enum AppleBundle {
  /// The bytes of a part that are read, at most.
  private static let maximumPartByteCount = 64 << 20

  static func isDocument(_ archive: ZipArchive) -> Bool {
    AppleDocument.parts.contains(where: archive.contains) || archive.names.contains(where: isPacked)
  }

  private static func isPacked(_ name: String) -> Bool { name.hasSuffix(".iwa") }

  static func read(_ archive: ZipArchive, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    if archive.contains(".iwpv2") || archive.contains(".iwph") { throw ImportError.encrypted }
    guard let part = AppleDocument.parts.first(where: archive.contains) else { return try readPacked(archive, attributes, text) }
    let document = AppleDocument()
    defer { document.fill(attributes) }
    guard part.hasSuffix(".gz") else {
      try archive.appendText(of: part, readBy: document, to: text)
      return
    }
    let content = GzipContent(.gzip, try archive.contents(of: part, limit: maximumPartByteCount))
    let parser = try XMLParser(document)
    while case let piece = try content.next(), !piece.isEmpty {
      parser.parse(piece.span)
      try text.append(utf8: document.takeText().span)
    }
    try parser.finish()
  }

  private static func readPacked(_ archive: ZipArchive, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let isSpreadsheet =
      archive.names.contains { $0.contains("CalculationEngine") && $0.hasSuffix(".iwa") }
      && archive.names.contains { $0.contains("Tables/") }
    var authors: [String] = []
    var slideCount = 0
    for name in archive.names.sorted() where isPacked(name) && (text.isWanted || !name.contains("Tables/")) {
      // Layouts contain only what tells where text belongs.
      if name.contains("MasterSlide") || name.contains("TemplateSlide") || name.contains("ThemeStylesheet") { continue }
      let content = PackedObjects(try archive.contents(of: name, limit: maximumPartByteCount)).content(isSpreadsheet: isSpreadsheet)
      for author in content.authors where !author.isEmpty && authors.count < 256 { authors.appendNew(author.oneLine) }
      if name.contains("/Slide") { slideCount += content.slideCount }
      for piece in content.texts where !piece.isEmpty {
        // Objects in the text are characters that mean nothing without them.
        try text.append(piece.replacing("\u{FFFC}", with: " ") + "\n")
      }
    }
    attributes.authorNames = authors.nonEmpty
    if slideCount > 0 { attributes.pageCount = slideCount as NSNumber }
  }
}
