// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import DocumentImporter
package import ImporterSupport

/// Imports documents of office suites and books: Office Open XML, OpenDocument, EPUB, FictionBook,
/// XPS, 3MF, the formats of Word, Excel and PowerPoint before 2007, the properties of Project plans,
/// and pictures with layers.
package final class OfficeImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Office"
  package static let importerVersion = 6
  package static let readsText = true
  package static let contentTypes =
    [
      "com.amazon.mobi-ebook", "com.amazon.mobi8-ebook", "com.microsoft.excel.xls", "com.microsoft.excel.xlt",
      "com.microsoft.powerpoint.pot",
      "com.microsoft.powerpoint.pps",
      "com.microsoft.powerpoint.ppt", "com.microsoft.project.mpp", "com.microsoft.word.doc", "com.microsoft.word.dot", "com.microsoft.xps",
      "org.fictionbook.fb2",
      "org.idpf.epub-container", "org.oasis-open.opendocument", "org.openxmlformats.openxml",
    ] + LayeredPicture.contentTypes

  package static func prepare() { CompoundFile.prepare() }

  /// The wording of macOS.
  private static let encryptedSecurityMethod = "Password Encrypted"

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    do {
      switch OfficeFormat(start: try file.read(at: 0, count: OfficeFormat.startByteCount)) {
      case .mobipocket: try importBook(file, into: attributes, text: text)
      case .zip where LayeredPicture.contentTypes.contains(file.typeIdentifier): try LayeredPicture.read(ZipArchive(file), attributes)
      case .zip: try importZip(ZipArchive(file), into: attributes, text: text)
      case .xml where isLegacy(file): try DocumentImporter().update(attributes, from: file.as("public.html"), text: text)
      case .xml: try importXML(file, into: attributes, text: text)
      case .compoundFile: try importCompoundFile(CompoundFile(file), into: attributes, text: text)
      case .earlyExcel: if text.isWanted { try ExcelBinary.appendText(of: FileBytes(file), to: text) }
      case .earlyWord: if text.isWanted { try EarlyWord.appendText(of: FileBytes(file), to: text) }
      case .text(let type) where isLegacy(file): try DocumentImporter().update(attributes, from: file.as(type), text: text)
      case .text, .unknown: throw ImportError.damaged("it is neither a ZIP archive nor XML")
      }
    } catch ImportError.encrypted {
      attributes.securityMethod = Self.encryptedSecurityMethod
      throw ImportError.encrypted
    }
  }

  /// Whether the type is one whose name programs also give to text, RTF and HTML.
  private func isLegacy(_ file: ImportedFile) -> Bool {
    ["com.microsoft.word.", "com.microsoft.excel."].contains { file.typeIdentifier.hasPrefix($0) }
  }

  private func importZip(_ archive: ZipArchive, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    if archive.contains(OpenPackage.contentTypesPart) {
      try OpenPackage(archive).fill(attributes, text)
    } else if archive.contains(Publication.containerPart) {
      try Publication(archive).fill(attributes, text)
    } else if archive.contains(OpenDocument.contentPart) || archive.contains(OpenDocument.metadataPart) {
      try OpenDocument.read(archive, attributes, text)
    } else if let book = archive.names.first(where: { $0.lowercased().hasSuffix(".fb2") }) {
      try FictionBook.read(archive, book, attributes, text)
    } else {
      throw ImportError.damaged("none of the parts of a document is in it")
    }
  }

  private func importBook(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    guard let book = Mobipocket(FileBytes(file)) else { throw ImportError.damaged("it has no header of a book") }
    book.fill(attributes)
    if text.isWanted { try book.appendText(to: text) }
  }

  private func importCompoundFile(_ file: CompoundFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    file.properties.fill(attributes)
    guard !file.contains("EncryptedPackage") else { throw ImportError.encrypted }
    guard text.isWanted else { return }
    try LegacyText.append(file, to: text)
  }

  /// Parses a document that is not compressed. The root element tells its format.
  private func importXML(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let document = PlainDocument()
    let result = Result { try document.parse(file, text) }
    document.fill(attributes)
    try result.get()
  }
}

extension ImportedFile {
  /// The same file with another type.
  fileprivate func `as`(_ typeIdentifier: String) -> ImportedFile {
    ImportedFile(descriptor: descriptor, byteCount: byteCount, name: name, modified: modified, typeIdentifier: typeIdentifier)
  }
}
