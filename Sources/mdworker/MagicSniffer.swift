// SPDX-License-Identifier: Apache-2.0

internal import CMagic
internal import ImporterSupport
internal import SystemPlatform

/// Detects types by content with libmagic's compiled database.
@safe final class MagicSniffer: TypeSniffing {
  private let cookie: magic_t

  /// Loads the database, which maps about 8 MB. Call it once per process, before a sandbox is
  /// entered.
  ///
  /// - Throws: libmagic's message if it cannot read a database.
  init() throws(MagicError) {
    // Importers look into compressed files themselves, within their limits.
    guard let cookie = unsafe magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS) else { throw MagicError(reason: "out of memory") }
    guard unsafe magic_load(cookie, nil) == 0 else {
      defer { unsafe magic_close(cookie) }
      throw MagicError(reason: unsafe magic_error(cookie).map { unsafe String(cString: $0) } ?? "no database")
    }
    var size = Self.examinedBytes
    unsafe magic_setparam(cookie, MAGIC_PARAM_BYTES_MAX, &size)
    unsafe self.cookie = cookie
  }

  /// libmagic reads this much from the start and again from the end of each file. By default it is
  /// 7 MiB, so that most of its time goes into reading. Signatures further inside are those of a few
  /// disc images.
  private static let examinedBytes = 256 << 10

  /// A message or an archive may have many files. Texts take time in proportion to this.
  private static let examinedBytesOfMembers = 4 << 10

  deinit { unsafe magic_close(cookie) }

  func mimeType(ofFile descriptor: Int32) -> String? {
    if let known = Self.signature(ofFile: descriptor) { return known }
    // Importers pass the descriptor to libraries that expect it to be at the start.
    defer { FileDescriptor(descriptor).seek(to: 0) }
    guard let type = unsafe Self.type(magic_descriptor(cookie, descriptor)) else { return nil }
    guard type.hasPrefix("text/") else { return type }
    let head = Self.head(ofFile: descriptor, byteCount: MessageHead.byteCount)
    return MessageHead.mimeType(head.span) ?? type
  }

  func mimeType(ofContent content: Span<UInt8>) -> String? {
    let head = content.extracting(first: min(content.count, Self.examinedBytesOfMembers))
    if Self.isPlainText(head) { return MessageHead.mimeType(content) ?? "text/plain" }
    return unsafe head.withUnsafeBytes { unsafe Self.type(magic_buffer(cookie, $0.baseAddress, $0.count)) }
  }

  /// Whether bytes are certainly text without markup. libmagic takes most of a millisecond for such a text, because it looks for
  /// the words of all languages and formats.
  private static func isPlainText(_ bytes: Span<UInt8>) -> Bool {
    let marks: [UInt8] = [UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: "\\"), UInt8(ascii: "{")]
    guard let first = bytes.indices.first(where: { bytes[$0] > 0x20 }), !marks.contains(bytes[first]) else { return false }
    return bytes.indices.allSatisfy { (0x20..<0x7F).contains(bytes[$0]) || (0x09...0x0D).contains(bytes[$0]) }
  }

  private static func type(_ answer: UnsafePointer<CChar>?) -> String? {
    guard let type = unsafe answer.map({ unsafe String(cString: $0) }) else { return nil }
    // Types such as `inode/x-empty` describe the directory entry, and "cannot open" is not a type.
    return type.contains("/") && !type.hasPrefix("inode/") ? type : nil
  }

  /// The first bytes of a file; none if it cannot be read.
  private static func head(ofFile descriptor: Int32, byteCount: Int) -> [UInt8] {
    do throws(SystemError) { return try FileDescriptor(descriptor).read(limit: byteCount, at: 0) } catch { return [] }
  }

  /// The type of a file whose first bytes leave no doubt, although formats of different kinds share its name. libmagic would
  /// take as long as reading the file.
  private static func signature(ofFile descriptor: Int32) -> String? {
    let head = head(ofFile: descriptor, byteCount: 21)
    // Formula templates of OpenDocument have the same name as these fonts.
    if head.has("OTTO") { return "font/otf" }
    // libmagic takes mind maps for HTML, and others have their name, too.
    if head.has("<map version=") { return "application/x-freemind" }
    // Type 1 fonts, in segments or not. libmagic does not know all of them.
    let text = head.starts(with: [0x80, 1]) ? head.dropFirst(6) : head[...]
    return text.has("%!PS-AdobeFont-") || text.has("%!FontType1-") ? "application/x-font-type1" : nil
  }
}

/// An error of libmagic.
struct MagicError: Error {
  let reason: String
}
