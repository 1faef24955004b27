/// Decides which segments of a layer become one.
///
/// Segments are sorted into tiers by what is alive in them, each tier ``fanOut`` times as large as the one below; as many as that in one tier
/// become one of the next. So nothing is written more often than there are tiers, and a search meets a bounded number of segments.
///
/// Pure: it knows numbers and no store.
struct MergePolicy: Sendable, Equatable {
  /// A segment as far as merging cares.
  struct Segment: Sendable, Equatable {
    /// What reading and writing it costs: bytes of texts, documents of attributes.
    var size: Int
    var documents: Int
    /// Of the documents.
    var dead: Int

    /// What would be left of ``size``.
    var liveSize: Int {
      documents == 0 ? 0 : Int((Double(size) * Double(documents - dead) / Double(documents)).rounded(.up))
    }
  }

  /// Segments of one tier that become one.
  ///
  /// More write less and leave more to search. Runs of one size coming in, how often each byte is written in all, and the mean and the
  /// greatest number of segments:
  ///
  ///               700 runs           3,000 runs
  ///      4     4.0   6.8  13       4.7   8.4  16
  ///      8     3.4  10.1  21       3.6  12.9  25
  ///     12     2.7  12.8  25       3.4  16.2  33
  ///     16     2.7  15.3  31       2.9  20.2  40
  var fanOut = 12
  /// Segments up to this size are of the lowest tier: runs, whatever came with them.
  var smallest: Int
  /// Percent of a segment's documents that may be dead before it is written anew.
  var maximumDead: Int
  /// When the store is left alone: so many segments, and no longer one for each place in a tier, are what a search should meet.
  var maximumSegments: Int?
  /// Of what is merged only for that, the size in all.
  var maximumSizeForFewer = Int.max

  /// Inputs of one merge: each takes some hundred KiB of buffers.
  static let maximumInputs = 64

  /// The segments that are to become one next: several, or a single one that is mostly dead. Those in which nothing is alive come before all
  /// others: they only have to be dropped.
  ///
  /// - Returns: Places in `segments`, ascending; `nil` when nothing is to be done.
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
    // What this makes may be what another tier lacks to be overfull: written once rather than twice.
    while true {
      let target = tier(of: chosen.reduce(0) { $0 + segments[$1].liveSize })
      guard target > last, tiers[target, default: []].count + 1 >= fanOut else { return chosen }
      let more = (last + 1...target).flatMap { tiers[$0, default: []] }
      guard chosen.count + more.count <= Self.maximumInputs else { return chosen }
      chosen += more
      last = target
    }
  }

  /// The smallest ones, up to the last that is smaller than all before it together: each is then written again only when as much has come.
  private func tooMany(_ segments: [Segment]) -> [Int]? {
    guard let maximumSegments, segments.count > maximumSegments else { return nil }
    let ascending = segments.indices.sorted { segments[$0].liveSize < segments[$1].liveSize }
    var sum = 0
    var end = 0
    for (place, index) in ascending.enumerated() {
      let isSmaller = place > 0 && segments[index].liveSize < sum
      sum += segments[index].liveSize
      if sum > maximumSizeForFewer { break }
      if isSmaller { end = place + 1 }
    }
    return end > 1 ? Array(ascending[..<min(end, Self.maximumInputs)]) : nil
  }

  /// What to merge in a layer that has too many segments while somebody else may be merging there: of the newest ones the smaller three
  /// quarters, so that what this makes is not written again the next time.
  ///
  /// - Parameters:
  ///   - segments: The oldest first.
  ///   - kept: So many of the oldest are left alone: a merge that goes on has its inputs among them.
  /// - Returns: Places in `segments`, ascending; at least two where there are two more than `kept`.
  static func relief(_ segments: [Segment], keeping kept: Int) -> [Int] {
    let newest = segments.indices.dropFirst(kept).sorted { segments[$0].liveSize < segments[$1].liveSize }
    return newest.prefix(min(max(2, newest.count * 3 / 4), maximumInputs)).sorted()
  }

  private func mostlyDead(_ segments: [Segment]) -> [Int]? {
    segments.indices.first { segments[$0].dead * 100 > segments[$0].documents * maximumDead }.map { [$0] }
  }
}

extension MergePolicy {
  /// - Parameter isQuiet: Nobody changes the store just now: then it is worth writing more for a smaller index that answers sooner.
  init(for layer: SegmentLayer, isQuiet: Bool) {
    smallest =
      switch layer {
      case .attributes, .directories: 2048
      case .text: 256 << 10
      }
    maximumDead = isQuiet ? 8 : 30
    maximumSegments = isQuiet ? 4 : nil
  }

  /// While an import writes, at whose end ``afterImport(of:)`` follows. Names come in runs of some twelve thousand: with the usual tiers those
  /// of a million files would be written three times. Texts come in runs of some megabytes, of which a gigabyte of text makes a hundred: these
  /// are written twice and not three times, and what more segments cost a search meanwhile, some microseconds each, is little.
  static func duringImport(of layer: SegmentLayer) -> MergePolicy {
    var policy = MergePolicy(for: layer, isQuiet: false)
    policy.fanOut = layer == .attributes ? 48 : 32
    return policy
  }

  /// For the segments that an import has made, when it is over.
  ///
  /// Those of attributes cost it little: a million names are merged within the noise of a seven-second import. Texts come in hundreds of
  /// megabytes, and only the small segments among them are worth its time.
  static func afterImport(of layer: SegmentLayer) -> MergePolicy {
    var policy = MergePolicy(for: layer, isQuiet: true)
    policy.maximumDead = MergePolicy(for: layer, isQuiet: false).maximumDead
    if layer == .text { policy.maximumSizeForFewer = 16 << 20 }
    return policy
  }
}
