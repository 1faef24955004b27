// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// AAC without a container.
enum ADTS {
  private static let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
  /// Maximum number of frames to read. The length of the rest is computed from their average,
  /// because the file does not contain it.
  private static let maximumWalkLength = 2048

  /// Whether `bytes` begin a frame.
  static func isHeader(_ bytes: [UInt8]) -> Bool {
    // Twelve bits of ones, then layer 0, which MPEG audio does not have.
    bytes.count >= 7 && bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0 && Int(bytes[2] >> 2 & 15) < rates.count
  }

  static func read(_ file: FileBytes, from start: Int) -> AudioStream? {
    guard let first = firstFrame(file, from: start) else { return nil }
    let header = file.bytes(at: first, count: 7)
    var stream = AudioStream(codecs: ["AAC"])
    let rate = rates[Int(header[2] >> 2 & 15)]
    stream.sampleRate = rate
    stream.channels = channels(Int(header[2] & 1) << 2 | Int(header[3] >> 6))

    var (offset, frames, blocks) = (first, 0, 0)
    while frames < maximumWalkLength {
      let header = file.bytes(at: offset, count: 7)
      let length = isHeader(header) ? Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5) : 0
      guard length >= 7 else { break }
      frames += 1
      blocks += Int(header[6] & 3) + 1
      offset += length
    }
    let walked = Double(min(offset, file.count) - first)
    guard blocks > 0, walked > 0 else { return stream }
    let seconds = Double(blocks * 1024) / Double(rate)
    stream.duration = frames < maximumWalkLength ? seconds : seconds * Double(file.count - first) / walked
    stream.bitRate = Int(walked * 8 / seconds)
    return stream
  }

  /// The first of two consecutive frames; a single one may be a coincidence.
  private static func firstFrame(_ file: FileBytes, from start: Int) -> Int? {
    for offset in start..<(start + 4096) {
      let header = file.bytes(at: offset, count: 7)
      guard isHeader(header) else { continue }
      let length = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
      if length >= 7, offset + length == file.count || isHeader(file.bytes(at: offset + length, count: 7)) { return offset }
    }
    return nil
  }

  /// The older ADIF header, at the start of the file. The audio data has a constant rate or at most
  /// the stated one.
  static func readADIF(_ file: FileBytes, from start: Int) -> AudioStream? {
    var bits = BitReader(file.bytes(at: start + 4, count: 64))
    if bits.take(1) == 1 { _ = bits.take(72) }
    _ = bits.take(2)
    let isVariable = bits.take(1) == 1
    let rate = bits.take(23)
    _ = bits.take(4)
    if !isVariable { _ = bits.take(20) }
    _ = bits.take(4 + 2)
    let index = bits.take(4)
    let (front, side, back, low) = (bits.take(4), bits.take(4), bits.take(4), bits.take(2))
    _ = bits.take(3 + 4)
    for _ in 0..<2 where bits.take(1) == 1 { _ = bits.take(4) }
    if bits.take(1) == 1 { _ = bits.take(3) }
    // Each element is one channel, or two if its flag is set.
    let channels = (0..<(front + side + back)).reduce(low) { sum, _ in sum + 1 + bits.take(5) >> 4 }
    guard !bits.isExhausted, rates.indices.contains(index) else { return nil }
    var stream = AudioStream(codecs: ["AAC"])
    stream.bitRate = rate
    stream.sampleRate = rates[index]
    stream.channels = channels
    stream.duration = rate > 0 ? Double(file.count - start) * 8 / Double(rate) : nil
    return stream
  }

  private static func channels(_ configuration: Int) -> Int? {
    configuration == 0 ? nil : configuration == 7 ? 8 : configuration
  }
}
