// SPDX-License-Identifier: Apache-2.0

/// Finds the encoding in which texts are most probable: each candidate has languages, and a text costs as many bits as the
/// language needs for it in which it needs fewest. Pairs of ASCII characters are the same in all encodings and do not count.
///
/// A few words suffice, so it is also used for titles and names. A title says nothing of the encoding of another file.
struct EncodingRating {
  /// The bits that the texts cost in the best encoding.
  let bits: Double
  let encoding: CharacterEncoding
  /// The number of bytes that are not ASCII.
  let otherByteCount: Int

  /// More bytes say nothing new.
  private static let maximumPairCount = 3000

  /// - Parameters:
  ///   - texts: Separate texts, each of which may be in another language.
  ///   - only: The only encoding to consider; `nil` for all.
  ///   - favoured: An encoding that other signs speak for, and the bits that these are worth.
  init(_ texts: [[UInt8]], only: CharacterEncoding? = nil, favouring favoured: (encoding: CharacterEncoding, bits: Double)? = nil) {
    var rated: [RatedText] = []
    var (pairCount, otherByteCount) = (0, 0)
    for text in texts where pairCount < Self.maximumPairCount {
      let text = RatedText(text, maximumPairCount: Self.maximumPairCount - pairCount)
      guard !text.pairs.isEmpty else { continue }
      pairCount += text.pairs.count
      otherByteCount += text.bytes.count { $0 >= 0x80 }
      rated.append(text)
    }
    var best = (bits: Double.infinity, encoding: CharacterEncoding.windows1252)
    for candidate in EncodingCandidate.all where only == nil || candidate.encoding == only {
      var bits = candidate.base
      if let favoured, favoured.encoding == candidate.encoding { bits -= favoured.bits }
      for text in rated {
        bits += candidate.bits(of: text)
        if bits >= best.bits { break }
      }
      if bits < best.bits { best = (bits, candidate.encoding) }
    }
    (bits, encoding) = best
    self.otherByteCount = otherByteCount
  }

  /// Whether the texts make so little sense that their language is none of those that are known.
  var isDoubtful: Bool { otherByteCount >= 24 && bits > 14 * Double(otherByteCount) }
}

/// A text, and its pairs of bytes of which at least one is not ASCII.
struct RatedText {
  let bytes: [UInt8]
  let pairs: [(first: UInt8, second: UInt8)]

  init(_ bytes: [UInt8], maximumPairCount: Int) {
    var pairs: [(first: UInt8, second: UInt8)] = []
    var previous: UInt8 = 0x20
    var length = 0
    for byte in bytes {
      if previous >= 0x80 || byte >= 0x80 {
        guard pairs.count < maximumPairCount else { break }
        pairs.append((previous, byte))
      }
      previous = byte
      length += 1
    }
    if previous >= 0x80 { pairs.append((previous, 0x20)) }
    self.bytes = Array(bytes.prefix(length))
    self.pairs = pairs
  }
}
