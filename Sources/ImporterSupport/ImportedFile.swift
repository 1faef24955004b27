package import Attributes
internal import Glibc

/// The file that an importer is to read.
///
/// The file may be changed or cut by others at any time: a read then simply yields fewer bytes than ``byteCount`` promised. For the same
/// reason contents are read, never mapped: access to a mapping beyond the end of a file that was cut ends the process.
package struct ImportedFile: Sendable {
  /// Open for reading during the call of the importer; not to be closed. Its position is 0 at first, and no method here moves it.
  package let descriptor: Int32
  /// Bytes, when the file was opened.
  package let byteCount: UInt64
  /// Last component of the path, in the file system's bytes.
  package let name: [UInt8]
  package let modified: Timestamp
  /// Identifier of the type, by name or content: `com.adobe.pdf`.
  package let typeIdentifier: String
  /// MIME type, when it was found out by looking at the content.
  package let mimeType: String?

  package init(descriptor: Int32, byteCount: UInt64, name: [UInt8], modified: Timestamp, typeIdentifier: String, mimeType: String? = nil) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.name = name
    self.modified = modified
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
  }

  /// Reads at most `buffer.count` bytes from `offset` on.
  ///
  /// A file that has grown since it was opened ends where it ended then: a later import sees the rest, and no call is needed to find out.
  ///
  /// - Returns: Bytes read: fewer than asked for only at the end of the file, 0 beyond it. pread(2).
  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    guard let base = buffer.baseAddress, offset < byteCount, offset <= UInt64(Int64.max) else { return 0 }
    let wanted = Int(min(UInt64(buffer.count), byteCount - offset))
    var count = 0
    while count < wanted {
      let result = unsafe pread(descriptor, base + count, wanted - count, off_t(offset) + off_t(count))
      if result == 0 { break }
      if result > 0 {
        count += result
      } else if errno != EINTR {
        throw .system(code: errno, call: "pread")
      }
    }
    return count
  }

  /// At most `count` bytes from `offset` on; fewer only at the end of the file.
  package func read(at offset: UInt64, count: Int) throws(ImportError) -> [UInt8] {
    // A header that lies about lengths must not make us reserve more than the file can hold.
    let available = byteCount > offset ? byteCount - offset : 0
    let wanted = Int(min(UInt64(max(count, 0)), available))
    var failure: ImportError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      do throws(ImportError) { filled = try unsafe read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The whole contents, if they are at most `limit` bytes.
  ///
  /// - Throws: `unsupported` when the file is larger.
  package func contents(limit: Int) throws(ImportError) -> [UInt8] {
    guard byteCount <= UInt64(max(limit, 0)) else { throw .unsupported("more than \(limit) bytes in one piece") }
    return try read(at: 0, count: Int(byteCount))
  }

  /// Calls `body` with the contents from `offset` on, piece by piece, in one buffer of `chunkByteCount` bytes.
  ///
  /// - Parameter body: Returns whether to go on.
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
