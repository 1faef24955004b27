// SPDX-License-Identifier: Apache-2.0

internal import CLibXML2
package import ImporterSupport

/// Parses XML, given in pieces, with libxml2's push parser.
///
/// It loads no external resources and records no declarations of entities, so that a document
/// cannot grow while it is parsed. libxml2 limits the depth of elements and the length of names and
/// values. After an error in the document, parsing continues as well as possible.
@safe package struct XMLParser: ~Copyable {
  private let raw: xmlParserCtxtPtr
  /// Kept alive because the parser stores its address.
  private let target: XMLTarget

  package init(_ handler: any XMLHandler) throws(ImportError) {
    target = XMLTarget(handler)
    var events = unsafe xmlSAXHandler()
    unsafe events.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe events.startElementNs = { unsafe startElement($0, $1, $3, $6, $8) }
    unsafe events.endElementNs = { context, name, _, _ in unsafe endElement(context, name) }
    unsafe events.characters = { unsafe addCharacters($0, $1, $2) }
    unsafe events.ignorableWhitespace = events.characters
    unsafe events.cdataBlock = events.characters
    let address = unsafe Unmanaged.passUnretained(target).toOpaque()
    guard let context = unsafe xmlCreatePushParserCtxt(&events, address, nil, 0, nil) else {
      throw .outOfMemory("xmlCreatePushParserCtxt")
    }
    unsafe raw = context
    let options = [XML_PARSE_RECOVER, XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING].reduce(0) { $0 | $1.rawValue }
    unsafe xmlCtxtUseOptions(raw, CInt(options))
  }

  /// Makes the tables of libxml2, for this parser and that of HTML.
  package static func prepare() { xmlInitParser() }

  deinit {
    unsafe xmlFreeDoc(raw.pointee.myDoc)
    unsafe xmlFreeParserCtxt(raw)
  }

  /// Parses more of the document.
  package func parse(_ bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress, buffer.count > 0 else { return }
      _ = unsafe xmlParseChunk(raw, start.assumingMemoryBound(to: CChar.self), CInt(buffer.count), 0)
    }
  }

  /// Ends the document.
  ///
  /// - Throws: `damaged` with the line of the last error, if the document is not well-formed.
  package func finish() throws(ImportError) {
    _ = unsafe xmlParseChunk(raw, nil, 0, 1)
    guard unsafe raw.pointee.wellFormed == 0 else { return }
    throw .damaged("its XML is not well-formed in line \(unsafe raw.pointee.lastError.line)")
  }
}

extension XMLParser {
  /// Parses a document in memory.
  package static func parse(_ bytes: [UInt8], into handler: any XMLHandler) throws(ImportError) {
    let parser = try XMLParser(handler)
    parser.parse(bytes.span)
    try parser.finish()
  }
}

/// A reference to a handler with an address.
private final class XMLTarget {
  let handler: any XMLHandler

  init(_ handler: any XMLHandler) { self.handler = handler }

  static func from(_ context: UnsafeMutableRawPointer?) -> (any XMLHandler)? {
    unsafe context.map { unsafe Unmanaged<XMLTarget>.fromOpaque($0).takeUnretainedValue().handler }
  }
}

private func startElement(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ namespace: UnsafePointer<xmlChar>?, _ count: CInt,
  _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
  guard let name = unsafe name else { return }
  unsafe XMLTarget.from(context)?.start(String(cString: name), XMLAttributes(attributes, count: Int(count), elementNamespace: namespace))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
  guard let name = unsafe name else { return }
  unsafe XMLTarget.from(context)?.end(String(cString: name))
}

private func addCharacters(_ context: UnsafeMutableRawPointer?, _ characters: UnsafePointer<xmlChar>?, _ count: CInt) {
  unsafe XMLTarget.from(context)?.add(Span(_unsafeElements: UnsafeBufferPointer(start: characters, count: Int(count))))
}
