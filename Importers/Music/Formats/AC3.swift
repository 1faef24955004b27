// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Dolby Digital and Dolby Digital Plus without a container. Only the first frame is read, because
/// all frames have the same size.
enum AC3 {
  private static let rates = [48_000, 44_100, 32_000]
  private static let bitRates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
  /// Number of channels of each audio coding mode, without the low-frequency channel.
  private static let channels = [2, 1, 2, 3, 3, 4, 4, 5]

  static func read(_ file: FileBytes) -> AudioStream? {
    let header = file.bytes(at: 0, count: 16)
    guard header.count == 16, header.starts(with: [0x0B, 0x77]) else { return nil }
    return header[5] >> 3 <= 10 ? readAC3(header, file) : readEnhanced(header, file)
  }

  private static func readAC3(_ header: [UInt8], _ file: FileBytes) -> AudioStream? {
    var bits = BitReader(Array(header.dropFirst(4)))
    let (rate, size) = (bits.take(2), bits.take(6))
    _ = bits.take(5 + 3)
    let mode = bits.take(3)
    guard rates.indices.contains(rate), bitRates.indices.contains(size / 2) else { return nil }
    if mode & 1 == 1, mode != 1 { _ = bits.take(2) }
    if mode & 4 != 0 { _ = bits.take(2) }
    if mode == 2 { _ = bits.take(2) }
    var stream = AudioStream(codecs: ["AC-3"])
    stream.bitRate = bitRates[size / 2] * 1000
    stream.sampleRate = rates[rate]
    stream.channels = channels[mode] + bits.take(1)
    stream.duration = Double(file.count) * 8 / Double(bitRates[size / 2] * 1000)
    return stream
  }

  private static func readEnhanced(_ header: [UInt8], _ file: FileBytes) -> AudioStream? {
    var bits = BitReader(Array(header.dropFirst(2)))
    _ = bits.take(2 + 3)
    let frameSize = (bits.take(11) + 1) * 2
    let (rate, second) = (bits.take(2), bits.take(2))
    let mode = bits.take(3)
    // Rates below 32 kHz are half of the others, with six blocks.
    let blocks = rate == 3 ? 6 : [1, 2, 3, 6][second]
    guard let hertz = rate < 3 ? rates[rate] : second < 3 ? rates[second] / 2 : nil else { return nil }
    var stream = AudioStream(codecs: ["E-AC-3"])
    stream.sampleRate = hertz
    stream.channels = channels[mode] + bits.take(1)
    let seconds = Double(blocks * 256) / Double(hertz)
    stream.bitRate = Int(Double(frameSize * 8) / seconds)
    stream.duration = Double(file.count) / Double(frameSize) * seconds
    return stream
  }
}
