// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import Glibc
internal import SystemPlatform

/// A file to import.
///
/// Other processes may change or truncate the file at any time; a read then returns fewer bytes
/// than ``byteCount`` promises. For the same reason, contents are read and never mapped: access to
/// a mapping beyond the end of a truncated file would end the process.
package struct ImportedFile: Sendable {
  /// A descriptor that is open for reading during the call of the importer, which must not close
  /// it. Its position is initially 0, and no method of this type changes it.
  package let descriptor: Int32
  /// The size of the file in bytes when it was opened.
  package let byteCount: UInt64
  /// The last component of the path, in bytes.
  package let name: [UInt8]
  package let modified: Timestamp
  /// The identifier of the type, by name or content: `com.adobe.pdf`.
  package let typeIdentifier: String
  /// The MIME type, if it was detected from the content.
  package let mimeType: String?

  package init(descriptor: Int32, byteCount: UInt64, name: [UInt8], modified: Timestamp, typeIdentifier: String, mimeType: String? = nil) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.name = name
    self.modified = modified
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
  }

  /// Reads at most `buffer.count` bytes from `offset`.
  ///
  /// If the file has grown since it was opened, reading ends at its previous size; a later import
  /// reads the rest. No system call is needed to detect the end.
  ///
  /// - Returns: The number of bytes read: fewer than requested only at the end of the file, 0
  ///   beyond it. pread(2).
  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    guard let base = buffer.baseAddress, offset < byteCount, offset <= UInt64(Int64.max) else { return 0 }
    let wanted = Int(min(UInt64(buffer.count), byteCount - offset))
    var count = 0
    while count < wanted {
      let done = count
      let result = retryingInterrupted { unsafe pread(descriptor, base + done, wanted - done, off_t(offset) + off_t(done)) }
      if result == 0 { break }
      guard result > 0 else { throw .system(code: errno, call: "pread") }
      count += result
    }
    return count
  }

  /// The start of the next data of a file with holes, as other programs leave in logs and disk images.
  ///
  /// A file in which zeros would be many times the data takes no longer than the data.
  ///
  /// - Returns: `offset` if there are data, or if the file system does not tell; ``byteCount`` if the rest is a hole. lseek(2).
  package func nextData(from offset: UInt64) -> UInt64 {
    guard offset < byteCount, let start = off_t(exactly: offset) else { return offset }
    let position = lseek(descriptor, 0, SEEK_CUR)
    guard position >= 0 else { return offset }
    defer { lseek(descriptor, position, SEEK_SET) }
    let found = lseek(descriptor, start, Self.seekData)
    if found >= start { return min(UInt64(found), byteCount) }
    return errno == ENXIO ? byteCount : offset
  }

  /// SEEK_DATA, which Glibc declares only with its GNU extensions.
  private static let seekData: CInt = 3

  /// Whether less is on the disk than the size promises. fstat(2).
  package var mayHaveHoles: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && UInt64(max(status.st_blocks, 0)) * 512 < byteCount
  }

  /// Reads at most `count` bytes from `offset`; fewer only at the end of the file.
  package func read(at offset: UInt64, count: Int) throws(ImportError) -> [UInt8] {
    // A header with false lengths must not make us allocate more than the size of the file.
    let available = byteCount > offset ? byteCount - offset : 0
    let wanted = Int(min(UInt64(max(count, 0)), available))
    var failure: ImportError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      do throws(ImportError) { filled = try unsafe read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads the whole contents if they have at most `limit` bytes.
  ///
  /// - Throws: `unsupported` if the file is larger.
  package func contents(limit: Int) throws(ImportError) -> [UInt8] {
    guard byteCount <= UInt64(max(limit, 0)) else { throw .unsupported("more than \(limit) bytes in one piece") }
    return try read(at: 0, count: Int(byteCount))
  }

  /// Calls `body` with the contents from `offset` in chunks, in one buffer of `chunkByteCount`
  /// bytes.
  ///
  /// - Parameter body: Returns whether to continue.
  package func forEachChunk(
    from offset: UInt64 = 0, chunkByteCount: Int = 256 << 10, _ body: (Span<UInt8>) throws -> Bool
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkByteCount, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var position = offset
    while true {
      let count = try unsafe read(at: position, into: buffer)
      guard count > 0 else { return }
      let chunk = unsafe UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count])
      guard try body(unsafe chunk.span) else { return }
      position += UInt64(count)
    }
  }
}
