/// Positions in one document that follow each other, as they are stored: of each how many lie between it and the one before.
@safe struct PositionGaps: ~Copyable {
  let base: UnsafePointer<UInt32>
  let count: Int

  /// - Parameter base: Is not written to while the gaps are used.
  @inline(__always)
  init(_ base: UnsafePointer<UInt32>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Appends the positions, each less `offset`; those before it are left out.
  ///
  /// - Parameter position: The last before; `UInt32.max` for none.
  @inline(__always)
  func append(to list: inout PositionList, from position: inout UInt32, before offset: UInt32) {
    let room = unsafe list.room(for: count)
    if offset == 0 {
      for index in 0..<count {
        unsafe position &+= base[index] &+ 1
        unsafe room[index] = position
      }
      return list.fill(count)
    }
    var kept = 0
    for index in 0..<count {
      unsafe position &+= base[index] &+ 1
      // Written in any case and overwritten if it does not count, without a branch.
      unsafe room[kept] = position &- offset
      kept &+= position >= offset ? 1 : 0
    }
    list.fill(kept)
  }

  /// Calls `body` with each position, until it returns `false`.
  ///
  /// - Returns: Whether it never did.
  @inline(__always)
  func forEach<Failure: Error>(from position: inout UInt32, _ body: (UInt32) throws(Failure) -> Bool) throws(Failure) -> Bool {
    for index in 0..<count {
      unsafe position &+= base[index] &+ 1
      guard try body(position) else { return false }
    }
    return true
  }
}
