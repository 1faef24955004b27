// SPDX-License-Identifier: Apache-2.0

/// Directories that nobody asks about, and in which so much happens that the kernel is to drop their events.
///
/// A pure value.
struct BusyDirectories<Identity: Hashable & Sendable>: Sendable {
  /// A directory with more events is busy.
  private static var maximumEvents: UInt16 { 256 }
  /// Of more directories, none is busy: the counts begin again.
  private static var maximumCounts: Int { 4096 }
  /// The kernel is asked to drop the events of no more directories.
  static var maximumIgnored: Int { 1024 }

  private var counts: [Identity: UInt16] = [:]
  private(set) var ignored: Set<Identity> = []

  /// Counts an event.
  ///
  /// - Returns: Whether the directory has become busy. It is counted from the beginning then, because the
  ///   kernel may forget that its events are to be dropped.
  mutating func isBusy(after identity: Identity) -> Bool {
    let count = counts[identity, default: 0] + 1
    if count <= Self.maximumEvents {
      if counts.count >= Self.maximumCounts { counts = [:] }
      counts[identity] = count
      return false
    }
    counts[identity] = nil
    return true
  }

  var isFull: Bool { ignored.count >= Self.maximumIgnored }

  mutating func noteIgnored(_ identity: Identity) { ignored.insert(identity) }

  /// - Returns: Whether the kernel drops the events of the directory, as far as known.
  mutating func attend(to identity: Identity) -> Bool {
    counts[identity] = nil
    return ignored.remove(identity) != nil
  }

  mutating func attendToAll() { ignored = [] }
}
