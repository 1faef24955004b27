// SPDX-License-Identifier: Apache-2.0

internal import CGMime
internal import DocumentImporter
internal import ImporterSupport
internal import Markup

/// A part of a message with content: a text, or an attached file.
@safe struct MessagePart {
  private let object: UnsafeMutablePointer<GMimeObject>
  private let part: UnsafeMutablePointer<GMimePart>
  private let headerCharset: String?

  /// The part of an object that is known to be one, which stays valid as long as the message.
  ///
  /// - Parameter headerCharset: The encoding of headers that declare none.
  init(_ object: UnsafeMutablePointer<GMimeObject>, headerCharset: String?) {
    self.headerCharset = headerCharset
    unsafe self.object = unsafe object
    unsafe part = gmime_part(object)
  }

  /// Appends the text, or the name of an attachment.
  ///
  /// - Returns: Whether there was text to show.
  func appendText(to sink: TextSink) throws -> Bool {
    if let name = fileName { try sink.append(name + "\n") }
    let type = unsafe g_mime_object_get_content_type(object)
    guard unsafe g_mime_content_type_is_type(type, "text", "*") != 0, !isAttachment else {
      try unsafe appendAttachment(of: g_mime_content_type_get_mime_type(type), to: sink)
      return false
    }
    let before = sink.byteCount
    if unsafe g_mime_content_type_is_type(type, "text", "html") != 0 {
      var parser = try HTMLParser()
      try forEachPiece { try parser.parse($0, to: sink) }
      try parser.finish(to: sink)
    } else if dividesWords {
      var flowed = FlowedText()
      try forEachPiece { piece in try sink.append(utf8: flowed.take(piece).span) }
      try sink.append(utf8: flowed.finish().span)
    } else {
      try forEachPiece { piece in try sink.append(utf8: piece) }
    }
    let hasText = sink.byteCount > before + 2
    try sink.append("\n")
    return hasText
  }

  /// Appends the text of an attached file, if it has some.
  private func appendAttachment(of mimeType: UnsafeMutablePointer<CChar>?, to sink: TextSink) throws {
    defer { unsafe g_free(mimeType) }
    guard let files = sink.embeddedFiles, let stream = unsafe gmime_content_stream(part) else {
      return
    }
    defer { unsafe g_object_unref(stream) }
    let name = fileName ?? ""
    try unsafe files.appendText(
      ofFileNamed: Array(name.utf8), mimeType: unsafe mimeType.map { unsafe String(cString: $0) },
      to: sink
    ) {
      buffer in
      unsafe g_mime_stream_read(stream, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  /// The name of an attached file; `nil` for other parts. A picture that the text shows, which has a content ID, is only an attachment if it says so.
  /// RFC 2183, RFC 2392
  var attachmentName: String? {
    let isShown = unsafe g_mime_object_get_content_id(object) != nil
    return isShown && !isAttachment ? nil : fileName
  }

  /// The content of a `winmail.dat`, which contains the files that are attached to the message; `nil` for other parts.
  var packedFiles: [UInt8]? {
    let type = unsafe g_mime_object_get_content_type(object)
    let names: [String] = ["ms-tnef", "vnd.ms-tnef"]
    let isPacked = names.contains { name in unsafe g_mime_content_type_is_type(type, "application", name) != 0 }
    guard isPacked, let stream = unsafe gmime_content_stream(part) else { return nil }
    defer { unsafe g_object_unref(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < Self.maximumPackedByteCount {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe g_mime_stream_read(stream, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
      }
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// Files after this number of bytes have no names.
  private static let maximumPackedByteCount = 64 << 20

  /// Whether spaces at the ends of lines are not part of the text.
  private var dividesWords: Bool {
    let isSet = { (name: String, value: String) in
      unsafe g_mime_object_get_content_type_parameter(object, name).map { unsafe String(cString: $0).lowercased() == value } ?? false
    }
    return isSet("format", "flowed") && isSet("delsp", "yes")
  }

  private var isAttachment: Bool {
    guard let disposition = unsafe g_mime_object_get_content_disposition(object) else { return false }
    return unsafe g_mime_content_disposition_is_attachment(disposition) != 0
  }

  /// The name of an attached file. Its header is parsed again if its encoded words or its encoding are more than GMime reads.
  private var fileName: String? {
    let known = unsafe g_mime_part_get_filename(part).map { unsafe String(cString: $0) }
    guard let known, !known.utf8.allSatisfy({ $0 < 0x80 }) || known.contains("=?") || known.isEmpty
    else { return known }
    let headers = unsafe RawHeader.all(of: object, named: ["content-disposition", "content-type"])
    let undeclared = UndeclaredTexts(headers.flatMap(\.undeclaredTexts), declared: headerCharset)
    for header in headers where header.isUnusual {
      let value = header.rewritten(undeclared)
      if header.name == "content-disposition",
        let parsed = unsafe g_mime_content_disposition_parse(nil, value)
      {
        defer { unsafe g_object_unref(parsed) }
        if let name = unsafe g_mime_content_disposition_get_parameter(parsed, "filename") {
          return unsafe String(cString: name)
        }
      } else if header.name == "content-type",
        let parsed = unsafe g_mime_content_type_parse(nil, value)
      {
        defer { unsafe g_object_unref(parsed) }
        if let name = unsafe g_mime_content_type_get_parameter(parsed, "name") {
          return unsafe String(cString: name)
        }
      }
    }
    return known
  }

  /// Calls `body` with pieces of the content in UTF-8. If there is no declaration that could be right, the text itself decides.
  private func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
    let declared = unsafe g_mime_object_get_content_type_parameter(object, "charset").map {
      unsafe String(cString: $0)
    }
    guard let stream = unsafe gmime_content_stream(part) else { return }
    defer { unsafe g_object_unref(stream) }
    var decoder = DeclaredTextDecoder(declared: declared)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var held = 0
    var isLast = false
    while !isLast {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe g_mime_stream_read(
          stream, bytes.baseAddress?.assumingMemoryBound(to: CChar.self).advanced(by: held),
          bytes.count - held)
      }
      isLast = count <= 0
      held += max(count, 0)
      let used = try decoder.decode(buffer.span.extracting(first: held), isLast: isLast) {
        try body($0.span)
      }
      for index in used..<held { buffer[index - used] = buffer[index] }
      held -= used
    }
  }
}
