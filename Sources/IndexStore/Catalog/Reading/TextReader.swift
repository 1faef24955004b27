// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CZstd
internal import LMDB

/// Decompresses stored texts one chunk at a time, reusing one buffer.
@safe
final class TextReader {
  private var context: OpaquePointer?
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: TextChunk.capacity)

  deinit {
    unsafe ZSTD_freeDCtx(context)
    unsafe buffer.deallocate()
  }

  /// Calls `body` with the text of a stored chunk. The span is valid until `body` returns.
  func withText<Result>(
    _ stored: Span<UInt8>, of document: DocumentID, _ body: (Span<UInt8>) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(DecodingError) {
      _ = try ByteReader(checked: stored)
    } catch {
      throw .damaged(.texts, "\(document.rawValue)", error)
    }
    if unsafe context == nil { unsafe context = ZSTD_createDCtx() }
    let frame = stored.extracting(droppingLast: Checksum.byteCount)
    let length = unsafe frame.withUnsafeBytes {
      unsafe ZSTD_decompressDCtx(context, buffer.baseAddress, buffer.count, $0.baseAddress, $0.count)
    }
    guard ZSTD_isError(length) == 0 else {
      throw .corrupted(object: "row \(document.rawValue) of the catalog's table 'texts'", reason: "it does not decompress")
    }
    return try body(unsafe Span(_unsafeStart: UnsafePointer(buffer.baseAddress.unsafelyUnwrapped), count: length))
  }
}

extension Snapshot {
  /// Calls `body` with each chunk of a document's text in order, until it returns `false`. Chunks
  /// end between characters.
  package func forEachTextChunk(of document: DocumentID, _ body: (Span<UInt8>) throws(StoreError) -> Bool) throws(StoreError) {
    let cursor = try transaction.cursor(.texts)
    var number: UInt32 = 0
    var found = try cursor.seek(Key(document, chunk: 0))
    while found, cursor.key.uint64(at: 0) == document.rawValue {
      guard cursor.key.uint32(at: 8) == number else { throw .outOfOrder(.texts) }
      guard try memo.texts.withText(cursor.value, of: document, body) else { return }
      number += 1
      found = try cursor.next()
    }
    if number == 0 { try checkOrder(of: cursor, around: Key(document, chunk: 0)) }
  }

  /// Whether the catalog stores the text of a document. It does not store texts that are the contents of
  /// their files.
  package func storesText(of document: DocumentID) throws(StoreError) -> Bool {
    var isStored = false
    try forEachTextChunk(of: document) { _ in
      isStored = true
      return false
    }
    return isStored
  }

  /// Checks the order of the rows around a missing key. Checksums do not cover keys, and a damaged
  /// key hides its row: without this check, the document would seem to have no text.
  private func checkOrder(of cursor: borrowing CatalogCursor, around key: Key) throws(StoreError) {
    guard try cursor.last() else { return }
    if try cursor.seek(key) { _ = try cursor.previous() }
    _ = try cursor.previous()
    var previous = cursor.keyBytes
    for _ in 0..<4 {
      guard try cursor.next() else { return }
      guard previous.lexicographicallyPrecedes(cursor.keyBytes) else { throw .outOfOrder(.texts) }
      previous = cursor.keyBytes
    }
  }

  /// Whether the catalog stores any text of a document.
  package func hasText(_ document: DocumentID) throws(StoreError) -> Bool {
    try transaction.value(.texts, Key(document, chunk: 0)) != nil
  }
}
