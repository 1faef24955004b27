/// A number for each of some directories; zero for all others.
///
/// A few are found by a hash: numbers spread over a table of all directories would each touch a page of memory, which costs more than the rest
/// of a search. When they are many, such a table is the smaller one.
struct DirectoryNumbers: ~Copyable {
  /// Directories are numbered below this.
  let directoryCount: Int
  /// A directory in the upper half, its number in the lower one; zero where nothing is. At least half of them are.
  private var slots: [UInt64]
  private var used = 0
  private var table: ZeroedNumbers?

  private static let minimumSlotCount = 256

  init(directoryCount: Int) {
    self.directoryCount = directoryCount
    slots = [UInt64](repeating: 0, count: Self.minimumSlotCount)
  }

  /// - Parameter directory: Less than ``directoryCount``.
  subscript(directory: UInt32) -> UInt32 {
    get {
      if let table { return table[Int(directory)] }
      return UInt32(truncatingIfNeeded: slots[place(of: directory)])
    }
    set {
      if let table {
        table[Int(directory)] = newValue
        return
      }
      let place = place(of: directory)
      if slots[place] == 0, newValue != 0 { used += 1 }
      slots[place] = newValue == 0 && slots[place] == 0 ? 0 : UInt64(directory) << 32 | UInt64(newValue)
      if used > slots.count / 2 { grow(to: slots.count * 2) }
    }
  }

  /// Gives a number to a directory that has none.
  ///
  /// - Parameters:
  ///   - number: Not zero.
  ///   - directory: Less than ``directoryCount``.
  /// - Returns: The number that it has already.
  mutating func insert(_ number: UInt32, for directory: UInt32) -> UInt32? {
    if let table {
      let known = table[Int(directory)]
      if known != 0 { return known }
      table[Int(directory)] = number
      return nil
    }
    let place = place(of: directory)
    let known = UInt32(truncatingIfNeeded: slots[place])
    if known != 0 { return known }
    if slots[place] == 0 { used += 1 }
    slots[place] = UInt64(directory) << 32 | UInt64(number)
    if used > slots.count / 2 { grow(to: slots.count * 2) }
    return nil
  }

  /// The slot that has a directory, or that it would get.
  private func place(of directory: UInt32) -> Int {
    let mask = slots.count - 1
    var place = Int(directory &* 0x9E37_79B1 >> 7) & mask
    while slots[place] != 0, slots[place] >> 32 != UInt64(directory) { place = (place + 1) & mask }
    return place
  }

  /// Makes room for so many directories more.
  mutating func reserve(_ more: Int) {
    guard table == nil else { return }
    var count = slots.count
    while used + more > count / 2 { count *= 2 }
    if count > slots.count { grow(to: count) }
  }

  private mutating func grow(to count: Int) {
    let old = slots
    if count > directoryCount / 2 {
      let table = ZeroedNumbers(count: directoryCount)
      for slot in old where slot != 0 { table[Int(slot >> 32)] = UInt32(truncatingIfNeeded: slot) }
      self.table = table
      slots = []
      return
    }
    slots = [UInt64](repeating: 0, count: count)
    for slot in old where slot != 0 { slots[place(of: UInt32(slot >> 32))] = slot }
  }
}
