// SPDX-License-Identifier: Apache-2.0

/// Reads a run of documents sorted by id. A scratch holds many such runs.
final class SpilledDocuments: OrderedDocuments {
  static let entrySize = 12
  private static let windowSize = 1024 * entrySize

  private let scratch: ByteSink
  private let end: Int
  private var window: [UInt8] = []
  private var windowIndex = 0
  private var windowEnd: Int

  /// - Parameter range: Range of the run in `scratch`, which must be finished.
  init(_ scratch: ByteSink, _ range: Range<Int>) {
    self.scratch = scratch
    windowEnd = range.lowerBound
    end = range.upperBound
  }

  /// Appends a run to `scratch`.
  ///
  /// - Parameters:
  ///   - ids: The DocumentIDs of consecutive ordinals.
  ///   - first: The first ordinal.
  /// - Returns: Range of the run in `scratch`.
  static func append(_ ids: [UInt64], from first: UInt32, to scratch: ByteSink) throws(SegmentError) -> Range<Int> {
    let start = scratch.count
    for document in ids.indices.map({ OrderedDocument(id: ids[$0], ordinal: first + UInt32($0)) }).sorted() {
      scratch.bytes.append(fixed: document.id)
      scratch.bytes.append(fixed: document.ordinal)
    }
    try scratch.flushIfFull()
    return start..<scratch.count
  }

  func next() throws(SegmentError) -> OrderedDocument? {
    if windowIndex == window.count {
      guard windowEnd < end else { return nil }
      try scratch.read(at: windowEnd, upTo: min(Self.windowSize, end - windowEnd), into: &window)
      windowEnd += window.count
      windowIndex = 0
    }
    defer { windowIndex += Self.entrySize }
    return unsafe window.withUnsafeBytes { bytes in
      unsafe OrderedDocument(
        id: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: windowIndex, as: UInt64.self)),
        ordinal: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: windowIndex + 8, as: UInt32.self)))
    }
  }
}
