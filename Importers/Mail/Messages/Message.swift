// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import CGMime
internal import ImporterSupport
internal import Markup

/// A message of GMime.
@safe final class Message {
  private let raw: UnsafeMutablePointer<GMimeMessage>

  /// Parts of parts of hostile messages are not read.
  private static let maximumDepth = 32

  init(owning raw: UnsafeMutablePointer<GMimeMessage>) { unsafe self.raw = unsafe raw }

  deinit { unsafe g_object_unref(raw) }

  var headers: MessageHeaders { unsafe MessageHeaders(raw) }

  /// Appends the text of the body and the names of the attachments.
  func appendText(to text: TextSink) throws {
    guard let body = unsafe g_mime_message_get_mime_part(raw) else { return }
    _ = try unsafe Self.append(body, of: Self.charset(of: raw), to: text, depth: 0)
  }

  /// Sets the names of the attached files, also of those in forwarded messages.
  ///
  /// - Parameter addPacked: Adds the names of the files in a `winmail.dat`.
  func fillAttachments(of attributes: CSSearchableItemAttributeSet, addPacked: ([UInt8], inout [String]) -> Void) {
    guard let body = unsafe g_mime_message_get_mime_part(raw) else { return }
    var names: [String] = []
    unsafe Self.collectAttachmentNames(of: body, Self.charset(of: raw), in: &names, addPacked, depth: 0)
    attributes[.attachmentNames] = names.nonEmpty
  }

  /// Further names are left out.
  static let maximumAttachmentCount = 100

  private static func collectAttachmentNames(
    of object: UnsafeMutablePointer<GMimeObject>, _ charset: String?, in names: inout [String],
    _ addPacked: ([UInt8], inout [String]) -> Void, depth: Int
  ) {
    guard depth < maximumDepth, names.count < maximumAttachmentCount else { return }
    if unsafe gmime_is_multipart(object) {
      let parts = unsafe gmime_multipart(object)
      for index in 0..<(unsafe g_mime_multipart_get_count(parts)) {
        guard let part = unsafe g_mime_multipart_get_part(parts, index) else { continue }
        unsafe collectAttachmentNames(of: part, charset, in: &names, addPacked, depth: depth + 1)
      }
    } else if unsafe gmime_is_message_part(object) {
      guard let message = unsafe g_mime_message_part_get_message(gmime_message_part(object)),
        let body = unsafe g_mime_message_get_mime_part(message)
      else { return }
      unsafe collectAttachmentNames(of: body, Self.charset(of: message), in: &names, addPacked, depth: depth + 1)
    } else if unsafe gmime_is_part(object) {
      let part = unsafe MessagePart(object, headerCharset: charset)
      if let name = part.attachmentName { names.append(name) }
      if let files = part.packedFiles { addPacked(files, &names) }
    }
  }

  /// The encoding that a message declares for its first text, which programs also use for headers that declare none.
  static func charset(of message: UnsafeMutablePointer<GMimeMessage>) -> String? {
    var object = unsafe g_mime_message_get_mime_part(message)
    for _ in 0..<maximumDepth {
      guard let part = unsafe object else { return nil }
      if let charset = unsafe g_mime_object_get_content_type_parameter(part, "charset") {
        return unsafe String(cString: charset)
      }
      guard unsafe gmime_is_multipart(part) else { return nil }
      unsafe object = g_mime_multipart_get_part(gmime_multipart(part), 0)
    }
    return nil
  }

  /// - Parameter charset: The encoding of headers that declare none.
  /// - Returns: Whether the part had text to show.
  private static func append(
    _ object: UnsafeMutablePointer<GMimeObject>, of charset: String?, to text: TextSink, depth: Int
  ) throws -> Bool {
    guard depth < maximumDepth else { return false }
    if unsafe gmime_is_multipart(object) {
      return try unsafe appendParts(of: object, charset, to: text, depth: depth)
    }
    if unsafe gmime_is_message_part(object) {
      guard let message = unsafe g_mime_message_part_get_message(gmime_message_part(object)) else { return false }
      try unsafe MessageHeaders(message).appendText(to: text)
      guard let body = unsafe g_mime_message_get_mime_part(message) else { return true }
      return try unsafe append(body, of: Self.charset(of: message), to: text, depth: depth + 1)
    }
    guard unsafe gmime_is_part(object) else { return false }
    return try unsafe MessagePart(object, headerCharset: charset).appendText(to: text)
  }

  private static func appendParts(
    of object: UnsafeMutablePointer<GMimeObject>, _ charset: String?, to text: TextSink, depth: Int
  ) throws -> Bool {
    let parts = unsafe gmime_multipart(object)
    let type = unsafe g_mime_object_get_content_type(object)
    let isAlternative = unsafe g_mime_content_type_is_type(type, "multipart", "alternative") != 0
    var hasText = false
    // The alternatives begin with the plainest one, and say the same.
    for index in 0..<(unsafe g_mime_multipart_get_count(parts)) where !(isAlternative && hasText) {
      guard let part = unsafe g_mime_multipart_get_part(parts, index) else { continue }
      if try unsafe append(part, of: charset, to: text, depth: depth + 1) { hasText = true }
    }
    return hasText
  }
}
