package import AttributeSets
package import ImporterSupport

/// Imports documents that consist of XML, usually in a ZIP archive: Office Open XML, OpenDocument,
/// EPUB, FictionBook, XPS, 3MF.
package final class OfficeImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Office"
  package static let importerVersion = 1
  package static let contentTypes = [
    "com.microsoft.xps", "org.fictionbook.fb2", "org.idpf.epub-container", "org.oasis-open.opendocument", "org.openxmlformats.openxml",
  ]

  /// The wording of macOS.
  private static let encryptedSecurityMethod = "Password Encrypted"

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    do {
      switch OfficeFormat(start: try file.read(at: 0, count: 8)) {
      case .zip: try importZip(ZipArchive(file), into: attributes, text: text)
      case .xml: try importXML(file, into: attributes, text: text)
      case .compoundFile: throw ImportError.encrypted
      case .unknown: throw ImportError.damaged("it is neither a ZIP archive nor XML")
      }
    } catch ImportError.encrypted {
      attributes.securityMethod = Self.encryptedSecurityMethod
      throw ImportError.encrypted
    }
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

  /// Parses a document that is not compressed. The root element tells its format.
  private func importXML(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let document = PlainDocument()
    let result = Result { try document.parse(file, text) }
    document.fill(attributes)
    try result.get()
  }
}
