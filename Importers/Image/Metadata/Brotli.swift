// SPDX-License-Identifier: Apache-2.0

internal import CBrotli

/// Brotli streams, in which JPEG XL keeps its metadata.
enum Brotli {
  /// The decompressed bytes, truncated to `limit` bytes. Damaged data is decompressed up to the
  /// damage.
  static func decompressed(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return [] }
    defer { unsafe BrotliDecoderDestroyInstance(state) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 32 << 10)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var (next, available) = (bytes.baseAddress, bytes.count)
      var result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
      while result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, output.count < limit {
        let produced = unsafe chunk.withUnsafeMutableBufferPointer { chunk in
          var (start, space) = (chunk.baseAddress, chunk.count)
          result = unsafe BrotliDecoderDecompressStream(state, &available, &next, &space, &start, nil)
          return chunk.count - space
        }
        output += chunk.prefix(min(produced, limit - output.count))
      }
    }
    return output
  }
}
