internal import Glibc

extension Store {
  /// Removes the files of segments that are not listed: those that were merged away, and those of writers that died.
  ///
  /// For the holder of the maintenance lock. A reader that has such a file mapped keeps it until it is done.
  func sweepSegments() throws(StoreError) {
    guard access != .read else { throw .openedForReading(path: path) }
    guard unsafe Glibc.access(path + "/segments", F_OK) == 0 else { return }
    // A power failure must not bring a list back that has them.
    try lease().generation.synchronize()
    CrashPoint.sweepBegun.pass()
    var obsolete: [String] = []
    try whileWriting { snapshot throws(StoreError) in
      // With the lock held no writer is between giving a file its name and listing it.
      let records = try snapshot.segmentRecords()
      snapshot.lease.generation.segments.keep(records)
      let listed = Set(records.map(\.id.fileName))
      let next = try snapshot.counters().nextSegment
      for name in try namesInFolder(path + "/segments") where !listed.contains(name) {
        if let id = SegmentID(fileName: name) {
          // The number of a segment whose commit failed is given again: such a file goes before the next writer comes.
          if id.rawValue < next { obsolete.append(name) } else { removeSegment(name) }
        } else if UnlistedSegment.isAbandoned(name) {
          obsolete.append(name)
        }
      }
    }
    for name in obsolete { removeSegment(name) }
  }

  /// Removes the files of segments that a transaction would have listed. What cannot be removed now is swept another time.
  func removeUncommitted(_ ids: [SegmentID]) {
    do throws(StoreError) {
      try whileWriting { snapshot throws(StoreError) in
        // With the lock held nobody else has a file under such a number, unless it is listed already.
        let next = try snapshot.counters().nextSegment
        for id in ids where id.rawValue >= next { removeSegment(id.fileName) }
      }
    } catch {}
  }

  private func removeSegment(_ name: String) {
    CrashPoint.segmentUnlink.pass()
    // What cannot be removed is swept another time.
    unsafe unlink(path + "/segments/" + name)
    CrashPoint.segmentUnlinked.pass()
  }

  /// The files in the store's folder of segments that are not listed, for a report: what writers have not committed yet, and what is to be
  /// swept.
  package func unlistedSegments() throws(StoreError) -> [String] {
    guard unsafe Glibc.access(path + "/segments", F_OK) == 0 else { return [] }
    let listed = Set(try read { snapshot throws(StoreError) in try snapshot.segmentRecords().map(\.id.fileName) })
    return try namesInFolder(path + "/segments").filter { !listed.contains($0) }.sorted()
  }
}

extension SegmentID {
  /// - Returns: `nil` for a name that ``fileName`` does not give.
  init?(fileName: String) {
    guard fileName.hasSuffix(".segment"), let number = UInt32(fileName.dropLast(".segment".count)) else { return nil }
    self.init(rawValue: number)
    guard self.fileName == fileName else { return nil }
  }
}
