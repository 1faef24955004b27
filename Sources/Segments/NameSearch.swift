internal import Glibc
internal import TextAnalysis

/// Finds the names that match a pattern.
@safe struct NameSearch {
  private let pattern: StringPattern
  private let table: NameTable
  private let probe: NameProbe
  private var found: [UInt32] = []

  init(_ pattern: StringPattern, in table: NameTable) {
    self.pattern = pattern
    self.table = table
    probe = NameProbe(pattern)
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

  /// All matching names, looked for in every block.
  consuming func searchAll() throws(SegmentError) -> OrdinalSet {
    // Pieces that stay in the processor's cache between being verified and being searched.
    var block = 0
    while block < table.blockCount {
      let end = min(table.blockCount, block + 64)
      try search(block..<end)
      block = end
    }
    return OrdinalSet(universe: table.nameCount, ascending: found)
  }

  /// The matching names among the given blocks.
  consuming func search(in blocks: OrdinalSet) throws(SegmentError) -> OrdinalSet {
    for block in blocks.ordinals { try search(Int(block)..<Int(block) + 1) }
    return OrdinalSet(universe: table.nameCount, ascending: found)
  }

  private mutating func search(_ blocks: Range<Int>) throws(SegmentError) {
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
