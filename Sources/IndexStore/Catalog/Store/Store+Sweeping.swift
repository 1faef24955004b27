// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

extension Store {
  /// Removes files of segments that are not listed: merged segments, and unfinished ones of writers
  /// that died.
  ///
  /// Call it with the maintenance lock held. A reader that has a removed file mapped keeps its data
  /// until it unmaps the file.
  func sweepSegments() throws(StoreError) {
    guard access != .read else { throw .openedForReading(path: path) }
    guard Path(path + "/segments").exists else { return }
    // A power failure must not restore a list that contains the removed files.
    try flush()
    CrashPoint.sweepBegun.pass()
    var obsolete: [String] = []
    try whileWriting { snapshot throws(StoreError) in
      // The write lock guarantees that no writer is between renaming a file and committing its row.
      let records = try snapshot.segmentRecords()
      snapshot.lease.generation.segments.keep(records)
      let listed = Set(records.map(\.id.fileName))
      let next = try snapshot.counters().nextSegment
      for name in try namesInFolder(path + "/segments") where !listed.contains(name) {
        if let id = SegmentID(fileName: name) {
          // A segment whose commit failed leaves its number to the next writer, so the file is
          // removed before the write lock is released.
          if id.rawValue < next { obsolete.append(name) } else { removeSegment(name) }
        } else if UnlistedSegment.isAbandoned(name) {
          obsolete.append(name)
        }
      }
    }
    for name in obsolete { removeSegment(name) }
  }

  /// Removes files of segments that a failed transaction would have listed. Errors are ignored; a
  /// later sweep removes what is left.
  func removeUncommitted(_ ids: [SegmentID]) {
    do throws(StoreError) {
      try whileWriting { snapshot throws(StoreError) in
        // With the write lock held, no other writer uses these numbers, except those that are
        // listed by now.
        let next = try snapshot.counters().nextSegment
        for id in ids where id.rawValue >= next { removeSegment(id.fileName) }
      }
    } catch {}
  }

  private func removeSegment(_ name: String) {
    CrashPoint.segmentUnlink.pass()
    // Errors are ignored; a later sweep removes the file.
    removeEntry(path + "/segments/" + name)
    CrashPoint.segmentUnlinked.pass()
  }

  /// Names of files in the folder `segments` that are not listed, for reports: segments that are
  /// not committed yet, files to be swept, and foreign files, which are left alone.
  package func unlistedSegments() throws(StoreError) -> [(name: String, isForeign: Bool)] {
    guard Path(path + "/segments").exists else { return [] }
    let listed = Set(try read { snapshot throws(StoreError) in try snapshot.segmentRecords().map(\.id.fileName) })
    return try namesInFolder(path + "/segments").filter { !listed.contains($0) }.sorted().map { name in
      let isOwn = SegmentID(fileName: name) != nil || UnlistedSegment.isTemporary(name) || name.hasSuffix(Self.damageSuffix)
      return (name, !isOwn)
    }
  }
}

extension SegmentID {
  /// - Returns: `nil` if ``fileName`` does not produce the name.
  init?(fileName: String) {
    guard fileName.hasSuffix(SegmentID.fileSuffix), let number = UInt32(fileName.dropLast(SegmentID.fileSuffix.count)) else { return nil }
    self.init(rawValue: number)
    guard self.fileName == fileName else { return nil }
  }
}
