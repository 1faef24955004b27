// SPDX-License-Identifier: Apache-2.0

internal import CSystem
package import SystemPlatform

/// Memory shared by parent and worker, through which text and records are passed.
///
/// Invariants:
/// 1. Its size is sealed, so that no access to the mapping can fault, whatever the other process
///   does.
/// 2. The other process may write at any time, so bytes are copied before they are examined.
@safe package struct SharedWindow: ~Copyable, @unchecked Sendable {
  // @unchecked is safe because the mapping is accessed only through `self`, and writes are
  // mutating.
  private let memory: MappedMemory
  package var byteCount: Int { memory.byteCount }

  private var base: UnsafeMutableRawPointer { unsafe memory.base }

  /// Maps the memory file of `descriptor`, which can be closed afterwards.
  ///
  /// - Throws: `system` if it is not a memory file, or is not sealed against shrinking. mmap(2).
  package init(mapping descriptor: borrowing OwnedDescriptor) throws(WorkerProtocolError) {
    let size = ipc_sealed_byte_count(descriptor.rawValue)
    guard size > 0 else { throw WorkerProtocolError(.current("fcntl")) }
    do throws(SystemError) {
      memory = try MappedMemory(of: descriptor.file, byteCount: size)
    } catch {
      throw WorkerProtocolError(error)
    }
  }

  /// Replaces `bytes` with a copy of `count` bytes of the window. Reuses its storage if it is large
  /// enough.
  package func copy(_ count: Int, from offset: Int = 0, to bytes: inout [UInt8]) throws(WorkerProtocolError) {
    try check(count, at: offset)
    bytes.removeAll(keepingCapacity: true)
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base + offset, count: count))
  }

  /// Writes `bytes` to the window.
  package mutating func write(_ bytes: Span<UInt8>, at offset: Int = 0) throws(WorkerProtocolError) {
    try check(bytes.count, at: offset)
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + offset).copyMemory(from: start, byteCount: source.count)
    }
  }

  private func check(_ count: Int, at offset: Int) throws(WorkerProtocolError) {
    guard offset >= 0, offset <= byteCount, count >= 0, count <= byteCount - offset else { throw .windowExceeded(byteCount: count) }
  }
}
