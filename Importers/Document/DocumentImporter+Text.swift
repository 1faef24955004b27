// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  /// Delivers the text of a file.
  func importText(_ file: ImportedFile, text: TextSink) throws {
    guard text.isWanted else { return }
    guard let syntax = escapeSyntax(of: file) else {
      text.isFileContent = try file.forEachPieceOfText(declaration: CharacterEncoding.declared(inXML:)) { try text.append($0) }
      return
    }
    var decoder = EscapeDecoder(syntax)
    var isVerbatim = true
    let isWhole = try file.forEachPieceOfText(declaration: CharacterEncoding.declared(inXML:)) { piece in
      if try !decoder.decode(piece, into: text.append) { isVerbatim = false }
    }
    try decoder.finish(into: text.append)
    text.isFileContent = isWhole && isVerbatim
  }

  /// Sets the address in a bookmark of Windows: `URL=https://…`.
  func importAddress(of file: ImportedFile, into attributes: CSSearchableItemAttributeSet) throws {
    let lines = String(decoding: try file.read(at: 0, count: 4 << 10), as: UTF8.self).split(whereSeparator: \.isNewline)
    let address = lines.first { $0.lowercased().hasPrefix("url=") }?.dropFirst(4)
    attributes.url = address.flatMap { URL(string: String($0).trimmed) }
  }

  /// Sets the attributes that the start of a document in XML tells.
  func importXMLMetadata(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet) throws {
    let head = try file.read(at: 0, count: XMLMetadata.maximumByteCount)
    if XMLMetadata.mayBe(in: head) { try XMLMetadata.read(head).fill(attributes) }
  }

  func importMarkdown(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    var metadata = MarkdownMetadata()
    defer { attributes.take(metadata) }
    text.isFileContent = try file.forEachPieceOfText(declaration: { _ in nil }) { piece in
      metadata.take(piece.span)
      try text.append(piece)
    }
  }
}

extension CSSearchableItemAttributeSet {
  fileprivate func take(_ metadata: MarkdownMetadata) {
    let (frontMatter, title, others) = metadata.read()
    defer { for (name, value) in others { take(value, named: name) } }
    self.title = title?.oneLine
    guard let frontMatter else { return }
    defer { for (name, values) in frontMatter.values.sorted(by: { $0.key < $1.key }) { for value in values { take(value, named: name) } } }
    authorNames = frontMatter.all("author", "authors").nonEmpty
    keywords =
      (frontMatter.all("tags", "keywords") + frontMatter.all("categories", "category")).flatMap { $0.listElements(separatedBy: ",;") }
      .nonEmpty
    contentDescription = frontMatter.first("description", "summary", "abstract", "excerpt")
    subject = frontMatter.first("subject", "subtitle")
    languages = frontMatter.all("lang", "language").languageTags
    contentCreationDate = frontMatter.first("date", "created", "published").flatMap { Date(documentDate: $0) }
    contentModificationDate = frontMatter.first("lastmod", "updated", "modified", "last_modified_at").flatMap { Date(documentDate: $0) }
  }
}
