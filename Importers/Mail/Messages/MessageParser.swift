// SPDX-License-Identifier: Apache-2.0

internal import CGMime
internal import ImporterSupport

/// Splits a file into messages, with GMime. Contents stay in the file until they are read.
@safe final class MessageParser {
  private let stream: UnsafeMutablePointer<GMimeStream>
  private let parser: UnsafeMutablePointer<GMimeParser>
  private var remaining: Int

  /// More messages of a mailbox are not read.
  private static let maximumMessageCount = 1 << 17
  private static let library: Void = g_mime_init()

  enum Content {
    case mailbox
    /// One message, and where it is in the file.
    case message(Range<UInt64>)
  }

  init(_ file: ImportedFile, _ content: Content) {
    Self.library
    let range: Range<UInt64>
    let isMailbox: Bool
    switch content {
    case .mailbox: (range, isMailbox) = (0..<file.byteCount, true)
    case .message(let part): (range, isMailbox) = (part, false)
    }
    unsafe stream = gmime_descriptor_stream(file.descriptor, Int64(clamping: range.lowerBound), Int64(clamping: range.upperBound))
    unsafe parser = g_mime_parser_new_with_stream(stream)
    unsafe g_mime_parser_set_format(parser, isMailbox ? GMIME_FORMAT_MBOX : GMIME_FORMAT_MESSAGE)
    unsafe g_mime_parser_set_persist_stream(parser, 1)
    remaining = isMailbox ? Self.maximumMessageCount : 1
  }

  deinit {
    unsafe g_object_unref(parser)
    unsafe g_object_unref(stream)
  }

  /// The next message; `nil` at the end.
  func next() -> Message? {
    guard remaining > 0, unsafe g_mime_parser_eos(parser) == 0 else { return nil }
    remaining -= 1
    guard let message = unsafe g_mime_parser_construct_message(parser, nil) else { return nil }
    return unsafe Message(owning: message)
  }

  /// Loads what GMime loads when it is first used: the tables of character sets.
  static func prepare() { library }
}
