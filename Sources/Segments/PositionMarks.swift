internal import Glibc

/// Marks the positions of a list, so that others are compared with all of them at once.
///
/// A byte for each of ``range`` positions: exact in all but very long documents. There, positions share bytes, and the list is asked too.
/// Bytes, not bits: marks of neighbours would wait for each other. Only what is marked comes into the processor's cache.
@safe struct PositionMarks: ~Copyable {
  private static let range: UInt32 = 1 << 16

  /// Zero where nothing is marked; made when something is first marked.
  private var bytes: UnsafeMutablePointer<UInt8>?
  private var isExact = true

  init() { unsafe bytes = nil }

  deinit { unsafe free(bytes) }

  @inline(__always)
  private static func place(_ position: UInt32) -> Int { Int(position & (range - 1)) }

  private mutating func makeBytes() -> UnsafeMutablePointer<UInt8> {
    guard let memory = unsafe calloc(Int(Self.range), 1) else { fatalError("out of memory") }
    let made = unsafe memory.bindMemory(to: UInt8.self, capacity: Int(Self.range))
    unsafe bytes = made
    return unsafe made
  }

  /// Marks a list, which is not changed before it is unmarked.
  mutating func mark(_ list: inout PositionList) {
    let bytes = unsafe self.bytes ?? makeBytes()
    var union: UInt32 = 0
    for index in 0..<list.count {
      let position = list[index]
      union |= position
      unsafe bytes[Self.place(position)] = 1
    }
    isExact = union < Self.range
    if !isExact { list.sort() }
  }

  func unmark(_ list: borrowing PositionList) {
    guard let bytes = unsafe bytes else { return }
    for index in 0..<list.count { unsafe bytes[Self.place(list[index])] = 0 }
  }

  /// Whether a position is in the list that is marked.
  @inline(__always)
  func contains(_ position: UInt32, in list: borrowing PositionList) -> Bool {
    guard let bytes = unsafe bytes, unsafe bytes[Self.place(position)] != 0 else { return false }
    return isExact ? position < Self.range : list.contains(position)
  }
}
