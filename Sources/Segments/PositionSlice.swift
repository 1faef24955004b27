internal import CVector

/// Ascending positions in one document, to be compared with others.
@safe struct PositionSlice {
  /// Less than the positions by ``base``, modulo 2^32.
  let numbers: UnsafePointer<UInt32>
  let count: Int
  let base: UInt32

  /// - Parameter numbers: Are not written to while the slice is used; seven behind them may be read.
  @inline(__always)
  init(_ numbers: UnsafePointer<UInt32>, count: Int, base: UInt32 = 0) {
    unsafe self.numbers = numbers
    self.count = count
    self.base = base
  }

  subscript(place: Int) -> UInt32 {
    @inline(__always) get {
      precondition(place >= 0 && place < count, "there is no such position")
      return unsafe base &+ numbers[place]
    }
  }

  @inline(__always)
  var last: UInt32 { self[count &- 1] }

  /// Whether it has a position.
  ///
  /// Eight are compared at a time, without a branch.
  ///
  /// - Parameters:
  ///   - place: None before it is `position`; then, one further on of which this holds.
  ///   - isBounded: No number behind the slice stands for a position up to the slice's last one, which `position` is not behind.
  @inline(__always)
  func contains(_ position: UInt32, from place: inout Int, isBounded: Bool) -> Bool {
    while place &+ 8 < count, unsafe base &+ numbers[place &+ 7] < position { place &+= 8 }
    let equal = unsafe vector_equals(numbers + place, position &- base)
    if isBounded { return equal != 0 }
    let left = UInt32(truncatingIfNeeded: min(count &- place, 8))
    return equal & (1 &<< left &- 1) != 0
  }
}
