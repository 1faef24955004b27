// SPDX-License-Identifier: Apache-2.0

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
    try TextCompressor().compress(text, level: level)
  }

  /// The end of the chunk that begins at `start`.
  fileprivate static func end(of text: Span<UInt8>, from start: Int) -> Int {
    guard text.count - start > capacity else { return text.count }
    let limit = start + capacity
    for end in stride(from: limit, to: limit - 65_536, by: -1) where text[end - 1] == UInt8(ascii: "\n") { return end }
    for end in stride(from: limit, to: limit - 4, by: -1) where text[end] & 0xC0 != 0x80 { return end }
    return limit
  }

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Compresses texts, reusing the memory of the compressor. Use it from one thread at a time.
@safe
package final class TextCompressor {
  private let context = unsafe ZSTD_createCCtx()

  /// Below this many bytes, a higher level takes several times as long and saves almost nothing.
  private static let shortText = 16 << 10

  package init() {}

  deinit { unsafe ZSTD_freeCCtx(context) }

  /// As ``TextChunk/compress(_:level:)``.
  ///
  /// - Parameter level: Compression level of zstd; `nil` chooses one by the length of the text.
  package func compress(_ text: Span<UInt8>, level: Int? = nil) throws(StoreError) -> [TextChunk] {
    let level = level ?? (text.count < Self.shortText ? 1 : TextChunk.defaultLevel)
    var chunks: [TextChunk] = []
    var start = 0
    while start < text.count {
      let end = TextChunk.end(of: text, from: start)
      chunks.append(try chunk(text.extracting(start..<end), level))
      start = end
    }
    return chunks
  }

  /// Texts of fewer bytes are stored as they are: compression would save a third of them at most, and
  /// takes a fifth of the time to add an item.
  private static let minimumCompressedText = 512

  /// A zstd frame with one raw block (RFC 8878, 3.1.1).
  private static func rawFrame(_ text: Span<UInt8>) -> [UInt8] {
    var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    frame.reserveCapacity(text.count + 16)
    // A single segment, whose size takes one byte, or two for sizes from 256 on.
    if text.count < 256 {
      frame += [0x20, UInt8(text.count)]
    } else {
      frame += [0x60, UInt8((text.count - 256) & 0xFF), UInt8((text.count - 256) >> 8)]
    }
    // The last block, of type 0.
    let header = text.count << 3 | 1
    frame += [UInt8(header & 0xFF), UInt8(header >> 8), 0]
    unsafe text.withUnsafeBufferPointer { unsafe frame.append(contentsOf: $0) }
    return frame
  }

  private func chunk(_ text: Span<UInt8>, _ level: Int) throws(StoreError) -> TextChunk {
    if text.count < Self.minimumCompressedText {
      var writer = ByteWriter(reserving: text.count + 16)
      writer.append(bytes: Self.rawFrame(text))
      return TextChunk(bytes: writer.sealed())
    }
    let bound = ZSTD_compressBound(text.count)
    var code = 0
    let frame = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      code = unsafe text.withUnsafeBytes {
        unsafe ZSTD_compressCCtx(context, buffer.baseAddress, bound, $0.baseAddress, $0.count, Int32(level))
      }
      count = ZSTD_isError(code) == 0 ? code : 0
    }
    guard ZSTD_isError(code) == 0 else { throw .system(call: "ZSTD_compressCCtx", path: "text", code: 0) }
    var writer = ByteWriter(reserving: frame.count + Checksum.byteCount)
    writer.append(bytes: frame)
    return TextChunk(bytes: writer.sealed())
  }
}
