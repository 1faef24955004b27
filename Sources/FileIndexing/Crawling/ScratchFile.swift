// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform
internal import WorkerProtocol

/// An open file without a name. The file system frees it when this object is released.
final class ScratchFile: Sendable {
  private let descriptor: OwnedDescriptor

  init(owning descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

  /// - Returns: `false` if not all bytes could be written.
  func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    do throws(SystemError) {
      try descriptor.file.write(bytes, at: offset)
      return true
    } catch {
      return false
    }
  }

  /// - Throws: `SystemError` if reading fails, or with `EIO` if the file is too short.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    let bytes = try descriptor.file.read(limit: count, at: offset)
    guard bytes.count == count else { throw SystemError(code: .ioError, call: "pread") }
    return bytes
  }
}
