// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Windows Media files: objects that begin with a GUID.
enum ASF {
  static func read(_ file: FileBytes) -> Movie {
    var movie = Movie()
    guard let size = file.integer(at: 16, as: UInt64.self, .little) else { return movie }
    // The header object contains the others.
    readObjects(file, 30..<max(30, min(file.count, Int(clamping: size))), &movie)
    return movie
  }

  private static func readObjects(_ file: FileBytes, _ range: Range<Int>, _ movie: inout Movie) {
    var offset = range.lowerBound
    for _ in 0..<1024 {
      let header = file.bytes(at: offset, count: 24)
      guard header.count == 24, offset < range.upperBound, let size = header.integer(at: 16, as: UInt64.self, .little), size >= 24,
        size <= UInt64(range.upperBound - offset)
      else { return }
      let body = (offset + 24)..<(offset + Int(size))
      // The first four bytes of the GUIDs differ.
      switch header.integer(at: 0, as: UInt32.self, .little) {
      case 0x8CAB_DCA1: readProperties(file, body, &movie)
      case 0xB7DC_0791: readStream(file, body, &movie)
      case 0x75B2_2633: readDescription(file, body, &movie.tags)
      case 0xD2D0_A440: readExtendedDescription(file, body, &movie.tags)
      default: break
      }
      offset += Int(size)
    }
  }

  private static func readProperties(_ file: FileBytes, _ body: Range<Int>, _ movie: inout Movie) {
    guard let duration = file.integer(at: body.lowerBound + 40, as: UInt64.self, .little),
      let preroll = file.integer(at: body.lowerBound + 56, as: UInt64.self, .little)
    else { return }
    // In units of 100 nanoseconds, with the time to fill a buffer, which is in milliseconds.
    movie.duration = max(0, Double(duration) / 1e7 - Double(preroll) / 1e3)
  }

  private static func readStream(_ file: FileBytes, _ body: Range<Int>, _ movie: inout Movie) {
    guard movie.tracks.count < 64 else { return }
    let bytes = file.bytes(at: body.lowerBound, count: min(body.count, 54 + 64))
    let format = Array(bytes.dropFirst(54))
    switch bytes.integer(at: 0, as: UInt32.self, .little) {
    case 0xF869_9E40: movie.tracks.append(Movie.Track(waveFormat: format))
    case 0xBC19_EFC0:
      var track = Movie.Track(kind: .video)
      track.width = format.integer(at: 0, as: UInt32.self, .little).flatMap { Int(exactly: $0) }
      track.height = format.integer(at: 4, as: UInt32.self, .little).flatMap { Int(exactly: $0) }
      // A bitmap header follows after 11 bytes; its code is at 16.
      track.codec = CodecName.named(fourCharacters: String(decoding: format.dropFirst(27).prefix(4), as: UTF8.self))
      movie.tracks.append(track)
    default: break
    }
  }

  /// Reads title, author, copyright, description and rating: five lengths, then the texts.
  private static func readDescription(_ file: FileBytes, _ body: Range<Int>, _ tags: inout MovieTags) {
    var offset = body.lowerBound + 10
    for (index, name) in [MovieTags.Name.title, .artist, .copyright, .comment].enumerated() {
      guard let length = file.integer(at: body.lowerBound + 2 * index, as: UInt16.self, .little) else { return }
      tags.append(String(littleEndianUTF16: file.bytes(at: offset, count: Int(length))), to: name)
      offset += Int(length)
    }
  }

  private static func readExtendedDescription(_ file: FileBytes, _ body: Range<Int>, _ tags: inout MovieTags) {
    var offset = body.lowerBound + 2
    for _ in 0..<(file.integer(at: body.lowerBound, as: UInt16.self, .little) ?? 0) {
      guard let nameLength = file.integer(at: offset, as: UInt16.self, .little).map(Int.init) else { return }
      let name = String(littleEndianUTF16: file.bytes(at: offset + 2, count: nameLength)).prefix { $0 != "\0" }
      offset += 2 + nameLength
      guard let kind = file.integer(at: offset, as: UInt16.self, .little),
        let length = file.integer(at: offset + 2, as: UInt16.self, .little).map(Int.init)
      else { return }
      if kind == 0 {
        let text = String(littleEndianUTF16: file.bytes(at: offset + 4, count: length))
        if let known = names[name.uppercased()] {
          tags.append(text, to: known)
        } else {
          tags.append(text, named: String(name.hasPrefix("WM/") ? name.dropFirst(3) : name))
        }
      }
      offset += 4 + length
    }
  }

  private static let names: [String: MovieTags.Name] = [
    "AUTHOR": .artist, "COPYRIGHT": .copyright, "DESCRIPTION": .comment, "TITLE": .title, "WM/ALBUMTITLE": .album, "WM/CATEGORY": .keywords,
    "WM/COMPOSER": .composer, "WM/DIRECTOR": .director, "WM/ENCODINGSETTINGS": .encoder,
    "WM/GENRE": .genre, "WM/LANGUAGE": .language, "WM/PRODUCER": .producer, "WM/PUBLISHER": .publisher,
    "WM/SUBTITLEDESCRIPTION": .description,
    "WM/TOOLNAME": .encoder,
  ]
}
