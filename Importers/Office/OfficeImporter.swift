// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import Attributes
internal import CompoundFiles
internal import DocumentImporter
internal import Foundation
package import ImporterSupport
internal import UniformTypeIdentifiers

/// Imports documents of office suites and books, drawings, diagrams and mind maps, property lists, and pictures with layers:
/// their formats consist of XML, ZIP archives or compound files.
///
/// It also reads the files that no other importer claims by what they begin like: XML, compressed or not, ZIP archives, compound
/// files, property lists and text.
package final class OfficeImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Office"
  package static let importerVersion = 7
  package static let readsText = true
  package static let contentTypes = OfficeTypes.strict + OfficeTypes.others + OfficeTypes.general

  package static func prepare() { CompoundFile.prepare() }

  /// The wording of macOS.
  private static let encryptedSecurityMethod = "Password Encrypted"

  /// Reads texts; kept from file to file.
  private let documents = DocumentImporter()
  private var types = OfficeTypes()

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let kind = types.kind(of: file.typeIdentifier)
    do {
      try read(file, kind, into: attributes, text: text)
    } catch ImportError.encrypted {
      attributes.securityMethod = Self.encryptedSecurityMethod
      throw ImportError.encrypted
    } catch let error as ImportError where kind == .any {
      // Only the content said what the file is, so what contradicts it is no damage.
      switch error {
      case .damaged, .unsupported: if text.byteCount == 0, attributes.record.isEmpty { throw ImportError.noReader }
      default: throw error
      }
    }
  }

  private func read(_ file: ImportedFile, _ kind: OfficeTypes.Kind, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let head = try file.read(at: 0, count: XMLRoot.headByteCount)
    switch OfficeFormat(start: Array(head.prefix(OfficeFormat.startByteCount))) {
    case .mobipocket: try importBook(file, into: attributes, text: text)
    case .zip where LayeredPicture.contentTypes.contains(file.typeIdentifier): try LayeredPicture.read(ZipArchive(file), attributes)
    case .zip: try importZip(ZipArchive(file), isKnown: kind == .strict, into: attributes, text: text)
    case .xml: try importXML(file, head, kind, into: attributes, text: text)
    case .compoundFile: try importCompoundFile(CompoundFile(file), into: attributes, text: text)
    case .scene: try SceneText.read(file, attributes, text)
    case .gzip: try importCompressed(file, into: attributes, text: text)
    case .propertyList: try importPropertyList(file, into: attributes, text: text)
    case .earlyExcel where kind == .strict: if text.isWanted { try ExcelBinary.appendText(of: FileBytes(file), to: text) }
    case .earlyWord where kind == .strict: if text.isWanted { try EarlyWord.appendText(of: FileBytes(file), to: text) }
    case .text(let type) where isLegacy(file): try documents.update(attributes, from: file.as(type), text: text)
    case .earlyExcel, .earlyWord, .text, .unknown:
      if kind == .strict { throw ImportError.damaged("it is neither a ZIP archive nor XML") }
      try importText(file, head, into: attributes, text: text)
    }
  }

  /// Whether the type is one whose name programs also give to text, RTF and HTML.
  private func isLegacy(_ file: ImportedFile) -> Bool {
    ["com.microsoft.word.", "com.microsoft.excel."].contains { file.typeIdentifier.hasPrefix($0) }
  }

  /// - Parameter isKnown: Whether the type says that it is a document of which the parts are known.
  private func importZip(
    _ archive: ZipArchive, isKnown: Bool, into attributes: CSSearchableItemAttributeSet, text: TextSink
  ) throws {
    if archive.contains(OpenPackage.contentTypesPart) {
      try OpenPackage(archive).fill(attributes, text, isKnown: isKnown)
    } else if archive.contains(Publication.containerPart), !archive.contains(HangulPackage.versionPart) {
      try Publication(archive).fill(attributes, text)
    } else if archive.contains(HangulPackage.versionPart) {
      try HangulPackage.read(archive, attributes, text)
    } else if AppleBundle.isDocument(archive) {
      try AppleBundle.read(archive, attributes, text)
    } else if archive.contains(WalletPass.part) {
      try WalletPass.read(archive, attributes, text)
    } else if OpenDocument.isDocument(archive, isKnown: isKnown) {
      try OpenDocument.read(archive, attributes, text)
    } else if let book = archive.names.first(where: { $0.lowercased().hasSuffix(".fb2") }) {
      try FictionBook.read(archive, book, attributes, text)
    } else if isKnown {
      throw ImportError.damaged("none of the parts of a document is in it")
    } else {
      try UnknownArchive.read(archive, to: text)
    }
  }

  private func importBook(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    guard let book = Mobipocket(FileBytes(file)) else { throw ImportError.damaged("it has no header of a book") }
    book.fill(attributes)
    if text.isWanted { try book.appendText(to: text) }
  }

  private func importCompoundFile(_ file: CompoundFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    file.properties.fill(attributes)
    HangulBinary.fill(attributes, from: file)
    FlashPix.fill(attributes, from: file)
    guard !file.contains("EncryptedPackage") else { throw ImportError.encrypted }
    guard text.isWanted else { return }
    let slideCount = try LegacyText.append(file, to: text)
    if attributes.pageCount == nil, slideCount > 0 { attributes.pageCount = slideCount as NSNumber }
  }

  /// Parses XML. The root element tells the format.
  private func importXML(
    _ file: ImportedFile, _ head: [UInt8], _ kind: OfficeTypes.Kind, into attributes: CSSearchableItemAttributeSet, text: TextSink
  ) throws {
    let root = XMLRoot(head)
    if let root, let document = PlainDocument(root) { return try document.read(file, attributes, text) }
    if isLegacy(file) || (kind == .any && root?.name.lowercased() == "html") {
      return try documents.update(attributes, from: file.as("public.html"), text: text)
    }
    guard kind != .strict else { throw ImportError.unsupported("an XML file that is no document") }
    // A page in an archive is in Base64.
    if root?.name == "plist", file.typeIdentifier == "com.apple.webarchive" {
      return try importPropertyList(file, into: attributes, text: text)
    }
    try documents.update(attributes, from: types.isText(file.typeIdentifier) ? file : file.as("public.xml"), text: text)
    if root?.name == "plist", PropertyListDocument.types.contains(file.typeIdentifier) {
      try PropertyListDocument(file).fill(attributes)
    }
  }

  /// Reads a file that was compressed by itself: many programs store XML so.
  private func importCompressed(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let head = try GzipContent(file).all(limit: XMLRoot.headByteCount)
    let content = GzipContent(file)
    if let root = XMLRoot(head) {
      return try (PlainDocument(root) ?? PlainDocument()).read(attributes, text) { try content.next() }
    }
    guard PlainText.isText(head) else { throw ImportError.noReader }
    guard text.isWanted else { return }
    while case let piece = try content.next(), !piece.isEmpty { try text.append(utf8: piece.span) }
  }

  private func importPropertyList(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let list = try PropertyListDocument(file)
    list.fill(attributes)
    if text.isWanted { try list.appendText(to: text) }
  }

  private func importText(_ file: ImportedFile, _ head: [UInt8], into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    guard types.isText(file.typeIdentifier) || (PlainText.isText(head) && !types.isNumbersOrKeys(file.typeIdentifier, head)) else {
      throw ImportError.noReader
    }
    try documents.update(attributes, from: types.isText(file.typeIdentifier) ? file : file.as("public.plain-text"), text: text)
  }
}

extension ImportedFile {
  /// The same file with another type.
  fileprivate func `as`(_ typeIdentifier: String) -> ImportedFile {
    ImportedFile(descriptor: descriptor, byteCount: byteCount, name: name, modified: modified, typeIdentifier: typeIdentifier)
  }
}
