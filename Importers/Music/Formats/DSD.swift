// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// One-bit audio (DSD), in its two file formats.
enum DSD {
  static func readDSF(_ file: ImportedFile, _ bytes: FileBytes) -> Recording? {
    let header = bytes.bytes(at: 0, count: 80)
    guard header.has("fmt ", at: 28), let tag = header.integer(at: 20, as: UInt64.self, .little),
      let channels = header.integer(at: 52, as: UInt32.self, .little), let rate = header.integer(at: 56, as: UInt32.self, .little),
      let samples = header.integer(at: 64, as: UInt64.self, .little), rate > 0, channels <= 64
    else { return nil }
    var stream = AudioStream(codecs: ["DSD"])
    stream.channels = Int(channels)
    stream.sampleRate = Int(rate)
    stream.bitRate = Int(channels) * Int(rate)
    stream.duration = Double(samples) / Double(rate)
    let offset = Int(exactly: tag) ?? 0
    let tags = offset > 0 && offset < bytes.count ? TagLibMedia(file, .id3v2(offset: offset))?.tags : nil
    return Recording(stream: stream, tags: tags ?? Tags())
  }

  static func readDSDIFF(_ file: ImportedFile, _ bytes: FileBytes) -> Recording? {
    var stream = AudioStream()
    var tags = Tags()
    var soundSize = 0
    for chunk in chunks(bytes, 16..<max(16, bytes.count)) {
      switch chunk.type {
      case "PROP":
        for property in chunks(bytes, (chunk.body.lowerBound + 4)..<max(chunk.body.lowerBound + 4, chunk.body.upperBound)) {
          let start = property.body.lowerBound
          switch property.type {
          case "FS  ": stream.sampleRate = bytes.integer(at: start, as: UInt32.self, .big).map(Int.init)
          case "CHNL": stream.channels = bytes.integer(at: start, as: UInt16.self, .big).map(Int.init)
          case "CMPR": stream.codecs = [String(decoding: bytes.bytes(at: start, count: 3), as: UTF8.self)]
          default: break
          }
        }
      case "DSD ": soundSize = chunk.body.count
      case "DST ":
        if let frames = bytes.integer(at: chunk.body.lowerBound + 12, as: UInt32.self, .big),
          let rate = bytes.integer(at: chunk.body.lowerBound + 16, as: UInt16.self, .big), rate > 0
        {
          stream.duration = Double(frames) / Double(rate)
        }
      case "ID3 ":
        tags = TagLibMedia(file, .id3v2(offset: chunk.body.lowerBound))?.tags ?? tags
      default: break
      }
    }
    guard let rate = stream.sampleRate, let channels = stream.channels, rate > 0, channels > 0 else { return nil }
    if stream.codecs == ["DSD"] {
      stream.bitRate = rate * channels
      stream.duration = Double(soundSize) * 8 / Double(rate * channels)
    }
    return Recording(stream: stream, tags: tags)
  }

  /// Chunks with a name and a 64-bit length, padded to an even one.
  private static func chunks(_ file: FileBytes, _ range: Range<Int>) -> [(type: String, body: Range<Int>)] {
    var chunks: [(String, Range<Int>)] = []
    var offset = range.lowerBound
    while offset + 12 <= range.upperBound, chunks.count < 1024 {
      guard let length = file.integer(at: offset + 4, as: UInt64.self, .big).flatMap({ Int(exactly: $0) }) else { break }
      let start = offset + 12
      let end = start + min(length, range.upperBound - start)
      chunks.append((String(decoding: file.bytes(at: offset, count: 4), as: UTF8.self), start..<end))
      offset = end + length & 1
    }
    return chunks
  }
}
