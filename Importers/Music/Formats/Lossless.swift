// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// OptimFROG: the first block contains all properties.
enum OptimFROG {
  static func read(_ file: FileBytes) -> AudioStream? {
    let header = file.bytes(at: 0, count: 20)
    guard header.count == 20, let low = header.integer(at: 8, as: UInt32.self, .little),
      let high = header.integer(at: 12, as: UInt16.self, .little), let rate = header.integer(at: 16, as: UInt32.self, .little), rate > 0
    else { return nil }
    let channels = Int(header[15]) + 1
    var stream = AudioStream(codecs: ["OptimFROG"])
    stream.channels = channels
    stream.sampleRate = Int(rate)
    stream.duration = Double(UInt64(high) << 32 | UInt64(low)) / Double(channels) / Double(rate)
    return stream
  }
}

/// TAK: the block of stream information, whose fields are packed from the least significant bit on.
enum TAK {
  static func read(_ file: FileBytes) -> AudioStream? {
    var offset = 4
    for _ in 0..<64 {
      guard let header = file.integer(at: offset, as: UInt32.self, .little), header & 0x7F != 0 else { return nil }
      let length = Int(header >> 8)
      if header & 0x7F == 1 { return readInformation(file.bytes(at: offset + 4, count: min(length, 16))) }
      offset += 4 + length
    }
    return nil
  }

  private static func readInformation(_ bytes: [UInt8]) -> AudioStream? {
    guard bytes.count >= 10 else { return nil }
    let bits = { (start: Int, count: Int) in
      (0..<count).reduce(0) { $0 | Int(bytes[(start + $1) / 8] >> ((start + $1) % 8) & 1) << $1 }
    }
    // Codec 6, profile 4, frame size 4; then samples 35, data type 3, rate 18, bits 5, channels 4.
    let (samples, rate) = (bits(14, 35), bits(52, 18) + 6000)
    var stream = AudioStream(codecs: ["TAK"])
    stream.channels = bits(75, 4) + 1
    stream.sampleRate = rate
    stream.duration = Double(samples) / Double(rate)
    return stream
  }
}
