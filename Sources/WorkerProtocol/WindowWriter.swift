// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import SystemPlatform

/// The worker's side of the window.
///
/// A worker maps the window before it enters the sandbox, and closes the descriptor. An installed
/// importer starts in the sandbox, and has a descriptor that is open for writing only: it cannot map
/// what it has written as code.
@safe struct WindowWriter: ~Copyable {
  private var memory: SharedWindow?
  private let descriptor: OwnedDescriptor?
  let byteCount: Int

  /// - Throws: `system` if the descriptor is not a window.
  init(_ descriptor: consuming OwnedDescriptor) throws(WorkerProtocolError) {
    let flags = fcntl(descriptor.rawValue, F_GETFL)
    guard flags >= 0 else { throw .system(code: errno, call: "fcntl") }
    guard flags & O_ACCMODE == O_WRONLY else {
      let memory = try SharedWindow(mapping: descriptor)
      byteCount = memory.byteCount
      self.memory = consume memory
      self.descriptor = nil
      return
    }
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw .system(code: errno, call: "fstat") }
    byteCount = Int(status.st_size)
    memory = nil
    self.descriptor = consume descriptor
  }

  /// Writes `bytes` to the window.
  mutating func write(_ bytes: Span<UInt8>, at offset: Int = 0) throws(WorkerProtocolError) {
    guard offset >= 0, bytes.count <= byteCount - offset else { throw .windowExceeded(byteCount: bytes.count) }
    switch descriptor {
    case .none: try memory?.write(bytes, at: offset)
    case .some(let descriptor): try Self.write(bytes, at: offset, to: descriptor.rawValue)
    }
  }

  private static func write(_ bytes: Span<UInt8>, at offset: Int, to descriptor: Int32) throws(WorkerProtocolError) {
    var code: Int32 = 0
    unsafe bytes.withUnsafeBytes { source in
      var written = 0
      while written < source.count, code == 0 {
        let part = unsafe UnsafeRawBufferPointer(rebasing: source[written...])
        let position = off_t(offset + written)
        let count = retryingInterrupted { unsafe pwrite(descriptor, part.baseAddress, part.count, position) }
        if count > 0 { written += count } else { code = errno }
      }
    }
    if code != 0 { throw .system(code: code, call: "pwrite") }
  }
}
