internal import ImporterSupport

/// AIFF files: TagLib reads the audio properties and an ID3 tag; this reads the text chunks of the
/// format.
enum AIFF {
  private static let names = ["NAME": "TITLE", "AUTH": "ARTIST", "(c) ": "COPYRIGHT", "ANNO": "COMMENT"]
  private static let maximumTextLength = 64 << 10

  static func read(_ file: ImportedFile, _ bytes: FileBytes) -> Recording? {
    guard var recording = Recording(file, .aiff) else { return nil }
    var texts = Tags()
    var offset = 12
    for _ in 0..<1024 {
      guard let length = bytes.integer(at: offset + 4, as: UInt32.self, .big) else { break }
      if let name = names[String(decoding: bytes.bytes(at: offset, count: 4), as: UTF8.self)] {
        let text = bytes.bytes(at: offset + 8, count: min(Int(length), maximumTextLength))
        texts.append(String(decoding: text.prefix { $0 != 0 }, as: UTF8.self), to: name)
      }
      // Chunks are padded to an even length.
      offset += 8 + Int(length) + Int(length & 1)
    }
    recording.tags.fill(from: texts)
    return recording
  }
}

/// Wave files with 64-bit lengths, which TagLib does not read.
enum RF64 {
  static func read(_ file: FileBytes) -> AudioStream? {
    var stream = AudioStream(codecs: ["PCM"])
    var soundSize = 0
    var bytesPerSecond = 0
    var offset = 12
    for _ in 0..<1024 {
      let header = file.bytes(at: offset, count: 8)
      guard let length = header.integer(at: 4, as: UInt32.self, .little) else { break }
      let start = offset + 8
      if header.has("ds64") {
        soundSize = file.integer(at: start + 8, as: UInt64.self, .little).flatMap { Int(exactly: $0) } ?? 0
      } else if header.has("fmt ") {
        stream.channels = file.integer(at: start + 2, as: UInt16.self, .little).map(Int.init)
        stream.sampleRate = file.integer(at: start + 4, as: UInt32.self, .little).map(Int.init)
        bytesPerSecond = file.integer(at: start + 8, as: UInt32.self, .little).map(Int.init) ?? 0
        stream.bitsPerSample = file.integer(at: start + 14, as: UInt16.self, .little).map(Int.init)
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
