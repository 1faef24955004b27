internal import Attributes
internal import CZstd

/// A part of a document's text, compressed separately, so that readers hold one part at a time.
package struct TextChunk: Sendable {
  /// The stored form: a zstd frame and a checksum.
  let bytes: [UInt8]

  /// Size of the chunk in the store, in bytes.
  package var byteCount: Int { bytes.count }

  /// Decompresses a chunk that is not stored in a catalog yet.
  package func text() throws(StoreError) -> [UInt8] {
    try TextReader().withText(bytes.span, of: DocumentID(rawValue: 0)) { text in
      unsafe text.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
  }

  /// Maximum number of bytes of text in a chunk.
  package static let capacity = 1 << 20

  /// Compression level of zstd. For the texts of PDFs, zstd's default of 3 gives results a
  /// twentieth larger, and 6 hardly smaller ones.
  package static let defaultLevel = 5

  /// Splits a text into chunks and compresses them. Chunks end between characters, and at the end
  /// of a line if there is one in the last 64 KiB.
  ///
  /// - Parameter text: UTF-8.
  package static func compress(_ text: Span<UInt8>, level: Int = defaultLevel) throws(StoreError) -> [TextChunk] {
    var chunks: [TextChunk] = []
    var start = 0
    while start < text.count {
      let end = cut(text, from: start)
      chunks.append(try TextChunk(compressing: text.extracting(start..<end), level: level))
      start = end
    }
    return chunks
  }

  private static func cut(_ text: Span<UInt8>, from start: Int) -> Int {
    guard text.count - start > capacity else { return text.count }
    let limit = start + capacity
    for end in stride(from: limit, to: limit - 65_536, by: -1) where text[end - 1] == UInt8(ascii: "\n") { return end }
    for end in stride(from: limit, to: limit - 4, by: -1) where text[end] & 0xC0 != 0x80 { return end }
    return limit
  }

  private init(compressing text: Span<UInt8>, level: Int) throws(StoreError) {
    let bound = ZSTD_compressBound(text.count)
    var code = 0
    let frame = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      code = unsafe text.withUnsafeBytes { unsafe ZSTD_compress(buffer.baseAddress, bound, $0.baseAddress, $0.count, Int32(level)) }
      count = ZSTD_isError(code) == 0 ? code : 0
    }
    guard ZSTD_isError(code) == 0 else { throw .system(call: "ZSTD_compress", path: "text", code: 0) }
    var writer = ByteWriter(reserving: frame.count + Checksum.byteCount)
    writer.append(bytes: frame)
    bytes = writer.sealed()
  }
}
