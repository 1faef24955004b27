// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// AU files of NeXT and Sun: a header of numbers, and an annotation up to the sound.
enum NeXTSound {
  private static let maximumAnnotationLength = 64 << 10

  /// Codec and bits per sample of each encoding. Compressed ones have no fixed number.
  private static let encodings: [UInt32: (codec: String, bits: Int)] = [
    1: ("\u{3BC}-law", 8), 2: ("PCM", 8), 3: ("PCM", 16), 4: ("PCM", 24), 5: ("PCM", 32), 6: ("PCM", 32), 7: ("PCM", 64), 27: ("A-law", 8),
  ]

  static func read(_ file: FileBytes) -> Recording? {
    let header = file.bytes(at: 0, count: 24)
    guard let start = header.integer(at: 4, as: UInt32.self, .big), let length = header.integer(at: 8, as: UInt32.self, .big),
      let encoding = header.integer(at: 12, as: UInt32.self, .big), let rate = header.integer(at: 16, as: UInt32.self, .big),
      let channels = header.integer(at: 20, as: UInt32.self, .big), start >= 24, rate > 0, (1...256).contains(channels)
    else { return nil }
    var stream = AudioStream()
    stream.sampleRate = Int(rate)
    stream.channels = Int(channels)
    if let (codec, bits) = encodings[encoding] {
      // The length may be unknown.
      let soundSize = length == .max ? max(0, file.count - Int(start)) : Int(length)
      stream.codecs = [codec]
      stream.bitsPerSample = bits
      stream.bitRate = Int(rate) * Int(channels) * bits
      stream.duration = Double(soundSize * 8) / Double(Int(rate) * Int(channels) * bits)
    }
    var tags = Tags()
    let annotation = file.bytes(at: 24, count: min(Int(start) - 24, maximumAnnotationLength)).prefix { $0 != 0 }
    tags.append(String(decoding: annotation, as: UTF8.self), to: "COMMENT")
    return Recording(stream: stream, tags: tags)
  }
}
