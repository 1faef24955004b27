// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

/// A document in one XML file. It passes everything to the handler for its root element.
final class PlainDocument: TextHandler {
  private var handler: (any DocumentHandler)?

  func parse(_ file: ImportedFile, _ text: TextSink) throws {
    let parser = try XMLParser(self)
    try file.forEachChunk(chunkByteCount: 64 << 10) { chunk in
      parser.parse(chunk)
      try text.append(utf8: takeText().span)
      return true
    }
    let result = Result { try parser.finish() }
    try text.append(utf8: takeText().span)
    try result.get()
    if handler == nil { throw ImportError.unsupported("an XML file that is no document") }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) { handler?.fill(attributes) }

  func takeText() -> [UInt8] { handler?.takeText() ?? [] }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    if handler == nil {
      switch element {
      case "FictionBook": handler = FictionBook()
      case "document": handler = OpenDocument()
      default: break
      }
    }
    handler?.start(element, attributes)
  }

  func end(_ element: String) { handler?.end(element) }

  func add(_ characters: borrowing Span<UInt8>) { handler?.add(characters) }
}
