// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Core Audio files (CAF): chunks with the description of the sound, its length and texts (Apple, “Core
/// Audio Format Specification 1.0”).
enum CoreAudio {
  private static let maximumChunkCount = 1024
  private static let maximumTextLength = 64 << 10

  private static let codecs = [
    "aac ": "AAC", "aace": "AAC", "aach": "AAC", "aacl": "AAC", "aacp": "AAC", "ac-3": "AC-3", "alac": "Apple Lossless", "alaw": "A-law",
    "ec-3": "E-AC-3", "flac": "FLAC", "ilbc": "iLBC", "ima4": "IMA ADPCM", "lpcm": "PCM", ".mp1": "MP1", ".mp2": "MP2", ".mp3": "MP3",
    "opus": "Opus", "samr": "AMR", "ulaw": "\u{3BC}-law",
  ]

  /// The names of texts, in the words of the specification.
  private static let names = [
    "album": "ALBUM", "artist": "ARTIST", "comments": "COMMENT", "composer": "COMPOSER", "copyright": "COPYRIGHT",
    "encoding application": "ENCODER", "genre": "GENRE", "key signature": "KEY", "lyricist": "LYRICIST", "recorded date": "DATE",
    "tempo": "TEMPO", "title": "TITLE", "track number": "TRACKNUMBER", "year": "YEAR",
  ]

  /// - Returns: `nil` without a description.
  static func read(_ file: FileBytes) -> Recording? {
    var description: Description?
    var tags = Tags()
    var byteCount: Int?
    var frameCount: Int64?
    var offset = 8
    for _ in 0..<maximumChunkCount {
      guard let size = file.integer(at: offset + 4, as: Int64.self, .big) else { break }
      let body = offset + 12
      // The length of the sound may be unknown; it then extends to the end.
      let length = size < 0 ? max(0, file.count - body) : Int(size)
      switch String(decoding: file.bytes(at: offset, count: 4), as: UTF8.self) {
      case "desc": description = Description(file, at: body)
      // The number of edits precedes the sound.
      case "data": byteCount = max(0, min(length, file.count - body) - 4)
      // The number of packets precedes that of frames.
      case "pakt": frameCount = file.integer(at: body + 8, as: Int64.self, .big)
      case "info": read(file.bytes(at: body, count: min(length, maximumTextLength)), into: &tags)
      default: break
      }
      guard size >= 0, length < file.count - body else { break }
      offset = body + length
    }
    guard let description else { return nil }
    return Recording(stream: description.stream(byteCount: byteCount, frameCount: frameCount), tags: tags)
  }

  /// A number of entries, and then names and texts that end with NUL.
  private static func read(_ bytes: [UInt8], into tags: inout Tags) {
    let parts = bytes.dropFirst(4).split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      if let name = names[parts[index].lowercased()] { tags.append(parts[index + 1], to: name) }
    }
  }

  private struct Description {
    private let rate: Double
    private let format: String
    private let flags: UInt32
    private let bytesPerPacket: Int
    private let framesPerPacket: Int
    private let channels: Int
    private let bits: Int

    init?(_ file: FileBytes, at offset: Int) {
      let bytes = file.bytes(at: offset, count: 32)
      let numbers = (0..<5).compactMap { bytes.integer(at: 12 + 4 * $0, as: UInt32.self, .big) }
      guard let rate = bytes.integer(at: 0, as: UInt64.self, .big).map(Double.init(bitPattern:)), (1...1e7).contains(rate),
        numbers.count == 5
      else { return nil }
      self.rate = rate
      format = String(decoding: bytes[8..<12], as: UTF8.self)
      flags = numbers[0]
      (bytesPerPacket, framesPerPacket, channels, bits) = (Int(numbers[1]), Int(numbers[2]), Int(numbers[3]), Int(numbers[4]))
    }

    /// - Parameters:
    ///   - byteCount: The length of the sound.
    ///   - frameCount: The number of frames as stated for packets of different lengths.
    func stream(byteCount: Int?, frameCount: Int64?) -> AudioStream {
      var stream = AudioStream()
      stream.sampleRate = Int(rate)
      stream.channels = channels <= 256 ? channels : nil
      stream.codecs = [codecs[format] ?? format.trimmed]
      // Flags of Apple Lossless stand for the number of bits.
      stream.bitsPerSample = format == "lpcm" ? bits : format == "alac" ? [1: 16, 2: 20, 3: 24, 4: 32][flags] : nil
      if let frameCount, frameCount > 0 {
        stream.duration = Double(frameCount) / rate
      } else if let byteCount, bytesPerPacket > 0 {
        stream.duration = Double(byteCount / bytesPerPacket) * Double(framesPerPacket) / rate
      }
      if let byteCount, let duration = stream.duration, duration > 0 {
        stream.bitRate = Int(exactly: (Double(byteCount) * 8 / duration).rounded())
      }
      return stream
    }
  }
}
