// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  func importPDF(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    do {
      let document = try PDFDocument(file, poppler: poppler)
      attributes.take(document)
      let packet = document.metadata
      if XMLMetadata.mayBe(in: packet) { try XMLMetadata.read(packet).fill(attributes) }
      for (name, text) in document.furtherInformation { attributes.take(text, named: name) }
      if text.isWanted { try document.appendText(to: text) }
      if !document.hasReadablePage { throw ImportError.damaged("none of its pages can be read") }
    } catch {
      if attributes.version == nil { attributes.version = try file.headerVersion() }
      if case ImportError.encrypted = error { attributes.securityMethod = encryptedSecurityMethod }
      throw error
    }
  }
}

/// The wording of macOS.
private let encryptedSecurityMethod = "Password Encrypted"

extension CSSearchableItemAttributeSet {
  fileprivate func take(_ document: borrowing PDFDocument) {
    title = document.information(.title)?.oneLine
    authorNames = document.information(.author)?.listElements(separatedBy: ";").nonEmpty
    subject = document.information(.subject)?.oneLine
    keywords = document.information(.keywords)?.listElements(separatedBy: ",;").nonEmpty
    creator = document.information(.creator)?.oneLine
    encodingApplications = document.information(.producer).map { [$0.oneLine] }
    decodeUndeclaredTexts(standard: .pdfDocument)
    contentCreationDate = document.date(.creationDate)
    contentModificationDate = document.date(.modificationDate)
    version = document.version
    securityMethod = document.isEncrypted ? encryptedSecurityMethod : "None"
    pageCount = document.pageCount as NSNumber
    fontNames = document.fontNames(onFirst: document.pagesWithFonts).nonEmpty
    if let size = document.size(ofPage: 0) {
      // Differences of the coordinates, without the noise of the last digits.
      pageWidth = size.width.rounded(toPlaces: 3) as NSNumber
      pageHeight = size.height.rounded(toPlaces: 3) as NSNumber
    }
  }
}

extension PDFDocument {
  /// Number of pages to search for fonts. Long documents hardly use others after so many pages.
  fileprivate var pagesWithFonts: Int { min(pageCount, 32) }

  fileprivate var hasReadablePage: Bool { (0..<pageCount).contains { size(ofPage: $0) != nil } }

  fileprivate func appendText(to sink: TextSink) throws {
    for index in 0..<pageCount {
      try withText(ofPage: index) { try sink.append(utf8: $0) }
      try sink.append("\n")
    }
    try sink.append(bookmarks)
    try appendAttachments(to: sink)
  }
}

extension ImportedFile {
  /// The version after `%PDF-` in the first kilobyte, such as `1.7`; `nil` if it is not there.
  /// Reading it needs no password.
  fileprivate func headerVersion() throws -> String? {
    let head = try read(at: 0, count: 1024)
    guard let mark = head.firstRange(of: Array("%PDF-".utf8)) else { return nil }
    let digits = head[mark.upperBound...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    return digits.isEmpty ? nil : String(decoding: digits.prefix(8), as: UTF8.self)
  }
}
