// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  func importDjVu(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let bytes = FileBytes(file)
    var document = try DjVuFile(bytes)
    attributes.pageCount = max(document.pages.count, document.listedPageCount) as NSNumber
    if let first = document.pages.first {
      if let size = document.size(of: first) {
        attributes.pageWidth = size.width.rounded(toPlaces: 3) as NSNumber
        attributes.pageHeight = size.height.rounded(toPlaces: 3) as NSNumber
      }
      // That of the document is shared by its pages.
      for part in document.shared + [first] {
        let metadata = document.metadata(of: part)
        if !metadata.isEmpty {
          attributes.take(metadata)
          break
        }
      }
    }
    for page in document.pages where text.isWanted {
      let content = document.text(of: page)
      guard !content.isEmpty else { continue }
      try content.span.putWords { try text.append(utf8: $0) }
      try text.append("\n")
    }
    if let error = bytes.error { throw error }
    if document.isTruncated { throw ImportError.damaged("its end is missing") }
    if document.pages.isEmpty, document.listedPageCount == 0 { throw ImportError.damaged("it has no pages") }
  }
}

extension CSSearchableItemAttributeSet {
  /// Takes metadata with the keywords of PDF or BibTeX.
  fileprivate func take(_ metadata: [String: String]) {
    let text = { (key: String) in metadata[key].flatMap { $0.oneLine.isEmpty ? nil : $0.oneLine } }
    title = text("title")
    authorNames = text("author").map { $0.replacing(" and ", with: ";").listElements(separatedBy: ";") }
    editors = text("editor").map { $0.replacing(" and ", with: ";").listElements(separatedBy: ";") }
    subject = text("subject")
    keywords = text("keywords").map { $0.listElements(separatedBy: ",;") }
    creator = text("creator")
    encodingApplications = text("producer").map { [$0] }
    publishers = text("publisher").map { [$0] }
    comment = text("annote") ?? text("note")
    contentDescription = text("abstract")
    identifier = text("isbn") ?? text("doi")
    contentCreationDate = (text("creationdate") ?? text("date") ?? text("year").map { "\($0)-01-01" }).flatMap { Date(documentDate: $0) }
    contentModificationDate = text("moddate").flatMap { Date(documentDate: $0) }
    let used: Set = [
      "title", "author", "editor", "subject", "keywords", "creator", "producer", "publisher", "annote", "note", "abstract", "isbn", "doi",
      "creationdate", "date", "year", "moddate",
    ]
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) where !used.contains(name) { take(value, named: name) }
  }
}
