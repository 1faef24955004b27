// SPDX-License-Identifier: Apache-2.0

/// Checked access to the numbers and strings of a `mime.cache`.
struct MIMECacheReader {
  /// Maximum length of names and patterns. The limit prevents a hostile file from repeating a long
  /// string many times.
  static let maximumStringLength = 512

  private let bytes: [UInt8]
  private let path: String
  /// MIME types by offset, because each is referenced many times.
  private var mimeTypes: [Int: String] = [:]

  init(bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  var byteCount: Int { bytes.count }

  func damage(_ part: String, at offset: Int) -> MIMECacheError {
    .damaged(path: path, part: part, offset: offset)
  }

  func halfword(at offset: Int) throws(MIMECacheError) -> Int {
    guard offset + 2 <= bytes.count else { throw damage("header", at: offset) }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func word(at offset: Int, in part: String) throws(MIMECacheError) -> Int {
    guard offset >= 0, offset <= bytes.count - 4 else { throw damage(part, at: offset) }
    return Int(bytes[offset]) << 24 | Int(bytes[offset + 1]) << 16 | Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
  }

  /// The offsets of the entries of a list that begins with their number; all are inside the file.
  func entries(at list: Int, size: Int, in part: String) throws(MIMECacheError) -> [Int] {
    let count = try word(at: list, in: part)
    guard count <= (bytes.count - list - 4) / size else { throw damage(part, at: list) }
    return Array(stride(from: list + 4, to: list + 4 + count * size, by: size))
  }

  func string(at offset: Int, in part: String) throws(MIMECacheError) -> [UInt8] {
    guard offset < bytes.count else { throw damage(part, at: offset) }
    let limit = min(bytes.count, offset + Self.maximumStringLength + 1)
    guard let end = bytes[offset..<limit].firstIndex(of: 0), end > offset else { throw damage(part, at: offset) }
    return Array(bytes[offset..<end])
  }

  /// The MIME type whose offset is the word at `word`.
  mutating func mimeType(atWord word: Int, in part: String) throws(MIMECacheError) -> String {
    let offset = try self.word(at: word, in: part)
    if let known = mimeTypes[offset] { return known }
    let text = try string(at: offset, in: part)
    guard let type = MIMEType.validated(text) else { throw damage(part, at: offset) }
    mimeTypes[offset] = type
    return type
  }
}
