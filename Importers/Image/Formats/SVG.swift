// SPDX-License-Identifier: Apache-2.0

internal import CLibXML2
internal import Compression
internal import ImporterSupport

/// An SVG drawing, plain or compressed: size, Dublin Core metadata and texts.
enum SVG {
  /// Maximum number of bytes that are read of a drawing.
  private static let maximumDocumentLength = 16 << 20

  static func read(_ file: FileBytes) -> ImageFacts {
    var bytes = file.bytes(at: 0, count: maximumDocumentLength)
    if bytes.starts(with: [0x1F, 0x8B]) { bytes = Deflate.inflated(bytes, limit: maximumDocumentLength) }
    let reader = SVGReader()
    reader.parse(bytes)
    return reader.facts
  }
}

/// Collects the output of libxml2's parser. It loads no external resources and expands no entities.
private final class SVGReader {
  private static let maximumTextLength = 1 << 20
  /// Elements of Dublin Core, in either of its two vocabularies, and the keywords of ``ImageFacts/texts``.
  private static let keywords = [
    "creator": "Author", "description": "Description", "language": "Language", "rights": "Copyright", "subject": "Keyword",
    "title": "Title",
  ]

  private(set) var facts = ImageFacts()
  private var path: [String] = []
  /// The number of `<text>` elements in ``path``, counted so that elements need not search all of
  /// their ancestors.
  private var openTexts = 0
  private var text: [UInt8] = []

  func parse(_ bytes: [UInt8]) {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.startElement = { context, name, attributes in
      guard let name = unsafe name else { return }
      unsafe SVGReader.from(context).start(String(cString: name), SVGReader.list(attributes))
    }
    unsafe handler.endElement = { context, _ in unsafe SVGReader.from(context).end() }
    unsafe handler.characters = { context, start, count in
      guard let start = unsafe start else { return }
      unsafe SVGReader.from(context).take(UnsafeBufferPointer(start: start, count: Int(max(0, count))))
    }
    unsafe handler.cdataBlock = handler.characters
    // The parser stores the reader as its context, and is destroyed before this method returns.
    let reader = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, reader, nil, 0, nil) else { return }
    defer { unsafe xmlFreeParserCtxt(context) }
    let options = [XML_PARSE_NONET, XML_PARSE_RECOVER, XML_PARSE_NOERROR, XML_PARSE_NOWARNING].reduce(0) { $0 | $1.rawValue }
    unsafe xmlCtxtUseOptions(context, Int32(options))
    var rest = bytes[...]
    while !rest.isEmpty, unsafe context.pointee.disableSAX == 0 {
      unsafe rest.prefix(64 << 10).withUnsafeBytes { piece in
        _ = unsafe xmlParseChunk(context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(piece.count), 0)
      }
      rest = rest.dropFirst(64 << 10)
    }
    unsafe xmlParseChunk(context, nil, 0, 1)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> SVGReader {
    guard let context = unsafe context else { return SVGReader() }
    return unsafe Unmanaged<SVGReader>.fromOpaque(context).takeUnretainedValue()
  }

  /// Alternating names and values, up to a null pointer.
  private static func list(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [String: String] {
    var list: [String: String] = [:]
    guard var next = unsafe attributes else { return list }
    while let name = unsafe next[0], let value = unsafe next[1] {
      unsafe list[String(cString: name)] = unsafe String(cString: value)
      unsafe next += 2
    }
    return list
  }

  private func start(_ name: String, _ attributes: [String: String]) {
    let isRoot = path.isEmpty
    // A text includes the words of its spans.
    if openTexts == 0 { text.removeAll() }
    path.append(name)
    if name == "text" { openTexts += 1 }
    // The short form of RDF: <rdf:Description dc:title="…">.
    if name == "rdf:Description" {
      for (name, words) in attributes { if let keyword = Self.keyword(of: name) { facts.texts.append((keyword, words)) } }
    }
    guard isRoot else { return }
    // draw.io stores the document here.
    if let document = attributes["content"], document.hasPrefix("<mx") { facts.diagrams.append(document.replacing("&#38;", with: "&")) }
    let box = (attributes["viewBox"] ?? "").split { " ,".contains($0) }.map { Double($0) }
    facts.width = pixels(attributes["width"], else: box.count == 4 ? box[2] : nil)
    facts.height = pixels(attributes["height"], else: box.count == 4 ? box[3] : nil)
  }

  private func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard text.count < Self.maximumTextLength else { return }
    unsafe text.append(contentsOf: bytes)
  }

  private func end() {
    guard let name = path.popLast() else { return }
    if name == "text" { openTexts -= 1 }
    // The text of an element is decoded once, not at the end of each of its spans.
    guard openTexts == 0 else { return }
    let words = String(looselyDecoding: text)
    guard !words.isEmpty else { return }
    // The items of a list, <dc:subject><rdf:Bag><rdf:li>, and the name of an agent, <dc:creator><cc:Agent><dc:title>.
    let isNested = name == "rdf:li" || Self.keyword(of: name) == "Title" && path.last == "cc:Agent"
    if name == "text" {
      facts.content += words + "\n"
    } else if name == "title" || name == "desc", path.count == 1 {
      facts.texts.append((name == "title" ? "Title" : "Description", words))
    } else if let keyword = Self.keyword(of: isNested ? path.dropLast().last ?? "" : name) {
      facts.texts.append((keyword, words))
    }
    text.removeAll()
  }

  /// The keyword of an element or attribute; `nil` for one that is not of Dublin Core.
  private static func keyword(of name: String) -> String? {
    let parts = name.split(separator: ":")
    guard parts.count == 2, ["dc", "dcterms"].contains(parts[0]), !["format", "type"].contains(parts[1]) else { return nil }
    return keywords[String(parts[1])] ?? "dc:" + parts[1]
  }

  /// A length in pixels of 1/96 inch; `nil` for one that depends on the page.
  private func pixels(_ length: String?, else fallback: Double?) -> Int? {
    let units = ["": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96]
    let number = (length ?? "").prefix { "+-.0123456789".contains($0) }
    let value = length.flatMap { length in
      units[String(length.dropFirst(number.count))].flatMap { unit in Double(number).map { $0 * unit } }
    }
    return (value ?? fallback).flatMap { Int(exactly: $0.rounded()) }
  }
}
