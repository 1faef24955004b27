// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Flash videos: a list of properties, then frames.
enum FlashVideo {
  private static let maximumTagCount = 64

  static func read(_ file: FileBytes) -> Movie {
    var movie = Movie()
    guard var offset = file.integer(at: 5, as: UInt32.self, .big).map({ Int($0) + 4 }) else { return movie }
    var properties = ActionValues()
    for _ in 0..<maximumTagCount {
      let header = file.bytes(at: offset, count: 11)
      guard header.count == 11 else { break }
      let length = Int(header[1]) << 16 | Int(header[2]) << 8 | Int(header[3])
      let body = offset + 11
      switch header[0] & 0x1F {
      case 8 where !movie.tracks.contains { $0.kind == .sound }: movie.tracks.append(sound(file.bytes(at: body, count: 1).first ?? 0))
      case 9 where !movie.tracks.contains { $0.kind == .video }: movie.tracks.append(video(file.bytes(at: body, count: 1).first ?? 0))
      case 18 where properties.isEmpty: properties = ActionValues(file.bytes(at: body, count: min(length, 64 << 10)))
      default: break
      }
      offset = body + length + 4
    }
    fill(&movie, properties)
    return movie
  }

  private static func fill(_ movie: inout Movie, _ properties: ActionValues) {
    movie.duration = properties.numbers["duration"]
    let positive = { (number: Double?) in number.flatMap { $0 > 0 ? Int(exactly: $0.rounded()) : nil } }
    for index in movie.tracks.indices {
      if movie.tracks[index].kind == .video {
        movie.tracks[index].width = positive(properties.numbers["width"])
        movie.tracks[index].height = positive(properties.numbers["height"])
        movie.tracks[index].bitRate = properties.numbers["videodatarate"].map { $0 * 1024 }
      } else {
        movie.tracks[index].bitRate = properties.numbers["audiodatarate"].map { $0 * 1024 }
      }
    }
    for (name, tag) in [
      ("title", MovieTags.Name.title), ("artist", .artist), ("comment", .comment), ("copyright", .copyright),
      ("description", .description), ("creator", .software), ("encoder", .encoder), ("date", .date), ("year", .date),
      ("creationdate", .date),
    ] {
      if let text = properties.texts[name] { movie.tags.append(text, to: tag) }
    }
  }

  private static func sound(_ flags: UInt8) -> Movie.Track {
    let codecs: [UInt8: String] = [
      0: "PCM", 1: "ADPCM", 2: "MP3", 3: "PCM", 5: "Nellymoser", 6: "Nellymoser", 10: "AAC", 11: "Speex", 14: "MP3",
    ]
    var track = Movie.Track(kind: .sound, codec: codecs[flags >> 4])
    track.sampleRate = [5512.5, 11_025, 22_050, 44_100][Int(flags >> 2 & 3)]
    track.channels = Int(flags & 1) + 1
    return track
  }

  private static func video(_ flags: UInt8) -> Movie.Track {
    let codecs: [UInt8: String] = [2: "Sorenson H.263", 3: "Screen Video", 4: "VP6", 5: "VP6", 6: "Screen Video 2", 7: "H.264", 12: "HEVC"]
    return Movie.Track(kind: .video, codec: codecs[flags & 0x0F])
  }
}

/// The properties of a Flash video, in the notation of ActionScript.
private struct ActionValues {
  private(set) var numbers: [String: Double] = [:]
  private(set) var texts: [String: String] = [:]
  private let bytes: [UInt8]
  private var offset = 0

  private static let maximumDepth = 16

  var isEmpty: Bool { numbers.isEmpty && texts.isEmpty }

  init() { bytes = [] }

  /// - Parameter bytes: The name of an event, and an array of names and values.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipValue(named: "", depth: 0)
    skipValue(named: "", depth: 0)
  }

  private mutating func takeText(longLength: Bool = false) -> String? {
    let length =
      longLength
      ? bytes.integer(at: offset, as: UInt32.self, .big).flatMap { Int(exactly: $0) }
      : bytes.integer(at: offset, as: UInt16.self, .big).map(Int.init)
    let start = offset + (longLength ? 4 : 2)
    guard let length, start + length <= bytes.count else { return nil }
    offset = start + length
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads a value and stores it. Returns `false` at the end of the data.
  @discardableResult
  private mutating func skipValue(named name: String, depth: Int) -> Bool {
    guard offset < bytes.count, depth < Self.maximumDepth else { return false }
    let kind = bytes[offset]
    offset += 1
    switch kind {
    case 0:
      guard let bits = bytes.integer(at: offset, as: UInt64.self, .big) else { return false }
      if depth == 1 { numbers[name] = Double(bitPattern: bits) }
      offset += 8
    case 1: offset += 1
    case 2, 12:
      guard let text = takeText(longLength: kind == 12) else { return false }
      if depth == 1 { texts[name] = text }
    case 3, 8:
      if kind == 8 { offset += 4 }
      while let key = takeText() {
        if offset < bytes.count, bytes[offset] == 9 {
          offset += 1
          return true
        }
        guard skipValue(named: key, depth: depth + 1) else { return false }
      }
      return false
    case 5, 6: break
    case 10:
      guard let count = bytes.integer(at: offset, as: UInt32.self, .big) else { return false }
      offset += 4
      for _ in 0..<count { guard skipValue(named: "", depth: depth + 1) else { return false } }
    case 11: offset += 10
    default: return false
    }
    return true
  }
}
