// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import ImporterSupport

/// AVI files: chunks of RIFF.
enum AVI {
  private static let maximumChunkCount = 4096

  static func read(_ file: FileBytes) -> Movie {
    var movie = Movie()
    for chunk in chunks(file, 12..<max(12, file.count)) where chunk.type == "LIST" {
      switch chunk.form {
      case "hdrl": readHeaders(file, chunk.list, &movie)
      case "INFO": readInformation(file, chunk.list, &movie.tags)
      default: break
      }
    }
    movie.tags.decodeUndeclaredTexts()
    return movie
  }

  private struct Chunk {
    let type: String
    /// The type of a list's contents.
    let form: String
    let body: Range<Int>

    var list: Range<Int> { min(body.lowerBound + 4, body.upperBound)..<body.upperBound }
  }

  private static func chunks(_ file: FileBytes, _ range: Range<Int>) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, chunks.count < maximumChunkCount {
      let header = file.bytes(at: offset, count: 12)
      guard header.count >= 8, let length = header.integer(at: 4, as: UInt32.self, .little) else { break }
      let end = min(offset + 8 + Int(length), range.upperBound)
      let names = [header[..<4], header.dropFirst(8)].map { String(decoding: $0, as: UTF8.self) }
      chunks.append(Chunk(type: names[0], form: names[1], body: (offset + 8)..<end))
      // Chunks are padded to an even length.
      offset += 8 + Int(length) + Int(length & 1)
    }
    return chunks
  }

  private static func readHeaders(_ file: FileBytes, _ range: Range<Int>, _ movie: inout Movie) {
    for chunk in chunks(file, range) {
      if chunk.type == "avih", let frameTime = file.integer(at: chunk.body.lowerBound, as: UInt32.self, .little),
        let frames = file.integer(at: chunk.body.lowerBound + 16, as: UInt32.self, .little)
      {
        movie.duration = Double(frames) * Double(frameTime) / 1e6
      } else if chunk.type == "LIST", chunk.form == "strl", movie.tracks.count < 64 {
        readStream(file, chunk.list, &movie)
      }
    }
  }

  private static func readStream(_ file: FileBytes, _ range: Range<Int>, _ movie: inout Movie) {
    let parts = chunks(file, range)
    guard let header = parts.first(where: { $0.type == "strh" }), let format = parts.first(where: { $0.type == "strf" }) else { return }
    let head = file.bytes(at: header.body.lowerBound, count: min(header.body.count, 36))
    let bytes = file.bytes(at: format.body.lowerBound, count: min(format.body.count, 40))
    // The file header counts only the frames of the first gigabyte.
    if let scale = head.integer(at: 20, as: UInt32.self, .little), let rate = head.integer(at: 24, as: UInt32.self, .little), rate > 0,
      let length = head.integer(at: 32, as: UInt32.self, .little), length > 0
    {
      movie.duration = max(movie.duration ?? 0, Double(length) * Double(scale) / Double(rate))
    }
    if head.has("vids") {
      var track = Movie.Track(kind: .video)
      let handler = String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self)
      track.codec =
        CodecName.named(fourCharacters: String(decoding: bytes.dropFirst(16).prefix(4), as: UTF8.self))
        ?? CodecName.named(fourCharacters: handler)
      track.width = bytes.integer(at: 4, as: Int32.self, .little).map { Int($0.magnitude) }
      // Negative heights mean that rows are stored from the top.
      track.height = bytes.integer(at: 8, as: Int32.self, .little).map { Int($0.magnitude) }
      movie.tracks.append(track)
    } else if head.has("auds") {
      movie.tracks.append(Movie.Track(waveFormat: bytes))
    } else if head.has("txts") {
      movie.tracks.append(Movie.Track(kind: .text))
    }
  }

  private static func readInformation(_ file: FileBytes, _ range: Range<Int>, _ tags: inout MovieTags) {
    for chunk in chunks(file, range) {
      guard let name = names[chunk.type] else { continue }
      tags.append(UndeclaredTexts.marked(file.bytes(at: chunk.body.lowerBound, count: min(chunk.body.count, 64 << 10))), to: name)
    }
  }

  private static let names: [String: MovieTags.Name] = [
    "IART": .artist, "ICMT": .comment, "ICOP": .copyright, "ICRD": .date, "IGNR": .genre, "IKEY": .keywords, "INAM": .title, "IPRD": .album,
    "IPRO": .producer, "ISBJ": .description, "ISFT": .encoder, "ISTD": .publisher, "ISTR": .performer,
  ]
}

extension Movie.Track {
  /// A stream of sound, described by a Wave header.
  init(waveFormat bytes: [UInt8]) {
    self.init(kind: .sound)
    codec = bytes.integer(at: 0, as: UInt16.self, .little).map { CodecName.named(waveFormat: $0) }
    channels = bytes.integer(at: 2, as: UInt16.self, .little).map(Int.init)
    sampleRate = bytes.integer(at: 4, as: UInt32.self, .little).map { Double($0) }
    bitRate = bytes.integer(at: 8, as: UInt32.self, .little).map { Double($0) * 8 }
  }
}
