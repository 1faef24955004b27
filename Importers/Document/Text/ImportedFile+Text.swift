// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

extension ImportedFile {
  /// Calls `body` with pieces of the file's text in UTF-8. Does not call it for binary data.
  ///
  /// - Parameters:
  ///   - declaration: Finds the encoding declared at the start of the file.
  ///   - body: Receives whole characters.
  /// A hole counts as four zero bytes, which is a whole number of units of every encoding.
  ///
  /// - Returns: Whether the pieces together are exactly the bytes of the file, except for a byte
  ///   order mark.
  /// - Complexity: O(bytes) time, and at most 256 KiB of memory.
  @discardableResult
  func forEachPieceOfText(
    declaration: @escaping TextDecoder.Declaration, _ body: (UTF8Span) throws -> Void
  ) throws -> Bool {
    // Most text files are far smaller than a block. One additional byte lets the first read detect
    // the end of the file.
    let blockByteCount = Int(min(max(byteCount, 63) + 1, 256 << 10))
    // Bytes that are not read are never accessed, so initialising them would be wasted work.
    var block = unsafe [UInt8](unsafeUninitializedCapacity: blockByteCount) { $1 = blockByteCount }
    var held = 0
    var offset: UInt64 = 0
    var decoder = TextDecoder(declaration: declaration)
    var isLast = false
    let mayHaveHoles = byteCount >= Self.minimumByteCountWithHoles && mayHaveHoles
    var hasHoles = false
    while !isLast {
      if mayHaveHoles {
        let data = nextData(from: offset) & ~(Self.holeAlignment - 1)
        if data > offset, block.count - held > 2 * Self.holeMark {
          for index in held..<(held + Self.holeMark) { block[index] = 0 }
          held += Self.holeMark
          offset = data
          hasHoles = true
        }
      }
      let count = try unsafe block.withUnsafeMutableBytes { buffer throws(ImportError) in
        unsafe try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
      }
      offset += UInt64(count)
      held += count
      isLast = held < block.count
      let used = try decoder.decode(block.span.extracting(..<held), isLast: isLast, into: body)
      if decoder.isBinary { return false }
      for index in used..<held { block[index - used] = block[index] }
      held -= used
    }
    return decoder.isVerbatim && !hasHoles
  }

  private static let minimumByteCountWithHoles: UInt64 = 1 << 20
  private static let holeMark = 4
  /// Holes are whole blocks of the file system.
  private static let holeAlignment: UInt64 = 512
}
