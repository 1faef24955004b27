// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// MPEG audio of layer I, which TagLib does not read (ISO/IEC 11172-3, 2.4). Its rate is constant.
enum LayerI {
  /// In kbit/s, for MPEG 1 and for MPEG 2.
  private static let bitRates = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  ]
  private static let sampleRates = [44_100, 48_000, 32_000]

  private struct Header {
    let bitRate: Int
    let sampleRate: Int
    let channels: Int
    let byteCount: Int

    /// - Returns: `nil` if the bytes begin no frame.
    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE6 else { return nil }
      let version = bytes[1] >> 3 & 3
      let (rate, frequency) = (Int(bytes[2] >> 4), Int(bytes[2] >> 2 & 3))
      guard version != 1, (1...14).contains(rate), frequency < 3 else { return nil }
      bitRate = bitRates[version == 3 ? 0 : 1][rate] * 1000
      // The rates of MPEG 2 are halves of those of MPEG 1, and those of its extension are quarters.
      sampleRate = sampleRates[frequency] / (version == 3 ? 1 : version == 2 ? 2 : 4)
      channels = bytes[3] >> 6 == 3 ? 1 : 2
      byteCount = (12 * bitRate / sampleRate + Int(bytes[2] >> 1 & 1)) * 4
    }
  }

  /// Whether two frames follow each other; one may be a coincidence.
  static func begins(_ file: FileBytes, at start: Int) -> Bool {
    guard let header = Header(file.bytes(at: start, count: 4)) else { return false }
    return start + header.byteCount >= file.count || Header(file.bytes(at: start + header.byteCount, count: 4)) != nil
  }

  static func read(_ file: FileBytes, from start: Int) -> AudioStream? {
    guard let header = Header(file.bytes(at: start, count: 4)) else { return nil }
    var stream = AudioStream(codecs: ["MP1"])
    stream.sampleRate = header.sampleRate
    stream.channels = header.channels
    stream.bitRate = header.bitRate
    stream.duration = Double(file.count - start) * 8 / Double(header.bitRate)
    return stream
  }
}
