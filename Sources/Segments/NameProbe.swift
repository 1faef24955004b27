internal import CVector
internal import TextAnalysis

/// Looks for places in packed names where a match may be, at the speed of memory.
///
/// The two rarest bytes of the longest ASCII stretch of the pattern, in either case; and, because they may fold to anything, all bytes
/// outside ASCII.
@safe struct NameProbe {
  enum Judgement { case yes, no, compare }

  /// An ASCII stretch that every matching name of ASCII has; perhaps empty.
  private let literal: [UInt8]
  private let ignoresCase: Bool

  /// The pattern is the literal with a star on both sides: finding it is enough.
  private let isDecisive: Bool
  private let places: (Int, Int)

  init(_ pattern: StringPattern) {
    ignoresCase = pattern.folding.contains(.case)
    let literals = pattern.glob.literals
    var longest: [UInt8] = []
    for literal in literals {
      for run in literal.split(whereSeparator: { $0 >= 0x80 }) where run.count > longest.count { longest = Array(run) }
    }
    literal = longest
    isDecisive = pattern.isDecidedByGlob && literals == [[], longest, []] && !longest.isEmpty
    let byRarity = longest.indices.sorted { Self.frequency(longest[$0]) < Self.frequency(longest[$1]) }
    places = (byRarity.first ?? 0, byRarity.dropFirst().first ?? byRarity.first ?? 0)
  }

  /// How often a byte occurs in names, roughly.
  private static func frequency(_ byte: UInt8) -> Int {
    let common = Array("etaoinsrhldcumfpgwybvkxjqz".utf8)
    if let rank = common.firstIndex(of: byte | 0x20) { return 100 - 3 * rank }
    return byte == 0x2E || byte == 0x2D || byte == 0x5F ? 90 : byte &- 0x30 < 10 ? 60 : 10
  }

  /// Up to 64 bytes, and a bit for each that is a candidate.
  struct Finding {
    let start: Int
    let marks: UInt64
    /// Where to go on.
    var end: Int { start + 64 }
  }

  /// The next bytes with a candidate, from `start` on. Without a literal every name is one, at the zero behind it.
  func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Finding? {
    guard let base = bytes.baseAddress else { return nil }
    let reach = literal.isEmpty ? 0 : max(places.0, places.1)
    let last = bytes.count - reach - 64
    var index = start
    while index <= last {
      let marks = unsafe marks(base + index)
      if marks != 0 { return Finding(start: index, marks: marks) }
      index &+= 64
    }
    // The rest once more with bytes that were seen before, whose marks do not count.
    if last >= 0, index < last + 64 {
      let marks = unsafe marks(base + last) & UInt64.max << UInt64(index - last)
      if marks != 0 { return Finding(start: last, marks: marks) }
      index = last + 64
    }
    while index < bytes.count {
      let marks = unsafe fewMarks(index..<min(index + 64, bytes.count), in: bytes)
      if marks != 0 { return Finding(start: index, marks: marks) }
      index += 64
    }
    return nil
  }

  /// The candidates among 64 bytes. The test may let a punctuation mark pass for a letter, which the comparison finds out.
  @inline(__always)
  private func marks(_ first: UnsafePointer<UInt8>) -> UInt64 {
    if literal.isEmpty { return unsafe vector_zeros(first) }
    let (one, other) = (literal[places.0], literal[places.1])
    let (oneMask, otherMask) = (Self.mask(one), Self.mask(other))
    return unsafe vector_candidates(first, first + places.0, oneMask, one | oneMask, first + places.1, otherMask, other | otherMask)
  }

  /// The candidates among some bytes, 64 at most.
  private func fewMarks(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var marks: UInt64 = 0
    for index in range where unsafe isCandidate(index, in: bytes) { marks |= 1 << UInt64(index - range.lowerBound) }
    return marks
  }

  private func isCandidate(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if literal.isEmpty { return unsafe bytes[index] == 0 }
    if unsafe bytes[index] >= 0x80 { return true }
    return unsafe Self.has(literal[places.0], index + places.0, in: bytes) && Self.has(literal[places.1], index + places.1, in: bytes)
  }

  private static func has(_ wanted: UInt8, _ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe index < bytes.count && bytes[index] | mask(wanted) == wanted | mask(wanted)
  }

  private static func mask(_ byte: UInt8) -> UInt8 { (byte | 0x20) &- 0x61 < 26 ? 0x20 : 0 }

  /// Whether the name around a candidate matches.
  func judge(_ bytes: UnsafeBufferPointer<UInt8>, at candidate: Int) -> Judgement {
    if literal.isEmpty { return .compare }
    if unsafe bytes[candidate] >= 0x80 { return .compare }
    guard candidate + literal.count < bytes.count else { return .no }
    for index in literal.indices {
      var byte = unsafe bytes[candidate + index]
      if ignoresCase, byte &- 0x41 < 26 { byte |= 0x20 }
      if byte != literal[index] {
        // A character outside ASCII comes later, and has its own turn.
        return .no
      }
    }
    // A mark that follows would change the last letter.
    let isPlain = unsafe bytes[candidate + literal.count] < 0x80
    return isDecisive && isPlain ? .yes : .compare
  }
}
