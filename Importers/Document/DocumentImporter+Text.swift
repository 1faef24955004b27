internal import AttributeSets
internal import ImporterSupport

extension DocumentImporter {
  /// Delivers the text of a file.
  func importText(_ file: ImportedFile, text: TextSink) throws {
    guard text.isWanted else { return }
    text.isFileContent = try file.forEachPieceOfText(declaration: CharacterEncoding.declared(inXML:)) { piece in
      try text.append(piece)
    }
  }

  func importMarkdown(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    var title = MarkdownTitle()
    defer { attributes.title = title.title?.oneLine }
    text.isFileContent = try file.forEachPieceOfText(declaration: { _ in nil }) { piece in
      title.read(piece.span)
      try text.append(piece)
    }
  }
}
