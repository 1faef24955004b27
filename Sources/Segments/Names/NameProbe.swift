// SPDX-License-Identifier: Apache-2.0

internal import CVector
internal import TextAnalysis

/// Scans packed names for offsets where a match may lie, at memory bandwidth.
///
/// Compares the two rarest bytes of the longest ASCII run of the pattern, ignoring case. Every byte
/// outside ASCII is a candidate too, because it may fold to anything, and so is an apostrophe, without which the
/// name may match.
@safe struct NameProbe {
  enum Judgement { case yes, no, compare }

  /// An ASCII run of the pattern that every matching ASCII name contains. May be empty.
  private let literal: [UInt8]
  private let ignoresCase: Bool

  /// Whether the pattern is the literal between two stars, so that finding the literal proves a
  /// match.
  private let isDecisive: Bool

  /// The apostrophe if it is a candidate; otherwise a byte that is one anyway.
  private let mark: UInt8

  /// Offsets in ``literal`` of its two rarest bytes.
  private let probes: (Int, Int)

  init(_ pattern: StringPattern) {
    ignoresCase = pattern.folding.contains(.case)
    let literals = pattern.glob.literals
    var longest: [UInt8] = []
    for literal in literals {
      for run in literal.split(whereSeparator: { $0 >= 0x80 }) where run.count > longest.count { longest = Array(run) }
    }
    literal = longest
    mark = pattern.ignoresInnerMarks ? UInt8(ascii: "'") : 0x80
    isDecisive = pattern.isProvedByGlob && literals == [[], longest, []] && !longest.isEmpty
    let byRarity = longest.indices.sorted { Self.frequency(longest[$0]) < Self.frequency(longest[$1]) }
    probes = (byRarity.first ?? 0, byRarity.dropFirst().first ?? byRarity.first ?? 0)
  }

  /// Approximate frequency of a byte in file names. Only the order of the results matters.
  private static func frequency(_ byte: UInt8) -> Int {
    let common = Array("etaoinsrhldcumfpgwybvkxjqz".utf8)
    if let rank = common.firstIndex(of: byte | 0x20) { return 100 - 3 * rank }
    return byte == 0x2E || byte == 0x2D || byte == 0x5F ? 90 : byte &- 0x30 < 10 ? 60 : 10
  }

  /// A window of up to 64 bytes, with a bit for each candidate offset.
  struct Finding {
    let start: Int
    let marks: UInt64
    /// Offset at which the scan continues.
    var end: Int { start + 64 }
  }

  /// The next window with a candidate, at or after `start`. If the literal is empty, every name is
  /// a candidate, at the zero byte that ends it.
  func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Finding? {
    guard let base = bytes.baseAddress else { return nil }
    let reach = literal.isEmpty ? 0 : max(probes.0, probes.1)
    let last = bytes.count - reach - 64
    var index = start
    while index <= last {
      let marks = unsafe marks(base + index)
      if marks != 0 { return Finding(start: index, marks: marks) }
      index &+= 64
    }
    // The last full window overlaps bytes that have been scanned. Their bits are masked out.
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

  /// A bit for each candidate among 64 bytes. The case-insensitive test may accept a punctuation
  /// mark as a letter; the comparison that follows rejects it.
  @inline(__always)
  private func marks(_ first: UnsafePointer<UInt8>) -> UInt64 {
    if literal.isEmpty { return unsafe vector_zeros(first) }
    let (one, other) = (literal[probes.0], literal[probes.1])
    let (oneMask, otherMask) = (Self.mask(one), Self.mask(other))
    return unsafe vector_candidates(first, first + probes.0, oneMask, one | oneMask, first + probes.1, otherMask, other | otherMask, mark)
  }

  /// A bit for each candidate among at most 64 bytes, without reads past their end.
  private func fewMarks(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var marks: UInt64 = 0
    for index in range where unsafe isCandidate(index, in: bytes) { marks |= 1 << UInt64(index - range.lowerBound) }
    return marks
  }

  private func isCandidate(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if literal.isEmpty { return unsafe bytes[index] == 0 }
    if unsafe bytes[index] >= 0x80 || bytes[index] == mark { return true }
    return unsafe Self.has(literal[probes.0], index + probes.0, in: bytes) && Self.has(literal[probes.1], index + probes.1, in: bytes)
  }

  private static func has(_ wanted: UInt8, _ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe index < bytes.count && bytes[index] | mask(wanted) == wanted | mask(wanted)
  }

  private static func mask(_ byte: UInt8) -> UInt8 { (byte | 0x20) &- 0x61 < 26 ? 0x20 : 0 }

  /// Whether the name that contains a candidate matches, or needs a full comparison.
  func judge(_ bytes: UnsafeBufferPointer<UInt8>, at candidate: Int) -> Judgement {
    if literal.isEmpty { return .compare }
    if unsafe bytes[candidate] >= 0x80 || bytes[candidate] == mark { return .compare }
    guard candidate + literal.count < bytes.count else { return .no }
    for index in literal.indices {
      var byte = unsafe bytes[candidate + index]
      if ignoresCase, byte &- 0x41 < 26 { byte |= 0x20 }
      if byte != literal[index] {
        // If the name matches through a character outside ASCII, that character is a candidate of
        // its own.
        return .no
      }
    }
    // A combining mark after the literal would change its last letter.
    let isPlain = unsafe bytes[candidate + literal.count] < 0x80
    return isDecisive && isPlain ? .yes : .compare
  }
}
