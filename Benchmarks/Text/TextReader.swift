// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads whole files into one buffer, which grows as needed.
struct TextReader {
  private var buffer = [UInt8](repeating: 0, count: 1 << 20)

  /// - Parameter path: Terminated by a NUL.
  mutating func withText(at path: [UInt8], _ body: (Span<UInt8>) throws -> Void) throws {
    let name = String(decoding: path.dropLast(), as: UTF8.self)
    let file = path.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1 }
    }
    guard file >= 0 else { throw SystemFailure(call: "open", path: name) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemFailure(call: "fstat", path: name) }
    let size = Int(status.st_size)
    if size > buffer.count { buffer = [UInt8](repeating: 0, count: size) }
    let count = Glibc.read(file, &buffer, size)
    guard count == size else { throw SystemFailure(call: "read", path: name) }
    try body(buffer.span.extracting(0..<count))
  }
}
