// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Shorten's lossless audio. Its first block contains the header of the wave file that was compressed (Robinson, “SHORTEN: Simple
/// lossless and near-lossless waveform compression”, 1994).
enum Shorten {
  private static let verbatim = 9
  private static let maximumHeaderByteCount = 4096

  static func begins(_ start: [UInt8]) -> Bool { start.has("ajkg") && start.count > 4 && (1...3).contains(start[4]) }

  static func read(_ file: FileBytes, from start: Int) -> AudioStream? {
    var numbers = Numbers(file.bytes(at: start + 5, count: maximumHeaderByteCount))
    // The type of the samples, the number of channels, and four sizes that only the decoder needs.
    guard numbers.long() != nil, let channels = numbers.long(), (1...255).contains(channels) else { return nil }
    for _ in 0..<3 { guard numbers.long() != nil else { return nil } }
    guard let skipped = numbers.long(), skipped <= maximumHeaderByteCount else { return nil }
    for _ in 0..<skipped { guard numbers.short(7) != nil else { return nil } }
    var stream = AudioStream(codecs: ["Shorten"])
    stream.channels = channels
    guard numbers.short(2) == verbatim, let count = numbers.short(5), count <= 512 else { return stream }
    var header: [UInt8] = []
    for _ in 0..<count {
      guard let byte = numbers.short(8), byte < 256 else { return stream }
      header.append(UInt8(byte))
    }
    guard header.has("RIFF"), header.has("WAVE", at: 8), header.has("fmt ", at: 12) else { return stream }
    stream.sampleRate = header.integer(at: 24, as: UInt32.self, .little).map(Int.init)
    let byteRate = header.integer(at: 28, as: UInt32.self, .little).map(Int.init) ?? 0
    let total = header.integer(at: 4, as: UInt32.self, .little).map(Int.init) ?? 0
    if byteRate > 0, total > 36 { stream.duration = Double(total - 36) / Double(byteRate) }
    if let seconds = stream.duration, seconds > 0 { stream.bitRate = Int(Double(file.count - start) * 8 / seconds) }
    return stream
  }

  /// Numbers of variable length: zeros that are counted, a one, and some bits.
  private struct Numbers {
    private let bytes: [UInt8]
    private var bit = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func next() -> Int? {
      guard bit >> 3 < bytes.count else { return nil }
      defer { bit += 1 }
      return Int(bytes[bit >> 3] >> (7 - UInt8(bit & 7)) & 1)
    }

    /// A number with so many bits after its count.
    mutating func short(_ bits: Int) -> Int? {
      var value = 0
      while let bit = next(), bit == 0 { value += 1 }
      guard bits <= 32, value < 1 << 20 else { return nil }
      for _ in 0..<bits {
        guard let bit = next() else { return nil }
        value = value << 1 | bit
      }
      return value
    }

    /// A number that is preceded by the number of its bits.
    mutating func long() -> Int? { short(2).flatMap { short($0) } }
  }
}
