// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Numbers that are zero until they are set. Pages that are never touched use no memory, however
/// large the table.
@safe
final class ZeroedNumbers {
  let count: Int
  private let numbers: UnsafeMutablePointer<UInt32>

  init(count: Int) {
    let memory = unsafe RawMemory.zeroed(max(count, 1) * MemoryLayout<UInt32>.stride)
    self.count = count
    unsafe numbers = memory.bindMemory(to: UInt32.self, capacity: max(count, 1))
  }

  deinit { unsafe RawMemory.free(numbers) }

  /// - Parameter index: Less than ``count``.
  subscript(index: Int) -> UInt32 {
    get {
      precondition(index >= 0 && index < count, "an index beyond the table")
      return unsafe numbers[index]
    }
    set {
      precondition(index >= 0 && index < count, "an index beyond the table")
      unsafe numbers[index] = newValue
    }
  }
}
