internal import Glibc
package import TextAnalysis

/// A search for the names of a segment that match a pattern: it knows where they may be, in pieces that several threads may look at.
///
/// What it finds is exact.
@safe package struct NameSearch: Sendable {
  /// Some blocks, in stretches of adjacent ones.
  package struct Piece: Sendable {
    fileprivate var stretches: [Range<Int>] = []
    fileprivate var blockCount = 0

    fileprivate mutating func append(_ stretch: Range<Int>) {
      if stretch.isEmpty { return }
      stretches.append(stretch)
      blockCount += stretch.count
    }
  }

  private let pattern: StringPattern
  private let table: NameTable
  private let probe: NameProbe
  /// In the order of ordinals; none when no name matches.
  package let pieces: [Piece]

  /// The blocks of a piece, roughly: a fifth of a millisecond, where all names are looked at.
  private static let pieceSize = 1024

  /// The longest stretch: its bytes stay in the processor's cache between being verified and being searched.
  private static let longestStretch = 64

  /// - Complexity: With three letters in a row some tens of microseconds, and O(*n*) where they are common, *n* = names / 32.
  package init(_ pattern: StringPattern, in segment: SegmentReader) throws(SegmentError) {
    self.pattern = pattern
    table = try NameTable(segment)
    probe = NameProbe(pattern)
    let blocks = try segment.nameBlocks(for: pattern)
    pieces = blocks.map { Self.pieces(of: $0.ordinals.lazy.map { Int($0) }) } ?? Self.pieces(of: 0..<table.blockCount)
  }

  /// - Parameter blocks: Ascending.
  private static func pieces(of blocks: some Sequence<Int>) -> [Piece] {
    var pieces: [Piece] = []
    var piece = Piece()
    var stretch = 0..<0
    for block in blocks {
      if block == stretch.upperBound, stretch.count < longestStretch {
        stretch = stretch.lowerBound..<block + 1
        continue
      }
      piece.append(stretch)
      if piece.blockCount >= pieceSize {
        pieces.append(piece)
        piece = Piece()
      }
      stretch = block..<block + 1
    }
    piece.append(stretch)
    return piece.blockCount == 0 ? pieces : pieces + [piece]
  }

  /// The trigrams that a matching name's folded form must have.
  static func trigrams(of pattern: StringPattern) -> Set<[UInt8]> {
    var result: Set<[UInt8]> = []
    for literal in pattern.glob.literals {
      var folded: [UInt8] = []
      foldUTF8(literal.span, .all, into: &folded)
      let stretch = stableStretch(of: folded[...], trimsStart: true, trimsEnd: true)
      guard stretch.count >= 3 else { continue }
      for index in stretch.startIndex..<stretch.endIndex - 2 { result.insert(Array(stretch[index..<index + 3])) }
    }
    return result
  }

  /// The documents of a piece whose names match, ascending.
  ///
  /// - Complexity: 5 to 20 ns for each name of the piece, and 20 ns for each hit.
  package func ordinals(in piece: Piece) throws(SegmentError) -> [UInt32] {
    var found: [UInt32] = []
    for stretch in piece.stretches { try search(stretch, into: &found) }
    return found
  }

  private func search(_ blocks: Range<Int>, into found: inout [UInt32]) throws(SegmentError) {
    let bytes = unsafe try table.bytes(of: blocks)
    guard let base = bytes.baseAddress else { return }
    let limit = min(table.nameCount, blocks.upperBound * NameBlocks.size)
    var ordinal = blocks.lowerBound * NameBlocks.size
    // Names before `place` are counted in `ordinal`; `place` is where a name begins.
    var place = 0
    var index = 0
    while let candidate = unsafe probe.next(in: bytes, from: index) {
      var nameStart = candidate
      while unsafe nameStart > place && bytes[nameStart - 1] != 0 { nameStart -= 1 }
      unsafe ordinal += Self.countZeros(base + place, nameStart - place)
      place = nameStart
      guard ordinal < limit else { throw table.names.inconsistent }
      let judgement = unsafe probe.judge(bytes, at: candidate)
      if judgement == .no {
        index = candidate + 1
        continue
      }
      guard let zero = unsafe memchr(base + candidate, 0, bytes.count - candidate) else { throw table.names.inconsistent }
      let nameEnd = unsafe UnsafeRawPointer(zero) - UnsafeRawPointer(base)
      if judgement == .yes
        || (unsafe pattern.matches(utf8: Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[nameStart..<nameEnd]))))
      {
        found.append(UInt32(ordinal))
      }
      index = nameEnd + 1
      ordinal += 1
      place = index
    }
  }

  private static func countZeros(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var total = 0
    var index = 0
    while index < count {
      // At most 255 to a piece, so that bytes can count.
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
