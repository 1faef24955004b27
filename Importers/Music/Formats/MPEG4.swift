// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// MPEG-4 files: TagLib reads the tags, and the properties of two codecs; for other codecs, this
/// reads the description of the first audio track.
enum MPEG4 {
  static func read(_ file: ImportedFile, _ bytes: FileBytes) -> Recording? {
    let movie = children(bytes, of: ISOBox.list(in: bytes, 0..<bytes.count), "moov")
    let track = soundTrack(bytes, movie)
    guard var recording = Recording(file, .mp4) ?? track.map({ _ in Recording() }) else { return nil }
    for title in MPEG4Chapters.titles(in: bytes, movie) { recording.tags.append(title, to: Tags.chapter) }
    guard let track else { return recording }
    if let language = track.language, recording.tags["LANGUAGE"].isEmpty { recording.tags.append(language, to: "LANGUAGE") }
    let stream = recording.stream
    recording.stream.codecs = [track.codec]
    // TagLib reads the number in the description of the samples, which is always 2 for AAC.
    recording.stream.channels = track.streamChannels ?? stream.channels ?? track.channels
    recording.stream.sampleRate = stream.sampleRate ?? track.sampleRate
    recording.stream.duration = stream.duration ?? track.duration
    if stream.bitRate == nil, let byteCount = track.byteCount, let duration = recording.stream.duration, duration > 0 {
      recording.stream.bitRate = Int(exactly: (Double(byteCount) * 8 / duration).rounded())
    }
    // Only lossless audio has a number of bits per sample.
    if !["Apple Lossless", "FLAC"].contains(track.codec) { recording.stream.bitsPerSample = nil }
    return recording
  }

  private struct Track {
    var codec: String
    var channels: Int?
    /// The number in the description of the stream itself.
    var streamChannels: Int?
    var sampleRate: Int?
    var duration: Double?
    /// The total size of the samples in bytes.
    var byteCount: Int?
    var language: String?
  }

  private static func soundTrack(_ file: FileBytes, _ movie: [ISOBox]) -> Track? {
    for track in movie where track.type == "trak" {
      let media = children(file, of: ISOBox.list(in: file, track.body), "mdia")
      guard let handler = media.first(where: { $0.type == "hdlr" }), file.bytes(at: handler.body.lowerBound + 8, count: 4).has("soun")
      else { continue }
      let table = children(file, of: children(file, of: media, "minf"), "stbl")
      guard let description = table.first(where: { $0.type == "stsd" }), description.body.count > 8,
        let entry = ISOBox.list(in: file, (description.body.lowerBound + 8)..<description.body.upperBound).first
      else { continue }
      let header = media.first { $0.type == "mdhd" }
      let time = header.flatMap { self.time(file, $0) }
      let codec = codecs[entry.type] ?? entry.type
      let rate = file.integer(at: entry.body.lowerBound + 24, as: UInt16.self, .big).map(Int.init)
      return Track(
        codec: codec,
        channels: file.integer(at: entry.body.lowerBound + 16, as: UInt16.self, .big).map(Int.init),
        streamChannels: SoundSampleEntry(file, entry).stream?.channels,
        // The 16-bit field is too small for some rates of lossless audio, whose time scale is the
        // sample rate.
        sampleRate: codec == "FLAC" ? time?.scale ?? rate : rate,
        duration: time?.seconds,
        byteCount: table.first { $0.type == "stsz" }.flatMap { sizes in byteCount(file, sizes) },
        language: header?.language(in: file))
    }
    return nil
  }

  private static func children(_ file: FileBytes, of boxes: [ISOBox], _ type: String) -> [ISOBox] {
    boxes.first { $0.type == type }.map { ISOBox.list(in: file, $0.body) } ?? []
  }

  private static func time(_ file: FileBytes, _ header: ISOBox) -> (seconds: Double, scale: Int)? {
    let isLong = file.bytes(at: header.body.lowerBound, count: 1) == [1]
    let start = header.body.lowerBound + (isLong ? 20 : 12)
    let units =
      isLong
      ? file.integer(at: start + 4, as: UInt64.self, .big).map { Double($0) }
      : file.integer(at: start + 4, as: UInt32.self, .big).map { Double($0) }
    guard let units, let scale = file.integer(at: start, as: UInt32.self, .big), scale > 0 else { return nil }
    return (units / Double(scale), Int(scale))
  }

  /// The sum of the sizes of all samples. All may share one size.
  private static func byteCount(_ file: FileBytes, _ table: ISOBox) -> Int? {
    let start = table.body.lowerBound
    guard let common = file.integer(at: start + 4, as: UInt32.self, .big), let count = file.integer(at: start + 8, as: UInt32.self, .big)
    else { return nil }
    if common > 0 { return Int(exactly: UInt64(common) * UInt64(count)) }
    let sizes = file.bytes(at: start + 12, count: min(Int(count) * 4, table.body.count - 12, 4 << 20))
    return stride(from: 0, to: sizes.count, by: 4).reduce(0) { $0 + Int(sizes.integer(at: $1, as: UInt32.self, .big) ?? 0) }
  }

  private static let codecs = [
    ".mp3": "MP3", "ac-3": "AC-3", "alac": "Apple Lossless", "ec-3": "E-AC-3", "fLaC": "FLAC", "mp4a": "AAC", "Opus": "Opus", "aavd": "AAC",
  ]
}
