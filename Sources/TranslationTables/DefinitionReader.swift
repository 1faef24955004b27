// SPDX-License-Identifier: Apache-2.0

internal import CZlib
internal import SystemPlatform

/// Reads parts of a file that gzip(1) or dictzip(1) has compressed, from its start to its end.
@safe final class DefinitionReader {
  /// Decompressed at once.
  private static let windowLength = 1 << 18
  private static let maximumFileSize = 1 << 28

  private let path: Path
  private let input: FixedBytes
  private let stream: UnsafeMutablePointer<z_stream>
  private var window: [UInt8] = []
  /// The offset of ``window`` in the decompressed file.
  private var start = 0

  init(_ path: Path) throws(DictionaryError) {
    self.path = path
    do throws(SystemError) {
      input = try FixedBytes(mapping: path, maximumCount: Self.maximumFileSize)
    } catch {
      throw .system(error)
    }
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Adding 16 to the size of the window has zlib expect the header of gzip.
    guard unsafe searchlight_inflate_init(stream, 15 + 16) == Z_OK else { throw .damaged(file: path) }
    // zlib does not change its input.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.buffer.assumingMemoryBound(to: UInt8.self).baseAddress)
    unsafe stream.pointee.avail_in = UInt32(input.count)
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Some bytes of the decompressed file.
  ///
  /// - Parameter range: Must not begin before that of the previous call.
  func bytes(_ range: Range<Int>) throws(DictionaryError) -> ArraySlice<UInt8> {
    if range.lowerBound < start { throw .damaged(file: path) }
    while start + window.count < range.upperBound { try readMore(keepingFrom: range.lowerBound) }
    return window[range.lowerBound - start..<range.upperBound - start]
  }

  private func readMore(keepingFrom offset: Int) throws(DictionaryError) {
    let dropped = min(window.count, offset - start)
    window.removeFirst(dropped)
    start += dropped
    let stream = unsafe stream
    var status = Z_OK
    let more = unsafe [UInt8](unsafeUninitializedCapacity: Self.windowLength) { buffer, count in
      unsafe stream.pointee.next_out = buffer.baseAddress
      unsafe stream.pointee.avail_out = UInt32(buffer.count)
      status = unsafe inflate(stream, Z_NO_FLUSH)
      count = unsafe buffer.count - Int(stream.pointee.avail_out)
    }
    guard status == Z_OK || status == Z_STREAM_END, !more.isEmpty else { throw .damaged(file: path) }
    window += more
  }
}
