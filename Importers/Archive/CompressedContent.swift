// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// What a compressed file holds, up to its end or to the damage in it.
final class CompressedContent {
  /// Bytes that libarchive is asked for at once. After an error, it does not tell how many it has copied.
  private static let pieceByteCount = 64 << 10

  private let file: ImportedFile
  private let reader: ArchiveReader?
  private var byteCount = 0
  private var tail: GzipTail?
  /// Why the content is incomplete; `nil` if it is not.
  private(set) var failure: (any Error)?

  init(of reader: ArchiveReader, in file: ImportedFile) {
    self.file = file
    self.reader = reader
  }

  /// The content of a file that libarchive does not begin to read, because the first block is incomplete.
  init(of file: ImportedFile, after failure: any Error) {
    self.file = file
    self.failure = failure
    reader = nil
    tail = GzipTail(file, offset: 0)
  }

  /// Fills `buffer` with the next bytes. Returns their number, 0 at the end or at the damage.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if failure == nil, let reader {
      do throws(ImportError) {
        let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, Self.pieceByteCount)])
        let count = try unsafe reader.read(into: piece)
        byteCount += count
        return count
      } catch {
        failure = error
        tail = GzipTail(file, offset: byteCount)
      }
    }
    return unsafe tail?.read(into: buffer) ?? 0
  }
}
