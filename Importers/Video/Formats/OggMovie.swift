// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Ogg files with pictures: Theora, with sound of any codec.
enum OggMovie {
  private static let maximumPageCount = 512
  fileprivate static let maximumPacketLength = 256 << 10

  /// A logical stream: its first two packets, the header and the comments.
  fileprivate struct Stream {
    var packets: [[UInt8]] = []
    var partial: [UInt8] = []
    var isComplete: Bool { packets.count >= 2 }
    var header: [UInt8] { packets.first ?? [] }
  }

  static func read(_ file: FileBytes) -> Movie {
    var movie = Movie()
    let streams = streams(file)
    let tracks = streams.compactMap { serial, stream in track(stream.header).map { (serial, stream, $0) } }
    movie.tracks = tracks.map(\.2)
    // The stream of pictures tells more about the whole than that of sound.
    for (_, stream, track) in tracks where track.kind == .video { readComments(stream, track, &movie) }
    for (_, stream, track) in tracks where track.kind == .sound { readComments(stream, track, &movie) }
    movie.duration =
      tracks.compactMap { serial, stream, _ in
        lastGranule(file, serial: serial).flatMap { seconds($0, stream.header) }
      }.max()
    return movie
  }

  private static func streams(_ file: FileBytes) -> [(serial: UInt32, stream: Stream)] {
    var streams: [(serial: UInt32, stream: Stream)] = []
    var offset = 0
    for _ in 0..<maximumPageCount {
      guard let page = Page(file, at: offset) else { break }
      offset = page.end
      if page.isFirst, streams.count < 64 { streams.append((page.serial, Stream())) }
      guard let index = streams.firstIndex(where: { $0.serial == page.serial }) else { continue }
      if !streams[index].stream.isComplete { streams[index].stream.take(page, of: file) }
      if streams.allSatisfy(\.stream.isComplete) { break }
    }
    return streams
  }

  private static func track(_ header: [UInt8]) -> Movie.Track? {
    switch true {
    case header.starts(with: [0x80]) && header.has("theora", at: 1):
      var track = Movie.Track(kind: .video, codec: "Theora")
      track.width = header.integer(at: 13, as: UInt32.self, .big).map { Int($0 & 0xFF_FFFF) }
      track.height = header.integer(at: 16, as: UInt32.self, .big).map { Int($0 & 0xFF_FFFF) }
      return track
    case header.has("\u{1}vorbis"):
      var track = Movie.Track(kind: .sound, codec: "Vorbis")
      track.channels = header.count > 11 ? Int(header[11]) : nil
      track.sampleRate = header.integer(at: 12, as: UInt32.self, .little).map { Double($0) }
      track.bitRate = header.integer(at: 20, as: Int32.self, .little).flatMap { $0 > 0 ? Double($0) : nil }
      return track
    case header.has("OpusHead"):
      return Movie.Track(kind: .sound, codec: "Opus", channels: header.count > 9 ? Int(header[9]) : nil, sampleRate: 48_000)
    case header.has("Speex   "):
      return Movie.Track(
        kind: .sound, codec: "Speex", channels: header.integer(at: 48, as: UInt32.self, .little).flatMap { Int(exactly: $0) },
        sampleRate: header.integer(at: 36, as: UInt32.self, .little).map { Double($0) })
    case header.has("\u{7F}FLAC"): return Movie.Track(kind: .sound, codec: "FLAC")
    default: return nil
    }
  }

  /// The time of a position, which has its own unit in each codec; `nil` for codecs whose unit is
  /// unknown here.
  private static func seconds(_ granule: Int64, _ header: [UInt8]) -> Double? {
    if header.has("theora", at: 1), header.count >= 42 {
      // The position is the number of the last key frame, and that of the frames after it.
      let shift = Int64(header[40] & 3) << 3 | Int64(header[41] >> 5)
      let frames = Double(granule >> shift + granule & (1 << shift - 1))
      guard let numerator = header.integer(at: 22, as: UInt32.self, .big), let denominator = header.integer(at: 26, as: UInt32.self, .big),
        numerator > 0
      else { return nil }
      return frames * Double(denominator) / Double(numerator)
    }
    if header.has("OpusHead") { return Double(granule) / 48_000 }
    guard header.has("\u{1}vorbis"), let rate = header.integer(at: 12, as: UInt32.self, .little), rate > 0 else { return nil }
    return Double(granule) / Double(rate)
  }

  private static func lastGranule(_ file: FileBytes, serial: UInt32) -> Int64? {
    let start = max(0, file.count - (128 << 10))
    let end = file.bytes(at: start, count: 128 << 10)
    for position in end.indices.reversed() where end[position] == 0x4F && end.has("OggS", at: position) {
      guard let page = Page(file, at: start + position), page.serial == serial, page.granule > 0 else { continue }
      return page.granule
    }
    return nil
  }

  private static func readComments(_ stream: Stream, _ track: Movie.Track, _ movie: inout Movie) {
    guard stream.packets.count > 1, let prefix = ["Theora": 7, "Vorbis": 7, "Opus": 8, "Speex": 0][track.codec ?? ""] else { return }
    let packet = stream.packets[1]
    var offset = prefix
    func takeText() -> String? {
      guard let length = packet.integer(at: offset, as: UInt32.self, .little).map(Int.init), offset + 4 + length <= packet.count else {
        return nil
      }
      defer { offset += 4 + length }
      return String(decoding: packet[(offset + 4)..<(offset + 4 + length)], as: UTF8.self)
    }
    guard takeText() != nil, let count = packet.integer(at: offset, as: UInt32.self, .little) else { return }
    offset += 4
    for _ in 0..<min(count, 4096) {
      guard let comment = takeText() else { return }
      let parts = comment.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let (name, value) = (parts[0].uppercased(), String(parts[1]))
      if let name = names[name] {
        movie.tags.append(value, to: name)
      } else if name.hasPrefix("CHAPTER"), name.hasSuffix("NAME"), name.count > 11, !movie.texts.contains(value) {
        movie.texts.append(value)
      } else if !name.hasPrefix("CHAPTER") {
        movie.tags.append(value, named: name)
      }
    }
  }

  private static let names: [String: MovieTags.Name] = [
    "ALBUM": .album, "ARTIST": .artist, "AUTHOR": .artist, "COMMENT": .comment, "COMPOSER": .composer, "COPYRIGHT": .copyright,
    "DATE": .date, "DESCRIPTION": .description, "DIRECTOR": .director, "ENCODER": .encoder, "GENRE": .genre, "KEYWORDS": .keywords,
    "ORGANIZATION": .publisher, "PERFORMER": .performer, "PRODUCER": .producer, "TITLE": .title,
  ]

  /// The header of a page.
  fileprivate struct Page {
    let isFirst: Bool
    let granule: Int64
    let serial: UInt32
    /// The lengths of the pieces of packets in it: less than 255 ends a packet.
    let lacing: [UInt8]
    let start: Int

    var end: Int { start + lacing.reduce(0) { $0 + Int($1) } }

    init?(_ file: FileBytes, at offset: Int) {
      let header = file.bytes(at: offset, count: 27)
      guard header.has("OggS"), header.count == 27, let granule = header.integer(at: 6, as: Int64.self, .little),
        let serial = header.integer(at: 14, as: UInt32.self, .little)
      else { return nil }
      isFirst = header[5] & 2 != 0
      self.granule = granule
      self.serial = serial
      lacing = file.bytes(at: offset + 27, count: Int(header[26]))
      start = offset + 27 + lacing.count
    }
  }
}

extension OggMovie.Stream {
  fileprivate mutating func take(_ page: OggMovie.Page, of file: FileBytes) {
    var offset = page.start
    for length in page.lacing where !isComplete {
      if partial.count < OggMovie.maximumPacketLength { partial += file.bytes(at: offset, count: Int(length)) }
      offset += Int(length)
      if length < 255 {
        packets.append(partial)
        partial = []
      }
    }
  }
}
