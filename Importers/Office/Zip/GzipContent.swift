// SPDX-License-Identifier: Apache-2.0

internal import CZlib
internal import ImporterSupport

/// The content of a compressed file, unpacked in pieces: gzip, or the data of Deflate alone (RFC 1951, RFC 1952).
///
/// The work of a hostile file is bounded like that of a ZIP archive.
@safe final class GzipContent {
  private static let maximumByteCount = 512 << 20

  /// What is before the data.
  enum Header: Int32 {
    case gzip = 31
    case zlib = 15
    case none = -15
  }

  private let read: (_ offset: Int, _ count: Int) throws -> [UInt8]
  private var stream = unsafe z_stream()
  private var input: [UInt8] = []
  private var offset = 0
  private var byteCount = 0
  private var isAtEnd = false

  /// - Parameter read: Returns up to `count` bytes at `offset`, fewer only at the end.
  init(_ header: Header, _ read: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]) {
    self.read = read
    isAtEnd = unsafe searchlight_inflate_init(&stream, header.rawValue) != Z_OK
  }

  convenience init(_ file: ImportedFile) { self.init(.gzip) { offset, count in try file.read(at: UInt64(offset), count: count) } }

  convenience init(_ header: Header, _ bytes: [UInt8]) {
    self.init(header) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
  }

  convenience init(_ header: Header, _ bytes: FileBytes) {
    self.init(header) { offset, count in bytes.bytes(at: offset, count: count) }
  }

  deinit { unsafe inflateEnd(&stream) }

  /// The next piece of at most `count` bytes; empty at the end, or at the damage.
  func next(_ count: Int = 64 << 10) throws -> [UInt8] {
    var output: [UInt8] = []
    while output.count < count, !isAtEnd {
      if input.isEmpty {
        input = try read(offset, 32 << 10)
        offset += input.count
        if input.isEmpty { break }
      }
      var piece = [UInt8](repeating: 0, count: count - output.count)
      let (status, used, produced) = unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe piece.withUnsafeMutableBufferPointer { piece in
          unsafe stream.next_in = input.baseAddress
          unsafe stream.avail_in = UInt32(input.count)
          unsafe stream.next_out = piece.baseAddress
          unsafe stream.avail_out = UInt32(piece.count)
          let status = unsafe inflate(&stream, Z_NO_FLUSH)
          return unsafe (status, input.count - Int(stream.avail_in), piece.count - Int(stream.avail_out))
        }
      }
      input.removeFirst(used)
      output += piece.prefix(produced)
      isAtEnd = status != Z_OK || used + produced == 0
    }
    byteCount += output.count
    guard byteCount <= Self.maximumByteCount else {
      throw ImportError.unsupported("a content of more than \(Self.maximumByteCount >> 20) MiB")
    }
    return output
  }

  /// The whole content, or its first `limit` bytes.
  func all(limit: Int) throws -> [UInt8] {
    var content: [UInt8] = []
    while content.count < limit, case let piece = try next(min(64 << 10, limit - content.count)), !piece.isEmpty { content += piece }
    return content
  }
}
