// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Bytes that are appended in many small pieces. The bookkeeping of an array would cost more than
/// copying the bytes.
// Safe to send: only its creator appends to it, before it passes it on, and nobody afterwards.
@safe
final class ByteArena: @unchecked Sendable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: Bytes of address space to reserve. Memory is used only for appended
  ///   bytes.
  init(reserving capacity: Int = 0) {
    self.capacity = max(capacity, 256)
    unsafe start = Self.resize(nil, to: self.capacity)
  }

  deinit { unsafe RawMemory.free(start) }

  /// Reserves address space for more bytes. Memory is used only for appended bytes.
  func reserve(_ more: Int) { makeRoom(for: more) }

  /// The bytes in a range. They are valid until the next append.
  ///
  /// - Parameter range: Within 0 to ``count``.
  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes that were not added")
    return unsafe UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// Appends bytes.
  ///
  /// - Returns: The range of the bytes in the arena.
  @discardableResult
  func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let first = count
    makeRoom(for: bytes.count)
    if let source = bytes.baseAddress { unsafe (start + first).initialize(from: source, count: bytes.count) }
    count &+= bytes.count
    return first..<count
  }

  @discardableResult
  func append(_ bytes: Span<UInt8>) -> Range<Int> { unsafe bytes.withUnsafeBufferPointer { unsafe append($0) } }

  func append(_ byte: UInt8) {
    makeRoom(for: 1)
    unsafe start[count] = byte
    count &+= 1
  }

  /// Appends a copy of bytes that are already in the arena.
  func append(again range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes that were not added")
    makeRoom(for: range.count)
    unsafe (start + count).initialize(from: start + range.lowerBound, count: range.count)
    count &+= range.count
  }

  private func makeRoom(for more: Int) {
    if count &+ more > capacity { grow(to: count + more) }
  }

  private func grow(to needed: Int) {
    capacity = max(needed, capacity * 2)
    // `realloc` moves large blocks by remapping pages, without copying them.
    unsafe start = Self.resize(start, to: capacity)
  }

  private static func resize(_ start: UnsafeMutablePointer<UInt8>?, to capacity: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe RawMemory.resized(start, to: capacity).assumingMemoryBound(to: UInt8.self)
  }
}
