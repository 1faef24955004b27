internal import Glibc

/// Bytes that are only ever added to, many small pieces at a time: an array's bookkeeping would cost more than copying them.
// Safe to send: its maker adds to it before it gives it away, nobody does afterwards.
@safe
final class ByteArena: @unchecked Sendable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: Address space; memory is what is added.
  init(reserving capacity: Int = 0) {
    self.capacity = max(capacity, 256)
    unsafe start = Self.resize(nil, to: self.capacity)
  }

  deinit { unsafe free(start) }

  /// Makes address space for so many bytes more; memory is only what is added.
  func reserve(_ more: Int) { makeRoom(for: more) }

  /// What was added.
  ///
  /// - Parameter range: Within 0 to ``count``.
  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes that were not added")
    return unsafe UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// - Returns: Where the bytes are.
  @discardableResult
  func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let first = count
    makeRoom(for: bytes.count)
    if let source = bytes.baseAddress { unsafe memcpy(start + first, source, bytes.count) }
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

  /// Adds bytes that are in it already once more.
  func append(again range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes that were not added")
    makeRoom(for: range.count)
    unsafe memcpy(start + count, start + range.lowerBound, range.count)
    count &+= range.count
  }

  private func makeRoom(for more: Int) {
    if count &+ more > capacity { grow(to: count + more) }
  }

  private func grow(to needed: Int) {
    capacity = max(needed, capacity * 2)
    // The system moves large pieces without copying them.
    unsafe start = Self.resize(start, to: capacity)
  }

  private static func resize(_ start: UnsafeMutablePointer<UInt8>?, to capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = unsafe realloc(start, capacity) else { fatalError("out of memory") }
    return unsafe memory.assumingMemoryBound(to: UInt8.self)
  }
}
