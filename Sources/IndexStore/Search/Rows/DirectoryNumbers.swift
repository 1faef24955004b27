// SPDX-License-Identifier: Apache-2.0

/// Maps some directories to numbers other than zero; all others have zero.
///
/// A few directories are stored in a hash table. An array with an entry for each directory would
/// touch one page of memory for each of them, which costs more than the rest of a search. When
/// there are many directories, the array is smaller than the hash table and replaces it.
struct DirectoryNumbers: ~Copyable {
  /// Exclusive upper bound of the directories' numbers.
  let directoryCount: Int
  /// Slots of the hash table: a directory in the upper 32 bits and its number in the lower 32; zero
  /// for an empty slot. At least half of the slots are empty.
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
      return UInt32(truncatingIfNeeded: slots[slotIndex(of: directory)])
    }
    set {
      if let table {
        table[Int(directory)] = newValue
        return
      }
      let index = slotIndex(of: directory)
      if slots[index] == 0, newValue != 0 { used += 1 }
      slots[index] = newValue == 0 && slots[index] == 0 ? 0 : UInt64(directory) << 32 | UInt64(newValue)
      if used > slots.count / 2 { grow(to: slots.count * 2) }
    }
  }

  /// Sets the number of a directory that has none.
  ///
  /// - Parameters:
  ///   - number: Not zero.
  ///   - directory: Less than ``directoryCount``.
  /// - Returns: The number that the directory already has, which stays; `nil` if it had none.
  mutating func insert(_ number: UInt32, for directory: UInt32) -> UInt32? {
    if let table {
      let known = table[Int(directory)]
      if known != 0 { return known }
      table[Int(directory)] = number
      return nil
    }
    let index = slotIndex(of: directory)
    let known = UInt32(truncatingIfNeeded: slots[index])
    if known != 0 { return known }
    if slots[index] == 0 { used += 1 }
    slots[index] = UInt64(directory) << 32 | UInt64(number)
    if used > slots.count / 2 { grow(to: slots.count * 2) }
    return nil
  }

  /// Index of the slot that holds a directory, or of the empty slot for it.
  private func slotIndex(of directory: UInt32) -> Int {
    let mask = slots.count - 1
    var index = Int(directory &* 0x9E37_79B1 >> 7) & mask
    while slots[index] != 0, slots[index] >> 32 != UInt64(directory) { index = (index + 1) & mask }
    return index
  }

  /// Makes room for more directories, so that inserting them does not grow the table.
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
    for slot in old where slot != 0 { slots[slotIndex(of: UInt32(slot >> 32))] = slot }
  }
}
