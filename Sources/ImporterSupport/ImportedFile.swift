// SPDX-License-Identifier: Apache-2.0

package import Attributes
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
    guard offset < byteCount, let start = Int(exactly: offset) else { return 0 }
    let wanted = Int(min(UInt64(buffer.count), byteCount - offset))
    do throws(SystemError) {
      return try unsafe FileDescriptor(descriptor).read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: start)
    } catch {
      throw ImportError(error)
    }
  }

  /// The start of the next data of a file with holes, as other programs leave in logs and disk images.
  ///
  /// A file in which zeros would be many times the data takes no longer than the data.
  ///
  /// - Returns: `offset` if there are data, or if the file system does not tell; ``byteCount`` if the rest is a hole. lseek(2).
  package func nextData(from offset: UInt64) -> UInt64 {
    guard offset < byteCount, let start = Int(exactly: offset) else { return offset }
    do throws(SystemError) {
      return min(UInt64(try FileDescriptor(descriptor).nextData(from: start)), byteCount)
    } catch {
      return error.code == .noSuchDeviceOrAddress ? byteCount : offset
    }
  }

  /// Whether less is on the disk than the size promises. fstat(2).
  package var mayHaveHoles: Bool {
    FileFacts(at: FileDescriptor(descriptor)).map { UInt64(max($0.allocatedByteCount, 0)) < byteCount } ?? false
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
