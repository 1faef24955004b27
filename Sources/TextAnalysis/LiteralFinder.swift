/// Finds the places where a text may match, without cutting it into tokens: a necessary condition, never missed.
///
/// A text matches only where it has the longest ASCII stretch of some literal, or else a character outside ASCII that may fold to ASCII
/// (`ﬁ` to `fi`, `é` to `e`).
struct LiteralFinder: Hashable, Sendable {
  /// Lowercased when case is ignored; may be empty.
  private let literal: [UInt8]
  private let ignoresCase: Bool

  /// Every byte outside ASCII is a place to look at.
  private let stopsBeyondASCII: Bool

  /// The two bytes of the literal that are rarest in text: looked for first.
  private let probes: (first: Int, second: Int)

  /// - Parameter literals: Folded; what is sought contains each of them.
  init(literals: [[UInt8]], folding: Folding) {
    let runs = literals.flatMap { $0.split { $0 >= 0x80 } }
    let literal = runs.max { $0.count < $1.count } ?? []
    self.literal = Array(literal)
    self.ignoresCase = folding.contains(.case)
    // Without folding only the Kelvin sign (K) becomes ASCII.
    self.stopsBeyondASCII = !folding.isEmpty || literal.isEmpty || literal.contains(0x4B)
    let byRarity = self.literal.indices.sorted {
      Self.frequency(literal[literal.startIndex + $0]) < Self.frequency(literal[literal.startIndex + $1])
    }
    self.probes = (byRarity.first ?? 0, byRarity.dropFirst().first ?? byRarity.first ?? 0)
  }

  static func == (one: LiteralFinder, other: LiteralFinder) -> Bool {
    one.literal == other.literal && one.ignoresCase == other.ignoresCase && one.stopsBeyondASCII == other.stopsBeyondASCII
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(literal)
    hasher.combine(ignoresCase)
    hasher.combine(stopsBeyondASCII)
  }

  /// The first candidate at or after `start`: a byte of the text that a match may contain; `nil` when there is none.
  func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = unsafe UnsafeRawPointer(bytes.baseAddress) else { return nil }
    typealias Block = SIMD32<UInt8>
    var index = start
    if !literal.isEmpty {
      let first = Probe(literal[probes.first], ignoresCase)
      let second = Probe(literal[probes.second], ignoresCase)
      let limit = bytes.count - Block.scalarCount - max(probes.first, probes.second)
      while index <= limit {
        let one = unsafe base.loadUnaligned(fromByteOffset: index &+ probes.first, as: Block.self)
        let other = unsafe base.loadUnaligned(fromByteOffset: index &+ probes.second, as: Block.self)
        // Zero in a lane: both bytes agree.
        let difference = ((one | first.mask) ^ first.value) | ((other | second.mask) ^ second.value)
        var hits = difference .== 0
        if stopsBeyondASCII {
          hits = hits .| (unsafe base.loadUnaligned(fromByteOffset: index, as: Block.self) .>= 0x80)
        }
        if Self.hasAny(hits), let found = unsafe firstMatch(in: bytes, from: index, to: index &+ Block.scalarCount) { return found }
        index &+= Block.scalarCount
      }
    }
    return unsafe firstMatch(in: bytes, from: index, to: bytes.count)
  }

  /// A byte in every lane, and the bit that hides its case when that is ignored.
  private struct Probe {
    let mask: SIMD32<UInt8>
    let value: SIMD32<UInt8>

    init(_ byte: UInt8, _ ignoresCase: Bool) {
      let bit: UInt8 = ignoresCase && ASCII.isLetter(byte) ? 0x20 : 0
      mask = SIMD32(repeating: bit)
      value = SIMD32(repeating: byte | bit)
    }
  }

  @inline(__always)
  private static func hasAny(_ mask: SIMDMask<SIMD32<Int8>>) -> Bool {
    let words = unsafe unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return words[0] | words[1] | words[2] | words[3] != 0
  }

  private func firstMatch(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
    let haystack = unsafe Haystack(bytes, lowercases: ignoresCase)
    for index in start..<end {
      if stopsBeyondASCII, unsafe bytes[index] >= 0x80 { return index }
      if !literal.isEmpty, haystack.hasLiteral(literal.span, at: index) { return index }
    }
    return nil
  }

  /// A rank of how common a byte is in text and source code; letters by English usage.
  private static func frequency(_ byte: UInt8) -> Int {
    let rarestFirst = "ZQXJKVBYWGPFMUCDLHRSNIOATEzqxj0123456789kvbywgpfmucdlhrsnioate"
    return rarestFirst.utf8.enumerated().first { $1 == byte }?.offset ?? 0
  }
}
