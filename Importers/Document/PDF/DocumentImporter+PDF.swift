internal import AttributeSets
internal import Foundation
internal import ImporterSupport

extension DocumentImporter {
  func importPDF(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let trailer = try PDFTrailer(size: Int(clamping: file.byteCount)) { count, offset in try file.read(at: UInt64(offset), count: count) }
    attributes.version = trailer.headerVersion
    do {
      let document = try PDFDocument(descriptor: file.descriptor)
      attributes.take(document, PDFBrokenStrings(FileBytes(file), trailer: trailer), isEncrypted: trailer.isEncrypted)
      if text.isWanted { try document.appendText(to: text) }
    } catch ImportError.encrypted {
      attributes.securityMethod = encryptedSecurityMethod
      throw ImportError.encrypted
    }
  }
}

/// As macOS puts it.
private let encryptedSecurityMethod = "Password Encrypted"

extension CSSearchableItemAttributeSet {
  fileprivate func take(_ document: borrowing PDFDocument, _ broken: PDFBrokenStrings, isEncrypted: Bool) {
    title = (document.title ?? broken["Title"])?.oneLine
    authorNames = (document.author ?? broken["Author"])?.listElements(separatedBy: ";").nonEmpty
    subject = (document.subject ?? broken["Subject"])?.oneLine
    keywords = (document.keywords ?? broken["Keywords"])?.listElements(separatedBy: ",;").nonEmpty
    creator = (document.creator ?? broken["Creator"])?.oneLine
    encodingApplications = (document.producer ?? broken["Producer"]).map { [$0.oneLine] }
    contentCreationDate = document.creationTime.map { Date(timeIntervalSince1970: Double($0)) }
    contentModificationDate = document.modificationTime.map { Date(timeIntervalSince1970: Double($0)) }
    version = document.version
    securityMethod = isEncrypted || document.hasRestrictions ? encryptedSecurityMethod : "None"
    pageCount = document.pageCount as NSNumber
    fontNames = document.fontNames(onFirst: document.pagesWithFonts).nonEmpty
    if let size = document.page(at: 0)?.size {
      pageWidth = size.width as NSNumber
      pageHeight = size.height as NSNumber
    }
  }
}

extension PDFDocument {
  /// On how many pages to look for fonts. A page takes Poppler 3 ms, and 900 manuals of TeX, four pages each, 8 % of the time that their
  /// text takes: of a letter all fonts are found, of a book those of the title page.
  fileprivate var pagesWithFonts: Int { pageCount <= 4 ? pageCount : 1 }

  fileprivate func appendText(to sink: TextSink) throws {
    for index in 0..<pageCount {
      try page(at: index)?.withText { try sink.append(utf8: $0) }
      try sink.append("\n")
    }
  }
}
