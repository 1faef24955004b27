/// Bits that are ordered as unsigned numbers in the way of the doubles they stand for.
///
/// −0 comes right before 0 and is made 0; NaNs come first or last, and no range finds them.
enum SortableNumber {
  static func bits(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  static func number(_ bits: UInt64) -> Double {
    Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }
}
