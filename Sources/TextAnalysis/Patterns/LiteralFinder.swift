// SPDX-License-Identifier: Apache-2.0

/// Finds candidates for matches in a text without tokenising it. It never misses a match.
///
/// A match must contain the longest ASCII run of the literals, a character outside ASCII that
/// may fold to ASCII (`ﬁ` to `fi`, `é` to `e`), or an apostrophe that joins words. If all literals fold to nothing, every byte is a
/// candidate.
struct LiteralFinder: Hashable, Sendable {
  /// The literal, lowercased if case is ignored; may be empty.
  private let literal: [UInt8]
  private let ignoresCase: Bool

  /// Whether every byte outside ASCII is a candidate.
  private let stopsBeyondASCII: Bool

  /// The byte of the apostrophe if it may be inside a match that the literal does not show, as in `don't` for
  /// `dont`; otherwise a byte that is in no text.
  private let apostrophe: UInt8

  /// Whether there is nothing to search for, so that every byte is a candidate.
  private let stopsEverywhere: Bool

  /// The positions of the two bytes of the literal that are rarest in text; they are compared
  /// first.
  private let probes: (first: Int, second: Int)

  /// - Parameter literals: Folded literals that every match contains.
  init(literals: [[UInt8]], folding: Folding) {
    let runs = literals.flatMap { $0.split { $0 >= 0x80 } }
    let literal = runs.max { $0.count < $1.count } ?? []
    self.literal = Array(literal)
    self.ignoresCase = folding.contains(.case)
    // Without folding, only the Kelvin sign (K) becomes ASCII.
    self.stopsBeyondASCII = !folding.isEmpty || literal.isEmpty || literal.contains(0x4B)
    self.apostrophe = folding.usesEquivalents && literal.count > 1 ? UInt8(ascii: "'") : 0xFF
    self.stopsEverywhere = literals.allSatisfy(\.isEmpty)
    let frequencies = literal.map { Self.frequencies[Int($0)] }
    let byRarity = frequencies.indices.sorted { frequencies[$0] < frequencies[$1] }
    self.probes = (byRarity.first ?? 0, byRarity.dropFirst().first ?? byRarity.first ?? 0)
  }

  static func == (one: LiteralFinder, other: LiteralFinder) -> Bool {
    one.literal == other.literal && one.ignoresCase == other.ignoresCase && one.stopsBeyondASCII == other.stopsBeyondASCII
      && one.stopsEverywhere == other.stopsEverywhere && one.apostrophe == other.apostrophe
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(literal)
    hasher.combine(ignoresCase)
    hasher.combine(stopsBeyondASCII)
    hasher.combine(stopsEverywhere)
  }

  /// The first candidate at or after `start`; `nil` if there is none.
  func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    if stopsEverywhere { return start < bytes.count ? start : nil }
    var index = start
    if !literal.isEmpty {
      let first = Probe(literal[probes.first], ignoresCase)
      let second = Probe(literal[probes.second], ignoresCase)
      let apostrophe = apostrophe
      let beyondASCII: UInt8 = stopsBeyondASCII ? 0x80 : 0
      let limit = bytes.count - Self.blockLength - max(probes.first, probes.second)
      while index <= limit {
        let start = unsafe base + index
        var hits: UInt8 = 0
        // Written without branches, so that the compiler generates vector instructions.
        for lane in 0..<Self.blockLength {
          let difference = unsafe first.difference(start[lane &+ probes.first]) | second.difference(start[lane &+ probes.second])
          hits |= unsafe (difference == 0 ? 0x80 : 0) | (start[lane] == apostrophe ? 0x80 : 0) | (start[lane] & beyondASCII)
        }
        if hits != 0, let found = unsafe firstMatch(in: bytes, from: index, to: index &+ Self.blockLength) { return found }
        index &+= Self.blockLength
      }
    }
    return unsafe firstMatch(in: bytes, from: index, to: bytes.count)
  }

  private static let blockLength = 64

  /// A byte to search for.
  private struct Probe {
    /// The bit that distinguishes case, if case is ignored.
    let mask: UInt8
    let value: UInt8

    init(_ byte: UInt8, _ ignoresCase: Bool) {
      mask = ignoresCase && ASCII.isLetter(byte) ? 0x20 : 0
      value = byte | mask
    }

    /// Zero if `byte` matches.
    @inline(__always)
    func difference(_ byte: UInt8) -> UInt8 {
      (byte | mask) ^ value
    }
  }

  private func firstMatch(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
    let haystack = unsafe Haystack(bytes, lowercases: ignoresCase)
    for index in start..<end {
      if stopsBeyondASCII, unsafe bytes[index] >= 0x80 { return index }
      if unsafe bytes[index] == apostrophe { return index }
      if !literal.isEmpty, haystack.hasLiteral(literal.span, at: index) { return index }
    }
    return nil
  }

  /// The rank of each byte's frequency in text and source code; letters by their frequency in English.
  private static let frequencies: [UInt8] = {
    let rarestFirst = "ZQXJKVBYWGPFMUCDLHRSNIOATEzqxj0123456789kvbywgpfmucdlhrsnioate"
    var ranks = [UInt8](repeating: 0, count: 256)
    for (rank, byte) in rarestFirst.utf8.enumerated() { ranks[Int(byte)] = UInt8(rank) }
    return ranks
  }()
}
