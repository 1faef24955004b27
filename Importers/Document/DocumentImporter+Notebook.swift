// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  /// Notebooks are parsed in memory. Larger ones consist of pictures and tables of data for the most part.
  private static let maximumNotebookByteCount = 32 << 20

  /// A value takes some memory even if it is empty. Notebooks have far fewer.
  private static let maximumValueCount = 4 << 20

  /// Maximum length of the outputs of a cell, in code points: tables of data can have millions of rows.
  private static let maximumOutputLength = 16 << 10

  /// Delivers the sources of the cells and the beginning of what they printed, or the whole file if it cannot be parsed.
  func importNotebook(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    guard file.byteCount <= UInt64(Self.maximumNotebookByteCount) else { return try importText(file, text: text) }
    let bytes = try file.contents(limit: Self.maximumNotebookByteCount)
    // The number of values is one more than these at most.
    let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")]
    guard bytes.count(where: separators.contains) < Self.maximumValueCount else { return try importText(file, text: text) }
    let notebook: Notebook
    do {
      notebook = try Notebook(bytes)
    } catch {
      // Such as one with the marks of a conflict between versions.
      try importText(file, text: text)
      throw ImportError.damaged("it is no notebook")
    }
    attributes.title = notebook.title
    attributes.authorNames = notebook.authors.nonEmpty
    attributes.keywords = notebook.language.map { [$0] }
    guard text.isWanted else { return }
    for cell in notebook.cells {
      try text.append(cell.source + "\n")
      let output = String(cell.output.unicodeScalars.prefix(Self.maximumOutputLength))
      try text.append(output.isEmpty ? "\n" : output + "\n\n")
    }
  }
}
