// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Wave files that TagLib does not read: with 64-bit lengths, in big-endian order, and those whose
/// sound is missing.
enum Wave {
  static func read(_ file: FileBytes) -> AudioStream? {
    let order: ByteOrder = file.bytes(at: 0, count: 4).has("RIFX") ? .big : .little
    var stream = AudioStream(codecs: ["PCM"])
    var soundSize = 0
    var bytesPerSecond = 0
    var offset = 12
    for _ in 0..<1024 {
      let header = file.bytes(at: offset, count: 8)
      guard let length = header.integer(at: 4, as: UInt32.self, order) else { break }
      let start = offset + 8
      if header.has("ds64") {
        soundSize = file.integer(at: start + 8, as: UInt64.self, order).flatMap { Int(exactly: $0) } ?? 0
      } else if header.has("fmt ") {
        stream.channels = file.integer(at: start + 2, as: UInt16.self, order).map(Int.init)
        stream.sampleRate = file.integer(at: start + 4, as: UInt32.self, order).map(Int.init)
        bytesPerSecond = file.integer(at: start + 8, as: UInt32.self, order).map(Int.init) ?? 0
        stream.bitsPerSample = file.integer(at: start + 14, as: UInt16.self, order).map(Int.init)
      } else if header.has("data") {
        // A length of all ones means that the actual length is in the first chunk.
        if length != .max { soundSize = Int(length) }
        break
      }
      offset = start + Int(length) + Int(length & 1)
    }
    guard bytesPerSecond > 0 else { return nil }
    stream.bitRate = bytesPerSecond * 8
    stream.duration = Double(soundSize) / Double(bytesPerSecond)
    return stream
  }
}
