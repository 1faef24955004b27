// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import Synchronization
internal import SystemPlatform

/// The temporary path of a segment's file, used until a commit lists the segment.
///
/// A file that is never listed is removed together with this object or, if the process dies, by a
/// later sweep.
final class UnlistedSegment: Sendable {
  let path: String

  private static let next = Atomic<UInt32>(0)
  private static let prefix = "new-"

  /// - Parameter store: The path of the store's folder.
  init(in store: String) throws(StoreError) {
    try Self.makeFolder(in: store)
    let number = Self.next.add(1, ordering: .relaxed).oldValue
    path = store + "/segments/" + Self.prefix + "\(ProcessFacts.id)-\(number)"
  }

  static func makeFolder(in store: String) throws(StoreError) {
    try createFolderIfMissing(store + "/segments")
  }

  // A listed segment was renamed, so there is nothing left under this path.
  deinit { Path(path).removeIfPossible() }

  /// Whether a file name is one of a writer.
  static func isTemporary(_ name: String) -> Bool { name.hasPrefix(prefix) || name.hasPrefix(SegmentFormat.scratchPrefix) }

  /// Whether a file name belongs to a writer whose process has ended, or is no longer needed.
  static func isAbandoned(_ name: String) -> Bool {
    if name.hasPrefix(SegmentFormat.scratchPrefix) { return true }
    guard name.hasPrefix(prefix) else { return false }
    guard let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ Int32($0) }) else { return true }
    return !Signal.isRunning(process)
  }
}
