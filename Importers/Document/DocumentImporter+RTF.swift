// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  /// Reads RTF. A file with the name of RTF and other text in it is read as text.
  func importRTF(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    guard try file.read(at: 0, count: 5) == Array("{\\rtf".utf8) else { return try importText(file, text: text) }
    var parser = RTFParser()
    defer { attributes.take(parser.metadata) }
    try file.forEachChunk { chunk in
      parser.parse(chunk)
      try text.append(utf8: parser.takeText().span)
      return true
    }
    parser.finish()
    try text.append(utf8: parser.takeText().span)
  }
}

extension CSSearchableItemAttributeSet {
  fileprivate func take(_ metadata: RTFMetadata) {
    title = metadata.text(.title)?.oneLine
    authorNames = metadata.text(.author)?.listElements(separatedBy: ";").nonEmpty
    editors = metadata.text(.lastAuthor)?.listElements(separatedBy: ";").nonEmpty
    subject = metadata.text(.subject)?.oneLine
    keywords = metadata.text(.keywords)?.listElements(separatedBy: ",;").nonEmpty
    contentDescription = metadata.text(.comment)
    organizations = metadata.text(.company).map { [$0.oneLine] }
    creator = metadata.text(.generator).map { $0.hasSuffix(";") ? String($0.dropLast()) : $0 }?.oneLine
    if let category = metadata.text(.category) { setCustom("Category", category) }
    if let manager = metadata.text(.manager) { setCustom("Manager", manager) }
    for property in metadata.properties {
      setCustom(String(decoding: property.name, as: UTF8.self), String(decoding: property.value, as: UTF8.self))
    }
    pageCount = metadata.pageCount.flatMap { $0 > 0 ? $0 as NSNumber : nil }
    contentCreationDate = metadata.date(.creationTime)
    contentModificationDate = metadata.date(.revisionTime)
  }
}
