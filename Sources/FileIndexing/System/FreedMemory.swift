// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// Returns the memory to the kernel that this process has freed and the allocator keeps for reuse.
///
/// A daemon that rests needs a few megabytes, and its allocator keeps several times as much after work.
struct FreedMemory {
  /// The memory is returned only after the process has grown by this. Otherwise each small change would be
  /// followed by a pass over the heap, and the next one by page faults.
  private static let minimumGrowth = 4 << 20

  /// The size of the process when memory was last returned, in bytes.
  private var size = 0

  /// Returns freed memory if the process has grown since the last call that did so.
  mutating func release() {
    guard process_own_memory(ProcessFacts.id) >= Int64(size + Self.minimumGrowth) else { return }
    process_return_freed_memory()
    size = Int(process_own_memory(ProcessFacts.id))
  }
}
