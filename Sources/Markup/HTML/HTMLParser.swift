// SPDX-License-Identifier: Apache-2.0

internal import CLibXML2
package import ImporterSupport

/// Parses real-world HTML, given in pieces of UTF-8, with libxml2's push parser.
///
/// It loads no external resources and builds no tree: memory does not depend on the length of the
/// document, except as described at ``isStuck``.
@safe package struct HTMLParser: ~Copyable {
  private let raw: htmlParserCtxtPtr
  /// Kept alive because the parser stores its address.
  package let content = HTMLContent()
  /// The beginning of a tag whose end has not come yet.
  ///
  /// libxml2 2.9 may forget between two pieces that it is inside an attribute's value. It then
  /// takes values for markup and markup for values, and waits for an end of the tag that it has
  /// passed.
  private var unfinishedTag: [UInt8] = []

  /// Longer tags go to the parser in pieces, in bytes.
  private static let maximumTagLength = 4 << 20
  /// More text that is not parsed yet is an error in the document, in bytes: of a comment, a
  /// script, a tag.
  private static let maximumUnparsedLength = 16 << 20

  package init() throws(ImportError) {
    var handler = unsafe htmlSAXHandler()
    unsafe handler.startElement = { unsafe startElement($0, $1, $2) }
    unsafe handler.endElement = { unsafe endElement($0, $1) }
    unsafe handler.characters = { unsafe addCharacters($0, $1, $2) }
    unsafe handler.ignorableWhitespace = { unsafe addCharacters($0, $1, $2) }
    // The parser reports scripts and style sheets here; without a handler they would count as text.
    unsafe handler.cdataBlock = { _, _, _ in }
    let address = unsafe Unmanaged.passUnretained(content).toOpaque()
    guard let context = unsafe htmlCreatePushParserCtxt(&handler, address, nil, 0, nil, XML_CHAR_ENCODING_UTF8) else {
      throw .outOfMemory("htmlCreatePushParserCtxt")
    }
    unsafe raw = context
    // The text is already UTF-8, whatever encoding the document declares.
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_IGNORE_ENC.rawValue
    unsafe htmlCtxtUseOptions(raw, CInt(bitPattern: options))
  }

  deinit {
    unsafe xmlFreeDoc(raw.pointee.myDoc)
    unsafe htmlFreeParserCtxt(raw)
  }

  /// Parses more text. `content` then contains the result, except for parts that need the next
  /// piece.
  package mutating func parse(_ bytes: borrowing Span<UInt8>) {
    var piece = unfinishedTag
    unsafe bytes.withUnsafeBufferPointer { unsafe piece.append(contentsOf: $0) }
    let tag = Self.unfinishedTag(in: piece) ?? piece.count
    let end = piece.count - tag > Self.maximumTagLength ? piece.count : tag
    unfinishedTag = Array(piece[end...])
    push(piece[..<end])
  }

  /// The index of a tag's beginning whose end is not in `bytes`; `nil` if the last tag is complete.
  private static func unfinishedTag(in bytes: [UInt8]) -> Int? {
    guard let start = bytes.lastIndex(of: UInt8(ascii: "<")) else { return nil }
    // Comments and declarations have no values in quotes.
    if start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "!") || bytes[start + 1] == UInt8(ascii: "?") { return nil }
    var quote: UInt8?
    for byte in bytes[start...] {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return nil
      }
    }
    return start
  }

  private mutating func push(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress, buffer.count > 0 else { return }
      _ = unsafe htmlParseChunk(raw, start.assumingMemoryBound(to: CChar.self), CInt(buffer.count), 0)
    }
  }

  /// Ends the document.
  package mutating func finish() {
    push(unfinishedTag[...])
    unfinishedTag = []
    _ = unsafe htmlParseChunk(raw, nil, 0, 1)
    content.finish()
  }

  /// Whether the parser waits for the end of a comment, a script or a tag that is unrealistically
  /// long, and would store all of the rest in memory.
  var isStuck: Bool {
    guard let input = unsafe raw.pointee.input else { return true }
    return unsafe input.pointee.end - input.pointee.cur > Self.maximumUnparsedLength
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

/// The attributes of an element. libxml2 passes names and values alternately, ended by a null name.
private func dictionary(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [String: String] {
  guard var next = unsafe attributes else { return [:] }
  var values: [String: String] = [:]
  while let name = unsafe next[0] {
    if let value = unsafe next[1] { unsafe values[String(cString: name).lowercased()] = String(cString: value) }
    unsafe next += 2
  }
  return values
}
