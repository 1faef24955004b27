// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Ogg files: their codecs, and audio properties that TagLib does not determine.
enum Ogg {
  /// A logical stream, identified by its first packet.
  private struct Stream {
    let serial: UInt32
    let header: [UInt8]

    var codec: String? {
      switch true {
      case header.has("\u{1}vorbis"): "Vorbis"
      case header.has("OpusHead"): "Opus"
      case header.has("Speex   "): "Speex"
      case header.has("\u{7F}FLAC"), header.has("fLaC"): "FLAC"
      case header.starts(with: [0x80]) && header.has("theora", at: 1): "Theora"
      default: nil
      }
    }

    var reader: TagLibReader? {
      switch codec {
      case "Vorbis": .oggVorbis
      case "Opus": .oggOpus
      case "Speex": .oggSpeex
      case "FLAC": .oggFLAC
      default: nil
      }
    }
  }

  static func read(_ file: ImportedFile, _ bytes: FileBytes) -> Recording? {
    let streams = streams(bytes)
    guard let sound = streams.first(where: { $0.reader != nil }), let reader = sound.reader else { return nil }
    var recording = Recording(file, reader) ?? Recording()
    recording.stream.codecs = streams.compactMap(\.codec)
    recording.stream.hasVideo = recording.stream.codecs.contains("Theora")
    if sound.codec == "FLAC" { recording.stream.fill(from: flac(sound.header)) }
    if sound.codec == "Vorbis", streams.count > 1 { fill(&recording.stream, fromVorbis: sound.header) }
    let rate = sound.codec == "Opus" ? 48_000 : recording.stream.sampleRate ?? 0
    // TagLib subtracts the start of an Opus stream, and does not know the length of a FLAC stream
    // without one.
    if recording.stream.duration == nil || sound.codec == "Opus", rate > 0, let samples = lastSample(of: sound, bytes) {
      let skipped = sound.codec == "Opus" ? Int(sound.header.integer(at: 10, as: UInt16.self, .little) ?? 0) : 0
      recording.stream.duration = Double(samples - skipped) / Double(rate)
    }
    return recording
  }

  /// The streams at the start of the file. The first page of each precedes all other pages.
  private static func streams(_ file: FileBytes) -> [Stream] {
    var streams: [Stream] = []
    var offset = 0
    while streams.count < 64, let page = Page(file, at: offset), page.isFirst {
      streams.append(Stream(serial: page.serial, header: file.bytes(at: page.body.lowerBound, count: min(page.body.count, 64))))
      offset = page.body.upperBound
    }
    return streams
  }

  /// The fields of the block of stream information, which is in the first packet: 20 bits of rate, 3
  /// of channels, 5 of bits per sample, and the number of samples.
  private static func flac(_ header: [UInt8]) -> AudioStream {
    var stream = AudioStream()
    guard header.has("fLaC", at: 9), let fields = header.integer(at: 27, as: UInt64.self, .big) else { return stream }
    let (rate, samples) = (Int(fields >> 44), Int(fields & 0xF_FFFF_FFFF))
    guard rate > 0 else { return stream }
    stream.sampleRate = rate
    stream.channels = Int(fields >> 41 & 7) + 1
    stream.bitsPerSample = Int(fields >> 36 & 31) + 1
    stream.duration = samples > 0 ? Double(samples) / Double(rate) : nil
    return stream
  }

  private static func fill(_ stream: inout AudioStream, fromVorbis header: [UInt8]) {
    guard header.count >= 24, let rate = header.integer(at: 12, as: UInt32.self, .little), rate > 0 else { return }
    stream.channels = Int(header[11])
    stream.sampleRate = Int(rate)
    let nominal = header.integer(at: 20, as: Int32.self, .little) ?? 0
    stream.bitRate = nominal > 0 ? Int(nominal) : nil
    stream.duration = nil
  }

  /// The position in the last page of a stream.
  private static func lastSample(of stream: Stream, _ file: FileBytes) -> Int? {
    let start = max(0, file.count - (128 << 10))
    let end = file.bytes(at: start, count: 128 << 10)
    for position in end.indices.reversed() where end[position] == 0x4F && end.has("OggS", at: position) {
      guard let page = Page(file, at: start + position), page.serial == stream.serial, page.granule > 0 else { continue }
      return Int(page.granule)
    }
    return nil
  }

  /// The header of a page.
  private struct Page {
    let isFirst: Bool
    let granule: Int64
    let serial: UInt32
    let body: Range<Int>

    init?(_ file: FileBytes, at offset: Int) {
      let header = file.bytes(at: offset, count: 27)
      guard header.has("OggS"), header.count == 27, let granule = header.integer(at: 6, as: Int64.self, .little),
        let serial = header.integer(at: 14, as: UInt32.self, .little)
      else { return nil }
      let segments = file.bytes(at: offset + 27, count: Int(header[26]))
      isFirst = header[5] & 2 != 0
      self.granule = granule
      self.serial = serial
      let start = offset + 27 + segments.count
      body = start..<(start + segments.reduce(0) { $0 + Int($1) })
    }
  }
}
