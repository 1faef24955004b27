internal import CLibXML2
internal import Glibc
internal import ImporterSupport

/// Reads HTML as it is found, broken or not, given piece by piece in UTF-8; libxml2's push parser.
///
/// Nothing is loaded from elsewhere, and no tree is built: memory does not depend on the length of the document, with one exception,
/// ``isStuck``.
@safe struct HTMLParser: ~Copyable {
  private let raw: htmlParserCtxtPtr
  /// Kept alive for the parser, which holds its address.
  let content = HTMLContent()

  init() throws(ImportError) {
    var handler = unsafe htmlSAXHandler()
    unsafe handler.startElement = { unsafe startElement($0, $1, $2) }
    unsafe handler.endElement = { unsafe endElement($0, $1) }
    unsafe handler.characters = { unsafe addCharacters($0, $1, $2) }
    unsafe handler.ignorableWhitespace = { unsafe addCharacters($0, $1, $2) }
    // Scripts and style sheets come this way; without a handler they would count as characters.
    unsafe handler.cdataBlock = { _, _, _ in }
    let address = unsafe Unmanaged.passUnretained(content).toOpaque()
    guard let context = unsafe htmlCreatePushParserCtxt(&handler, address, nil, 0, nil, XML_CHAR_ENCODING_UTF8) else {
      throw .system(code: ENOMEM, call: "htmlCreatePushParserCtxt")
    }
    unsafe raw = context
    // The text is UTF-8 already, whatever the document says of itself.
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_IGNORE_ENC.rawValue
    unsafe htmlCtxtUseOptions(raw, CInt(bitPattern: options))
  }

  deinit {
    unsafe xmlFreeDoc(raw.pointee.myDoc)
    unsafe htmlFreeParserCtxt(raw)
  }

  /// Parses some more; what it means is in `content` afterwards, but for what needs the next piece to be understood.
  mutating func parse(_ bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      _ = unsafe htmlParseChunk(raw, start.assumingMemoryBound(to: CChar.self), CInt(buffer.count), 0)
    }
  }

  /// Tells the parser that the document ends here.
  mutating func finish() {
    _ = unsafe htmlParseChunk(raw, nil, 0, 1)
  }

  /// Whether the parser waits for the end of a comment or tag that is longer than any real one, and would hold all of the rest in memory.
  var isStuck: Bool {
    guard let input = unsafe raw.pointee.input else { return true }
    return unsafe input.pointee.end - input.pointee.cur > 4 << 20
  }
}

private func content(_ context: UnsafeMutableRawPointer?) -> HTMLContent? {
  unsafe context.map { unsafe Unmanaged<HTMLContent>.fromOpaque($0).takeUnretainedValue() }
}

private func startElement(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
  guard let name = unsafe name else { return }
  unsafe content(context)?.start(String(cString: name), attributes: dictionary(attributes))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
  guard let name = unsafe name else { return }
  unsafe content(context)?.end(String(cString: name))
}

private func addCharacters(_ context: UnsafeMutableRawPointer?, _ characters: UnsafePointer<xmlChar>?, _ count: CInt) {
  unsafe content(context)?.add(Span(_unsafeElements: UnsafeBufferPointer(start: characters, count: Int(count))))
}

/// The attributes of an element, which libxml2 passes as names and values in turn, ended by a null name.
private func dictionary(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [String: String] {
  guard var next = unsafe attributes else { return [:] }
  var values: [String: String] = [:]
  while let name = unsafe next[0] {
    if let value = unsafe next[1] { unsafe values[String(cString: name).lowercased()] = String(cString: value) }
    unsafe next += 2
  }
  return values
}
