internal import Glibc

/// Marks the positions of a list, so that others are compared with all of them at once.
///
/// A byte for each of ``range`` positions: exact in all but very long documents. There, positions share bytes, and the list is asked too.
/// Bytes, not bits: marks of neighbours would wait for each other. Only what is marked comes into the processor's cache.
@safe struct PositionMarks: ~Copyable {
  private static let range: UInt32 = 1 << 16

  /// Zero where nothing is marked; made when something is first marked.
  private var bytes: UnsafeMutablePointer<UInt8>?
  private var greatest: UInt32 = 0
  private var isExact: Bool { greatest < Self.range }

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
    var greatest: UInt32 = 0
    let positions = unsafe list.positions
    for index in 0..<list.count {
      let position = unsafe positions[index]
      greatest = max(greatest, position)
      unsafe bytes[Self.place(position)] = 1
    }
    self.greatest = greatest
    if !isExact { list.sort() }
  }

  func unmark(_ list: borrowing PositionList) {
    guard let bytes = unsafe bytes else { return }
    let positions = unsafe list.positions
    for index in 0..<list.count { unsafe bytes[Self.place(positions[index])] = 0 }
  }

  /// Whether a position is in the list that is marked.
  @inline(__always)
  func contains(_ position: UInt32, in list: borrowing PositionList) -> Bool {
    guard let bytes = unsafe bytes, unsafe bytes[Self.place(position)] != 0 else { return false }
    return isExact ? position < Self.range : list.contains(position)
  }

  /// Calls `body` with those of the positions, each less `offset`, that are in the list that is marked, until it returns `false`.
  ///
  /// - Parameter position: The last before; `UInt32.max` for none.
  /// - Returns: Whether it never did.
  @inline(__always)
  func forEachMarked(
    _ gaps: borrowing PositionGaps, from position: inout UInt32, offset: UInt32, in list: borrowing PositionList, _ body: (UInt32) -> Bool
  ) -> Bool {
    guard let bytes = unsafe bytes else { return true }
    let (behind, isTooFar) = greatest.addingReportingOverflow(offset)
    let last = isTooFar ? UInt32.max : behind
    var place = 0
    // Few are marked: four are asked for at once, and nothing behind the last mark.
    while place &+ 4 <= gaps.count {
      let first = unsafe position &+ gaps.base[place] &+ 1
      let second = unsafe first &+ gaps.base[place &+ 1] &+ 1
      let third = unsafe second &+ gaps.base[place &+ 2] &+ 1
      position = unsafe third &+ gaps.base[place &+ 3] &+ 1
      let marks =
        unsafe bytes[Self.place(first &- offset)] | bytes[Self.place(second &- offset)] | bytes[Self.place(third &- offset)]
        | bytes[Self.place(position &- offset)]
      if marks != 0 {
        if contains(first &- offset, in: list), !body(first &- offset) { return false }
        if contains(second &- offset, in: list), !body(second &- offset) { return false }
        if contains(third &- offset, in: list), !body(third &- offset) { return false }
        if contains(position &- offset, in: list), !body(position &- offset) { return false }
      }
      if position >= last { return true }
      place &+= 4
    }
    while place < gaps.count {
      unsafe position &+= gaps.base[place] &+ 1
      if contains(position &- offset, in: list), !body(position &- offset) { return false }
      place &+= 1
    }
    return true
  }
}
