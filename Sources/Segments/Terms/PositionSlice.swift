// SPDX-License-Identifier: Apache-2.0

internal import CVector

/// Ascending positions in one document.
@safe struct PositionSlice {
  /// The positions minus ``base``, modulo 2^32.
  let numbers: UnsafePointer<UInt32>
  let count: Int
  let base: UInt32

  /// - Parameter numbers: Must not change while the slice is in use. Seven more numbers after the
  ///   last may be read.
  @inline(__always)
  init(_ numbers: UnsafePointer<UInt32>, count: Int, base: UInt32 = 0) {
    unsafe self.numbers = numbers
    self.count = count
    self.base = base
  }

  subscript(index: Int) -> UInt32 {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "there is no such position")
      return unsafe base &+ numbers[index]
    }
  }

  @inline(__always)
  var last: UInt32 { self[count &- 1] }

  /// Whether the slice contains `position`.
  ///
  /// Compares eight numbers at a time, without a branch.
  ///
  /// - Parameters:
  ///   - index: An index such that all earlier positions are less than `position`. Advanced as far
  ///     as that still holds.
  ///   - isBounded: Whether the caller guarantees two things: `position` is not greater than the
  ///     last position of the slice, and no number after the slice stands for a position less than
  ///     that.
  @inline(__always)
  func contains(_ position: UInt32, from index: inout Int, isBounded: Bool) -> Bool {
    while index &+ 8 < count, unsafe base &+ numbers[index &+ 7] < position { index &+= 8 }
    let equal = unsafe vector_equals(numbers + index, position &- base)
    if isBounded { return equal != 0 }
    let left = UInt32(truncatingIfNeeded: min(count &- index, 8))
    return equal & (1 &<< left &- 1) != 0
  }
}
