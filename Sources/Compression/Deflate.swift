// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Zlib and gzip streams.
package enum Deflate {
  /// The decompressed bytes, truncated to `limit` bytes. Damaged data is decompressed up to the
  /// damage.
  package static func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    var stream = unsafe z_stream()
    // Adding 32 to the window size lets zlib detect whether the header is zlib's or gzip's.
    guard unsafe searchlight_inflate_init(&stream, 15 + 32) == Z_OK else { return [] }
    defer { unsafe inflateEnd(&stream) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 32 << 10)
    var input = bytes
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(clamping: input.count)
      while output.count < limit {
        let (status, produced) = unsafe chunk.withUnsafeMutableBufferPointer { chunk in
          unsafe stream.next_out = chunk.baseAddress
          unsafe stream.avail_out = UInt32(chunk.count)
          let status = unsafe inflate(&stream, Z_NO_FLUSH)
          return unsafe (status, chunk.count - Int(stream.avail_out))
        }
        output += chunk.prefix(min(produced, limit - output.count))
        if status != Z_OK || produced == 0 { break }
      }
    }
    return output
  }
}
