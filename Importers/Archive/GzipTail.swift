// SPDX-License-Identifier: Apache-2.0

internal import CZlib
internal import ImporterSupport

/// The last bytes that can be unpacked from a gzip file that was cut off, or is damaged.
///
/// libarchive unpacks into blocks of 64 KiB, and discards the one in which an error occurs, with what it has copied in the same call.
@safe final class GzipTail {
  private static let maximumByteCount = 256 << 10

  private let file: ImportedFile
  private var stream = unsafe z_stream()
  private var fileOffset: UInt64 = 0
  private var input = [UInt8](repeating: 0, count: 32 << 10)
  private var remaining = maximumByteCount

  /// - Parameter offset: The number of unpacked bytes that are already known.
  /// - Returns: `nil` if the file is not in this format.
  init?(_ file: ImportedFile, offset: Int) {
    self.file = file
    guard let start = try? file.read(at: 0, count: 2), start == [0x1F, 0x8B] else { return nil }
    // Adding 16 to the size of the window stands for the header of gzip.
    guard unsafe searchlight_inflate_init(&stream, 15 + 16) == Z_OK else { return nil }
    var known = [UInt8](repeating: 0, count: 64 << 10)
    var rest = offset
    while rest > 0 {
      let count = unsafe known.withUnsafeMutableBytes {
        unsafe inflate(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<min(rest, $0.count)]))
      }
      guard count > 0 else { return }
      rest -= count
    }
  }

  deinit { unsafe inflateEnd(&stream) }

  /// Fills `buffer` with the next bytes. Returns their number, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = unsafe inflate(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, remaining)]))
    remaining -= count
    return count
  }

  private func inflate(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let output = unsafe buffer.bindMemory(to: UInt8.self)
    var count = 0
    while count < output.count {
      let fed = unsafe input.withUnsafeMutableBytes { input in
        (try? unsafe file.read(at: fileOffset, into: input)) ?? 0
      }
      guard fed > 0 else { break }
      let (status, used, produced) = unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(fed)
        unsafe stream.next_out = output.baseAddress.map { unsafe $0 + count }
        unsafe stream.avail_out = UInt32(output.count - count)
        let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
        return unsafe (status, fed - Int(stream.avail_in), output.count - count - Int(stream.avail_out))
      }
      fileOffset += UInt64(used)
      count += produced
      // Another member may follow.
      if status == Z_STREAM_END { unsafe inflateReset(&stream) } else if status != Z_OK || used + produced == 0 { break }
    }
    return count
  }
}
