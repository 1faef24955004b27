// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  /// Delivers the text of a file, and the metadata in its first lines.
  func importStructured(
    _ file: ImportedFile, _ format: StructuredText, into attributes: CSSearchableItemAttributeSet, text: TextSink
  ) throws {
    var head = TextHead()
    var accents = TeXAccents()
    defer { attributes.take(format.metadata(in: head)) }
    let isVerbatim = try file.forEachPieceOfText(declaration: { _ in nil }) { piece in
      guard format.hasAccentCommands else {
        head.take(piece.span)
        return try text.append(piece)
      }
      let converted = accents.converted(piece.span, isLast: false)
      head.take(converted.span)
      try text.append(utf8: converted.span)
    }
    if format.hasAccentCommands {
      let converted = accents.converted([UInt8]().span, isLast: true)
      head.take(converted.span)
      try text.append(utf8: converted.span)
    }
    text.isFileContent = isVerbatim && !accents.hasReplaced
  }
}

extension CSSearchableItemAttributeSet {
  fileprivate func take(_ metadata: TextMetadata) {
    title = metadata.title?.oneLine
    authorNames = metadata.authors.nonEmpty
    contentDescription = metadata.description
    languages = metadata.languages.languageTags
    keywords = metadata.keywords.nonEmpty
    organizations = metadata.organization.map { [$0] }
    copyright = metadata.copyright
    contentCreationDate = metadata.creationDate
    contentModificationDate = metadata.modificationDate
    for (name, value) in metadata.others { take(value, named: name) }
  }
}
