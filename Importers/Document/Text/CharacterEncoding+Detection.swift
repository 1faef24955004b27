// SPDX-License-Identifier: Apache-2.0

internal import CUchardet

extension CharacterEncoding {
  /// The likely encoding of text that is not ASCII and not UTF-16.
  ///
  /// UTF-8 is recognised by its structure, which hardly ever occurs by accident in other encodings,
  /// even if a few sequences are invalid. Other encodings are guessed by letter frequencies. A text
  /// with only a few accented letters is assumed to be Western, because it has too few for a guess:
  /// a single `ß` has been mistaken for Czech, and an `ä` for a Macintosh encoding.
  ///
  /// - Complexity: O(bytes); callers pass one block.
  static func detected(in bytes: borrowing Span<UInt8>) -> CharacterEncoding {
    let structure = UTF8Structure(of: bytes)
    if structure.validSequences > structure.brokenSequences { return .utf8 }
    let isEscaped = structure.nonASCIIBytes == 0
    if !isEscaped, let older = olderWestern(in: bytes) { return older }
    let isSparse = structure.nonASCIIBytes < 16 && structure.nonASCIIBytes * 10 < bytes.count
    if isSparse && !isEscaped { return .windows1252 }
    guard let label = guessedLabel(of: bytes) else { return isEscaped ? .utf8 : .windows1252 }
    return CharacterEncoding(label: label)
  }

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
