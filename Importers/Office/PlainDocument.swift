// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

/// A document in one XML file, which its root element tells.
struct PlainDocument {
  private let handler: any DocumentHandler

  /// - Returns: `nil` if the root element is not one of a known document.
  init?(_ root: XMLRoot) {
    switch root.name {
    case "FictionBook": handler = FictionBook()
    case "document" where root.tag.contains("urn:oasis:names:tc:opendocument") || root.tag.contains("office:document"):
      handler = OpenDocument()
    case "package" where root.tag.contains("xmlPackage"): handler = FlatPackage()
    case "mxfile", "mxGraphModel": handler = Diagram()
    default:
      guard let vocabulary = XMLVocabulary(root: root) else { return nil }
      handler = VocabularyReader(vocabulary)
    }
  }

  /// A document whose vocabulary is not known.
  init() { handler = VocabularyReader(.any) }

  /// Appends the text, then sets the attributes, also if the document is damaged.
  ///
  /// - Parameter next: Returns the next piece of the document, an empty one at its end.
  func read(_ attributes: CSSearchableItemAttributeSet, _ text: TextSink, _ next: () throws -> [UInt8]) throws {
    let parser = try XMLParser(handler)
    defer { handler.fill(attributes) }
    while case let piece = try next(), !piece.isEmpty {
      parser.parse(piece.span)
      try text.append(utf8: handler.takeText().span)
    }
    let result = Result { try parser.finish() }
    try text.append(utf8: handler.takeText().span)
    try result.get()
  }

  func read(_ file: ImportedFile, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    var offset: UInt64 = 0
    try read(attributes, text) {
      let piece = try file.read(at: offset, count: 64 << 10)
      offset += UInt64(piece.count)
      return piece
    }
  }
}
