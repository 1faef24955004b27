// SPDX-License-Identifier: Apache-2.0

internal import CSystem
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
    let isOnlyWritable: Bool
    do throws(SystemError) { isOnlyWritable = try descriptor.file.isOnlyWritable() } catch { throw WorkerProtocolError(error) }
    guard isOnlyWritable else {
      let memory = try SharedWindow(mapping: descriptor)
      byteCount = memory.byteCount
      self.memory = consume memory
      self.descriptor = nil
      return
    }
    do throws(SystemError) { byteCount = try FileFacts(of: descriptor.file).byteCount } catch { throw WorkerProtocolError(error) }
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
    do throws(SystemError) {
      try unsafe bytes.withUnsafeBytes { bytes throws(SystemError) in try unsafe FileDescriptor(descriptor).write(bytes, at: offset) }
    } catch {
      throw .system(code: error.code.rawValue, call: "pwrite")
    }
  }
}
