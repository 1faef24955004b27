// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The bytes of `text` in `encoding`, a name for iconv(3).
func encoded(_ text: String, as encoding: String) throws -> [UInt8] {
  guard let converter = iconv_open(encoding, "UTF-8"), Int(bitPattern: converter) != -1 else { throw Errno(code: errno) }
  defer { iconv_close(converter) }
  var source = text.utf8.map { CChar(bitPattern: $0) }
  var target = [CChar](repeating: 0, count: source.count * 4 + 16)
  let written = try source.withUnsafeMutableBufferPointer { source in
    try target.withUnsafeMutableBufferPointer { target in
      var (input, inputLeft) = (source.baseAddress, source.count)
      var (output, outputLeft) = (target.baseAddress, target.count)
      guard iconv(converter, &input, &inputLeft, &output, &outputLeft) != -1 else { throw Errno(code: errno) }
      // Returns to the initial shift state.
      guard iconv(converter, nil, nil, &output, &outputLeft) != -1 else { throw Errno(code: errno) }
      return target.count - outputLeft
    }
  }
  return target[..<written].map { UInt8(bitPattern: $0) }
}

struct Errno: Error {
  let code: CInt
}
