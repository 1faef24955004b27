/// Marks the positions of a list, so that others are compared with all of them at once.
///
/// A bit for each of ``range`` positions: exact in all but very long documents. There, positions share bits, and the list is asked too.
/// Small enough for the processor's first cache, whatever the document.
@safe struct PositionMarks: ~Copyable {
  private static let range: UInt32 = 1 << 16

  private let words: UnsafeMutablePointer<UInt64>
  private var isExact = true

  init() {
    unsafe words = .allocate(capacity: Int(Self.range / 64))
    unsafe words.initialize(repeating: 0, count: Int(Self.range / 64))
  }

  deinit { unsafe words.deallocate() }

  @inline(__always)
  private static func place(_ position: UInt32) -> Int { Int(position & (range - 1)) }

  /// Marks a list, which is not changed before it is unmarked.
  mutating func mark(_ list: inout PositionList) {
    var union: UInt32 = 0
    for index in 0..<list.count {
      let position = list[index]
      union |= position
      let place = Self.place(position)
      unsafe words[place >> 6] |= 1 &<< UInt64(place & 63)
    }
    isExact = union < Self.range
    if !isExact { list.sort() }
  }

  func unmark(_ list: borrowing PositionList) {
    for index in 0..<list.count { unsafe words[Self.place(list[index]) >> 6] = 0 }
  }

  /// Whether a position is in the list that is marked.
  @inline(__always)
  func contains(_ position: UInt32, in list: borrowing PositionList) -> Bool {
    let place = Self.place(position)
    guard unsafe words[place >> 6] &>> UInt64(place & 63) & 1 != 0 else { return false }
    return isExact || list.contains(position)
  }
}
