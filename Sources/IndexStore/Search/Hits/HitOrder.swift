// SPDX-License-Identifier: Apache-2.0

/// Sorts hits by reference. Equal references stay in the order in which they were found.
///
/// It is a radix sort. Comparing hits costs several times as much, and the hits of most searches
/// consist of sorted runs or are sorted already.
enum HitOrder {
  static func sort(_ hits: inout [HitBatch.Hit]) {
    guard let least = hits.first else { return }
    var isByDocument = true
    var isByReference = true
    var (low, high) = (least.document, least.document)
    var (lowDirectory, highDirectory) = (least.directory, least.directory)
    for index in hits.indices.dropFirst() {
      let (before, hit) = (hits[index - 1], hits[index])
      if before.document > hit.document { isByDocument = false }
      if before.directory > hit.directory || before.directory == hit.directory && before.document > hit.document { isByReference = false }
      low = min(low, hit.document)
      high = max(high, hit.document)
      lowDirectory = min(lowDirectory, hit.directory)
      highDirectory = max(highDirectory, hit.directory)
    }
    if isByReference { return }
    // Equal references keep their order here too, as with the radix sort.
    if hits.count < 64 {
      hits.sort { ($0.directory, $0.document, $0.rank) < ($1.directory, $1.document, $1.rank) }
      return
    }
    let count = hits.count
    unsafe hits.withUnsafeMutableBufferPointer { hits in
      guard let own = hits.baseAddress else { return }
      // Raw memory, because an array would be initialized before it is overwritten.
      let other = UnsafeMutablePointer<HitBatch.Hit>.allocate(capacity: count)
      defer { unsafe other.deallocate() }
      var source = unsafe own
      var target = unsafe other
      if !isByDocument { unsafe sort(&source, into: &target, count: count, upTo: high - low) { $0.document - low } }
      unsafe sort(&source, into: &target, count: count, upTo: UInt64(highDirectory - lowDirectory)) { UInt64($0.directory - lowDirectory) }
      if unsafe source != own { unsafe own.update(from: source, count: count) }
    }
  }

  private static let digitBits: UInt64 = 11

  /// - Parameters:
  ///   - source: The hits. On return it is the memory with the result, and `target` the other
  ///     memory.
  ///   - greatest: The greatest key.
  @inline(__always)
  private static func sort(
    _ source: inout UnsafeMutablePointer<HitBatch.Hit>, into target: inout UnsafeMutablePointer<HitBatch.Hit>, count: Int,
    upTo greatest: UInt64, _ key: (HitBatch.Hit) -> UInt64
  ) {
    var shift: UInt64 = 0
    var starts = [Int](repeating: 0, count: 1 << Int(digitBits))
    while shift < 64, greatest >> shift != 0 {
      for index in starts.indices { starts[index] = 0 }
      for index in 0..<count { starts[Int(key(unsafe source[index]) >> shift & (1 << digitBits - 1))] += 1 }
      var sum = 0
      for index in starts.indices {
        let count = starts[index]
        starts[index] = sum
        sum += count
      }
      for index in 0..<count {
        let hit = unsafe source[index]
        let digit = Int(key(hit) >> shift & (1 << digitBits - 1))
        unsafe (target + starts[digit]).initialize(to: hit)
        starts[digit] += 1
      }
      unsafe swap(&source, &target)
      shift += digitBits
    }
  }
}
