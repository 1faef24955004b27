// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform
package import TextAnalysis

/// A search for the names of a segment that match a pattern. The work is split into pieces that
/// threads can process in parallel.
///
/// The results are exact.
@safe package struct NameSearch: Sendable {
  /// Part of the search: some blocks of names, as ranges of adjacent blocks.
  package struct Piece: Sendable {
    fileprivate var stretches: [Range<Int>] = []
    /// Cost in blocks. Each range adds a fixed cost.
    fileprivate var cost = 0

    fileprivate mutating func append(_ stretch: Range<Int>) {
      if stretch.isEmpty { return }
      stretches.append(stretch)
      cost += stretch.count + 4
    }
  }

  private let pattern: StringPattern
  private let table: NameTable
  private let probe: NameProbe
  /// In the order of ordinals. Empty if no name can match.
  package let pieces: [Piece]

  /// Cost of a piece, about 0.2 ms of work.
  private static let pieceSize = 1024

  /// Maximum number of blocks in a range. The bytes of a range stay in the CPU cache between
  /// verification and search.
  private static let maximumStretchLength = 64

  /// - Complexity: Tens of microseconds if the pattern has three adjacent letters, or O(*n*) if
  ///   they are common, *n* = number of blocks.
  package init(_ pattern: StringPattern, in segment: SegmentReader) throws(SegmentError) {
    self.pattern = pattern
    table = try NameTable(segment)
    probe = NameProbe(pattern)
    let blocks = try segment.nameBlocks(for: pattern)
    pieces = blocks.map { Self.pieces(of: $0.ordinals.lazy.map { Int($0) }) } ?? Self.pieces(of: 0..<table.blockCount)
  }

  /// - Parameter blocks: In ascending order.
  private static func pieces(of blocks: some Sequence<Int>) -> [Piece] {
    var pieces: [Piece] = []
    var piece = Piece()
    var stretch = 0..<0
    for block in blocks {
      if block == stretch.upperBound, stretch.count < maximumStretchLength {
        stretch = stretch.lowerBound..<block + 1
        continue
      }
      piece.append(stretch)
      if piece.cost >= pieceSize {
        pieces.append(piece)
        piece = Piece()
      }
      stretch = block..<block + 1
    }
    piece.append(stretch)
    return piece.cost == 0 ? pieces : pieces + [piece]
  }

  /// The trigrams that the folded form of every matching name contains.
  static func trigrams(of pattern: StringPattern) -> [[UInt8]] {
    // An array, not a Set: a pattern has few trigrams, and instantiating the metadata of a Set
    // takes longer.
    var result: [[UInt8]] = []
    for literal in pattern.glob.literals {
      var folded: [UInt8] = []
      foldUTF8(literal.span, .all, into: &folded)
      let stretch = stableStretch(of: folded[...], trimsStart: true, trimsEnd: true)
      guard stretch.count >= 3 else { continue }
      for index in stretch.startIndex..<stretch.endIndex - 2 {
        let trigram = Array(stretch[index..<index + 3])
        if !result.contains(trigram) { result.append(trigram) }
      }
    }
    return result
  }

  /// The ordinals in a piece whose names match, in ascending order.
  ///
  /// - Complexity: 5 to 20 ns for each name of the piece, plus 20 ns for each hit.
  package func ordinals(in piece: Piece) throws(SegmentError) -> [UInt32] {
    var found: [UInt32] = []
    for stretch in piece.stretches { try search(stretch, into: &found) }
    return found
  }

  private func search(_ blocks: Range<Int>, into found: inout [UInt32]) throws(SegmentError) {
    let bytes = unsafe try table.bytes(of: blocks)
    guard let base = bytes.baseAddress else { return }
    let limit = min(table.nameCount, blocks.upperBound * NameBlocks.size)
    // Ordinal of the name that contains the byte at offset `counted`.
    var ordinal = blocks.lowerBound * NameBlocks.size
    var counted = 0
    var decided = -1
    var index = 0
    while let finding = unsafe probe.next(in: bytes, from: index) {
      let start = finding.start
      if start >= counted {
        unsafe ordinal += Self.countZeros(base + counted, start - counted)
      } else {
        unsafe ordinal -= Self.countZeros(base + start, counted - start)
      }
      let zeros = unsafe NameTable.zeros(bytes, from: start)
      var marks = finding.marks
      while marks != 0 {
        let below = marks & ~(marks - 1) &- 1
        let candidate = start + marks.trailingZeroBitCount
        marks &= marks - 1
        let name = ordinal + (zeros & below).nonzeroBitCount
        if name == decided { continue }
        guard name < limit else { throw table.names.inconsistent }
        let judgement = unsafe probe.judge(bytes, at: candidate)
        if judgement == .no { continue }
        decided = name
        if judgement == .compare {
          guard let zero = unsafe RawMemory.first(0, from: base + candidate, count: bytes.count - candidate) else {
            throw table.names.inconsistent
          }
          let nameEnd = unsafe zero - UnsafeRawPointer(base)
          var nameStart = candidate
          while unsafe nameStart > 0 && bytes[nameStart - 1] != 0 { nameStart -= 1 }
          let bytes = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[nameStart..<nameEnd]))
          if !pattern.matches(utf8: bytes) { continue }
        }
        found.append(UInt32(name))
      }
      counted = min(finding.end, bytes.count)
      ordinal += zeros.nonzeroBitCount
      index = finding.end
    }
  }

  private static func countZeros(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var total = 0
    var index = 0
    while index < count {
      // At most 255 bytes in a round, so that an 8-bit counter cannot overflow.
      let end = min(count, index + 255)
      var zeros: UInt8 = 0
      while index < end {
        unsafe zeros &+= start[index] == 0 ? 1 : 0
        index &+= 1
      }
      total += Int(zeros)
    }
    return total
  }
}
