// SPDX-License-Identifier: Apache-2.0

internal import CGMime
internal import DocumentImporter
internal import ImporterSupport
internal import Markup

/// A part of a message with content: a text, or an attached file.
@safe struct MessagePart {
  private let object: UnsafeMutablePointer<GMimeObject>
  private let part: UnsafeMutablePointer<GMimePart>

  /// The part of an object that is known to be one, which stays valid as long as the message.
  init(_ object: UnsafeMutablePointer<GMimeObject>) {
    unsafe self.object = unsafe object
    unsafe part = gmime_part(object)
  }

  /// Appends the text, or the name of an attachment.
  ///
  /// - Returns: Whether there was text to show.
  func appendText(to sink: TextSink) throws -> Bool {
    if let name = unsafe g_mime_part_get_filename(part) { try sink.append(unsafe String(cString: name) + "\n") }
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
    guard let files = sink.embeddedFiles, let stream = unsafe gmime_content_stream(part, nil) else { return }
    defer { unsafe g_object_unref(stream) }
    let name = unsafe g_mime_part_get_filename(part).map { unsafe String(cString: $0) } ?? ""
    try unsafe files.appendText(ofFileNamed: Array(name.utf8), mimeType: unsafe mimeType.map { unsafe String(cString: $0) }, to: sink) {
      buffer in
      unsafe g_mime_stream_read(stream, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  /// The name of an attached file; `nil` for other parts. A picture that the text shows, which has a content ID, is only an attachment if it says so.
  /// RFC 2183, RFC 2392
  var attachmentName: String? {
    guard let name = unsafe g_mime_part_get_filename(part) else { return nil }
    let isShown = unsafe g_mime_object_get_content_id(object) != nil
    return unsafe isShown && !isAttachment ? nil : String(cString: name)
  }

  private var isAttachment: Bool {
    guard let disposition = unsafe g_mime_object_get_content_disposition(object) else { return false }
    return unsafe g_mime_content_disposition_is_attachment(disposition) != 0
  }

  /// Calls `body` with pieces of the content, in UTF-8 as far as the declared character set is
  /// right. Without a declaration, the text itself decides.
  private func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
    let declared = unsafe g_mime_object_get_content_type_parameter(object, "charset")
    let name = unsafe declared.map { unsafe String(cString: $0).lowercased() }
    // A missing declaration means ASCII, which today is often UTF-8.
    let isUndeclared = name.map { ["ascii", "unknown-8bit", "us-ascii", "x-unknown"].contains($0) } ?? true
    let isPlain = isUndeclared || name == "utf-8" || name == "utf8"
    guard let stream = unsafe gmime_content_stream(part, isPlain ? nil : declared) else { return }
    defer { unsafe g_object_unref(stream) }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe g_mime_stream_read(stream, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
      guard count > 0 else { return }
      let piece = buffer.span.extracting(first: count)
      if isUndeclared, !piece.isUTF8 { try body(DetectedText.utf8(piece).span) } else { try body(piece) }
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes are a part of a text in UTF-8. A code point at the start or the end may be incomplete.
  fileprivate var isUTF8: Bool {
    let start = indices.first { self[$0] & 0xC0 != 0x80 } ?? count
    guard start < 4 else { return false }
    return (0..<4).contains { cut in
      count - cut >= start && (try? UTF8Span(validating: extracting(start..<(count - cut)))) != nil
    }
  }
}
