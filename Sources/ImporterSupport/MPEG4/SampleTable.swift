// SPDX-License-Identifier: Apache-2.0

/// Where the samples of a track are in an MPEG-4 or QuickTime file: chunks of consecutive samples
/// (ISO/IEC 14496-12, 8.7).
package struct SampleTable {
  /// The first samples, in order.
  package private(set) var ranges: [Range<Int>] = []

  /// - Parameter boxes: The children of the box `stbl`.
  package init(_ file: FileBytes, _ boxes: [ISOBox], maximumCount: Int) {
    let fields = { (type: String, skipped: Int, count: Int) in
      guard let body = boxes.first(where: { $0.type == type })?.body, body.count > skipped else { return [] as [Int] }
      let bytes = file.bytes(at: body.lowerBound + skipped, count: min(body.count - skipped, 4 * count))
      return stride(from: 0, to: bytes.count, by: 4).compactMap { bytes.integer(at: $0, as: UInt32.self, .big).map(Int.init) }
    }
    let (sizes, chunks) = (fields("stsz", 4, maximumCount + 2), fields("stco", 8, maximumCount))
    let starts = chunks.isEmpty ? Self.pairs(fields("co64", 8, 2 * maximumCount)) : chunks
    // Each run of chunks has a first chunk, the number of samples in each of its chunks, and the number
    // of their description.
    let runs = fields("stsc", 8, 3 * maximumCount)
    guard sizes.count >= 2 else { return }
    let count = min(sizes[1], maximumCount, sizes[0] > 0 ? maximumCount : sizes.count - 2)
    var run = 0
    for (index, start) in starts.enumerated() where ranges.count < count {
      while run + 3 < runs.count, runs[run + 3] <= index + 1 { run += 3 }
      guard run + 1 < runs.count else { return }
      var offset = start
      for _ in 0..<min(runs[run + 1], count - ranges.count) {
        let size = sizes[0] > 0 ? sizes[0] : sizes[2 + ranges.count]
        guard offset >= 0, offset < file.count else { return }
        ranges.append(offset..<(offset + size))
        offset += size
      }
    }
  }

  private static func pairs(_ halves: [Int]) -> [Int] {
    stride(from: 0, to: halves.count - 1, by: 2).map { halves[$0] << 32 | halves[$0 + 1] }
  }
}
