// SPDX-License-Identifier: Apache-2.0

/// Decides which segments of a layer are merged.
///
/// Segments are sorted into tiers by the size of their live documents. Each tier is ``fanOut``
/// times as large as the one below. When a tier has that many segments, they are merged into one of
/// the next tier. So data is written at most once for each tier, and the number of segments stays
/// bounded.
///
/// The type is pure: it works on numbers and knows no store.
struct MergePolicy: Sendable, Equatable {
  /// What the policy needs to know of a segment.
  struct Segment: Sendable, Equatable {
    /// Cost of reading and writing the segment: bytes in the text layer, documents in the
    /// attributes layer.
    var size: Int
    var documents: Int
    /// Number of dead versions among ``documents``.
    var dead: Int

    /// The part of ``size`` that belongs to live versions, rounded up.
    var liveSize: Int {
      documents == 0 ? 0 : Int((Double(size) * Double(documents - dead) / Double(documents)).rounded(.up))
    }
  }

  /// Number of segments of one tier that are merged into one.
  ///
  /// A larger number writes less and leaves more segments to search. The table shows, for incoming
  /// segments of equal size, how often each byte is written in total, and the mean and the maximum
  /// number of segments at any time:
  ///
  ///     fanOut   700 segments     3,000 segments
  ///          4   4.0   6.8  13    4.7   8.4  16
  ///          8   3.4  10.1  21    3.6  12.9  25
  ///         12   2.7  12.8  25    3.4  16.2  33
  ///         16   2.7  15.3  31    2.9  20.2  40
  var fanOut = 12
  /// Segments up to this size belong to the lowest tier.
  var smallest: Int
  /// A segment is rewritten when more than this percentage of its documents is dead.
  var maximumDead: Int
  /// Maximum number of segments of a layer, for a store that nobody writes to; `nil` to limit only
  /// the number in each tier.
  var maximumSegments: Int?
  /// Maximum total size of segments that are merged only because of ``maximumSegments``.
  var maximumSizeForFewer = Int.max

  /// Maximum number of inputs of a merge. Each takes a few hundred KiB of buffers.
  static let maximumInputs = 64

  /// The segments to merge next: several, or a single one with too many dead documents. Segments
  /// without live documents come first, because they only need to be dropped.
  ///
  /// - Returns: Indices in `segments`, ascending; `nil` when no merge is due.
  func next(_ segments: [Segment]) -> [Int]? {
    let dead = segments.indices.filter { segments[$0].dead == segments[$0].documents }
    if !dead.isEmpty { return dead }
    return (overfullTier(segments) ?? tooMany(segments) ?? mostlyDead(segments))?.sorted()
  }

  private func tier(of size: Int) -> Int {
    var tier = 0
    var edge = smallest
    while size > edge {
      tier += 1
      edge *= fanOut
    }
    return tier
  }

  private func overfullTier(_ segments: [Segment]) -> [Int]? {
    let tiers = Dictionary(grouping: segments.indices) { tier(of: segments[$0].liveSize) }
    guard var last = tiers.keys.sorted().first(where: { tiers[$0, default: []].count >= fanOut }) else { return nil }
    var chosen = Array(tiers[last, default: []].prefix(Self.maximumInputs))
    // If the result fills another tier, merge that tier in the same pass, so that the data is
    // written once instead of twice.
    while true {
      let target = tier(of: chosen.reduce(0) { $0 + segments[$1].liveSize })
      guard target > last, tiers[target, default: []].count + 1 >= fanOut else { return chosen }
      let more = (last + 1...target).flatMap { tiers[$0, default: []] }
      guard chosen.count + more.count <= Self.maximumInputs else { return chosen }
      chosen += more
      last = target
    }
  }

  /// The smallest segments, up to the last one that is smaller than all before it together. So each
  /// is rewritten only after as much data has been added.
  private func tooMany(_ segments: [Segment]) -> [Int]? {
    guard let maximumSegments, segments.count > maximumSegments else { return nil }
    let ascending = segments.indices.sorted { segments[$0].liveSize < segments[$1].liveSize }
    var sum = 0
    var end = 0
    for (position, index) in ascending.enumerated() {
      let isSmaller = position > 0 && segments[index].liveSize < sum
      sum += segments[index].liveSize
      if sum > maximumSizeForFewer { break }
      if isSmaller { end = position + 1 }
    }
    return end > 1 ? Array(ascending[..<min(end, Self.maximumInputs)]) : nil
  }

  /// Chooses segments to merge in a layer with too many segments, while a maintainer may be merging
  /// there: of the newest segments, the smaller three quarters. The largest are left out so that
  /// the result is not rewritten by the next such merge.
  ///
  /// - Parameters:
  ///   - segments: In the order of SegmentIDs, oldest first.
  ///   - kept: Number of the oldest segments to leave alone, because a running merge may be reading
  ///     them.
  /// - Returns: Indices in `segments`, ascending; at least two if there are at least two segments
  ///   besides the kept ones.
  static func relief(_ segments: [Segment], keeping kept: Int) -> [Int] {
    let newest = segments.indices.dropFirst(kept).sorted { segments[$0].liveSize < segments[$1].liveSize }
    return newest.prefix(min(max(2, newest.count * 3 / 4), maximumInputs)).sorted()
  }

  private func mostlyDead(_ segments: [Segment]) -> [Int]? {
    segments.indices.first { segments[$0].dead * 100 > segments[$0].documents * maximumDead }.map { [$0] }
  }
}

extension MergePolicy {
  /// - Parameter isQuiet: Nobody is writing to the store. Writing more is then worthwhile for a
  ///   smaller and faster index.
  init(for layer: SegmentLayer, isQuiet: Bool) {
    smallest =
      switch layer {
      case .attributes, .directories: 2048
      case .text: 256 << 10
      }
    maximumDead = isQuiet ? 8 : 30
    maximumSegments = isQuiet ? 4 : nil
  }

  /// The policy while an import writes; ``afterImport(of:)`` follows at its end.
  ///
  /// An import adds names in segments of about 12,000 documents. With the usual tiers, those of a
  /// million files would be written three times. It adds texts in segments of a few megabytes,
  /// about a hundred for a gigabyte of text; this policy writes them twice instead of three times.
  /// More segments cost a search a few microseconds each, which matters little meanwhile.
  static func duringImport(of layer: SegmentLayer) -> MergePolicy {
    var policy = MergePolicy(for: layer, isQuiet: false)
    policy.fanOut = layer == .attributes ? 48 : 32
    return policy
  }

  /// The policy for the segments of an import after its end.
  ///
  /// Merging the attributes of a million files takes no measurable part of a seven-second import.
  /// Texts amount to hundreds of megabytes, of which only the small segments are worth the time.
  static func afterImport(of layer: SegmentLayer) -> MergePolicy {
    var policy = MergePolicy(for: layer, isQuiet: true)
    policy.maximumDead = MergePolicy(for: layer, isQuiet: false).maximumDead
    if layer == .text { policy.maximumSizeForFewer = 16 << 20 }
    return policy
  }
}
