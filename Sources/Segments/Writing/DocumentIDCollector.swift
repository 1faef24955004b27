// SPDX-License-Identifier: Apache-2.0

/// Collects the DocumentIDs of a segment under construction, then writes their column and their
/// sort order.
///
/// The ids stay in a scratch until the end, because only then is it known whether they ascend.
struct DocumentIDCollector {
  private let folder: String
  private let scratch: ByteSink
  private var isAscending = true
  private var last: UInt64?

  init(folder: String) {
    self.folder = folder
    scratch = ByteSink(scratchIn: folder)
  }

  mutating func append(_ id: UInt64) throws(SegmentError) {
    if let last, last >= id { isAscending = false }
    last = id
    scratch.bytes.append(fixed: id)
    try scratch.flushIfFull()
  }

  /// Writes the column of ids. Writes the sort order too, unless the ids ascend with the ordinals.
  func finish(_ file: SegmentFileWriter) throws(SegmentError) {
    try scratch.finish()
    var column = PackedColumnWriter(file.sink)
    try forEachPiece { _, ids throws(SegmentError) in
      for id in ids { try column.append(id) }
    }
    _ = try column.finish()
    file.endSection(.documentIDs)
    if isAscending { return }
    let sorted = ByteSink(scratchIn: folder)
    var runs: [Range<Int>] = []
    try forEachPiece { first, ids throws(SegmentError) in
      runs.append(try SpilledDocuments.append(ids, from: first, to: sorted))
    }
    try sorted.finish()
    try DocumentOrderWriter(runs.map { SpilledDocuments(sorted, $0) }).write(to: file.sink)
    file.endSection(.documentOrder)
  }

  /// Number of ids sorted in memory at once: about 1 MB.
  private static let pieceCount = 32 * 1024

  private func forEachPiece(_ body: (UInt32, [UInt64]) throws(SegmentError) -> Void) throws(SegmentError) {
    var bytes: [UInt8] = []
    var offset = 0
    while offset < scratch.count {
      try scratch.read(at: offset, upTo: Self.pieceCount * 8, into: &bytes)
      let ids = unsafe bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 8).map { unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
      }
      try body(UInt32(offset / 8), ids)
      offset += bytes.count
    }
  }
}
