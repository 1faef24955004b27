// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPlatform
internal import WorkerProtocol

/// An open file without a name. The file system frees it when this object is released.
final class ScratchFile: Sendable {
  private let descriptor: OwnedDescriptor

  init(owning descriptor: Int32) { self.descriptor = OwnedDescriptor(owning: descriptor) }

  /// - Returns: `false` if not all bytes could be written.
  func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let position = unsafe offset + rest.startIndex
        let count = retryingInterrupted { unsafe pwrite(descriptor.rawValue, piece.baseAddress, piece.count, position) }
        guard count > 0 else { return false }
        unsafe rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// - Throws: `SystemError` if reading fails, or with `EIO` if the file is too short.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let step = retryingInterrupted {
          unsafe pread(descriptor.rawValue, buffer.baseAddress.map { unsafe $0 + done }, count - done, offset + done)
        }
        guard step > 0 else {
          failure = SystemError(code: step < 0 ? .current : .ioError, call: "pread")
          return
        }
        done += step
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
