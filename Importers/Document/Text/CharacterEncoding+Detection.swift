// SPDX-License-Identifier: Apache-2.0

internal import CUchardet

extension CharacterEncoding {
  /// Detection is as good with a part of a long text.
  private static let detectionByteCount = 8 << 10

  /// The likely encoding of text that is not ASCII and not UTF-16.
  ///
  /// UTF-8 is recognised by its structure, which hardly ever occurs by accident in other encodings,
  /// even if a few sequences are invalid. Of the others, the one counts in which the text is most probable (``EncodingRating``),
  /// or for languages that the rating does not know, the result of uchardet.
  ///
  /// - Complexity: O(bytes); callers pass one block.
  static func detected(in bytes: borrowing Span<UInt8>) -> CharacterEncoding {
    let structure = UTF8Structure(of: bytes)
    if structure.validSequences > structure.brokenSequences { return .utf8 }
    guard structure.nonASCIIBytes > 0 else { return guessedLabel(of: bytes).map { CharacterEncoding(label: $0) } ?? .utf8 }
    let first = bytes.indices.first { bytes[$0] >= 0x80 } ?? 0
    let sample = bytes.extracting(max(0, first - 32)...).extracting(first: detectionByteCount)
    let lines = sample.indices.map { sample[$0] }.split(separator: UInt8(ascii: "\n")).map(Array.init)
    let rating = EncodingRating(lines, favouring: olderWestern(in: bytes).map { ($0, olderWesternBits) })
    if rating.isDoubtful, let label = guessedLabel(of: bytes) { return CharacterEncoding(label: label) }
    return rating.encoding
  }

  /// What ``olderWestern(in:)`` is worth, in bits: a single word is enough for it.
  private static let olderWesternBits = 20.0

  /// - Returns: `nil` if the detector has no result.
  private static func guessedLabel(of bytes: borrowing Span<UInt8>) -> String? {
    var detector = CharacterEncodingDetector()
    detector.read(bytes)
    return detector.label()
  }
}

/// Counts valid and invalid UTF-8 sequences.
private struct UTF8Structure {
  private(set) var nonASCIIBytes = 0
  private(set) var validSequences = 0
  private(set) var brokenSequences = 0

  init(of bytes: borrowing Span<UInt8>) {
    var offset = 0
    while offset < bytes.count {
      let length = bytes[offset] < 0x80 ? 1 : Self.sequenceLength(in: bytes, at: offset)
      if length > 1 { validSequences += 1 }
      // A sequence that is truncated by the end of the block is not counted.
      if length == 0 && offset + 4 <= bytes.count { brokenSequences += 1 }
      if bytes[offset] >= 0x80 { nonASCIIBytes += max(length, 1) }
      offset += max(length, 1)
    }
  }

  /// - Returns: 0 if there is no complete sequence.
  private static func sequenceLength(in bytes: borrowing Span<UInt8>, at offset: Int) -> Int {
    let length =
      switch bytes[offset] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, offset + length <= bytes.count else { return 0 }
    for position in offset + 1..<offset + length where bytes[position] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

/// One use of the universal detector.
@safe private struct CharacterEncodingDetector: ~Copyable {
  private let raw: uchardet_t

  init() { unsafe raw = uchardet_new() }

  deinit { unsafe uchardet_delete(raw) }

  mutating func read(_ bytes: borrowing Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      // The result only reports a lack of memory; the label is then empty.
      _ = unsafe uchardet_handle_data(raw, start.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    unsafe uchardet_data_end(raw)
  }

  func label() -> String? {
    guard let label = unsafe uchardet_get_charset(raw) else { return nil }
    let name = unsafe String(cString: label)
    return name.isEmpty ? nil : name
  }
}
