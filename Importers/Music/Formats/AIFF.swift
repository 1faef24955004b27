// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import ImporterSupport

/// AIFF files: TagLib reads the audio properties and an ID3 tag; this reads the text chunks of the
/// format, and the properties of a file whose sound is missing.
enum AIFF {
  private static let names = ["NAME": "TITLE", "AUTH": "ARTIST", "(c) ": "COPYRIGHT", "ANNO": "COMMENT"]
  private static let maximumTextLength = 64 << 10

  static func read(_ file: ImportedFile, _ bytes: FileBytes) -> Recording? {
    guard var recording = Recording(file, .aiff) else { return nil }
    var texts = Tags()
    var stream = AudioStream()
    var offset = 12
    for _ in 0..<1024 {
      guard let length = bytes.integer(at: offset + 4, as: UInt32.self, .big) else { break }
      let type = String(decoding: bytes.bytes(at: offset, count: 4), as: UTF8.self)
      if type == "COMM" { stream = properties(bytes.bytes(at: offset + 8, count: 18)) }
      if let name = names[type] {
        let text = bytes.bytes(at: offset + 8, count: min(Int(length), maximumTextLength))
        texts.append(UndeclaredTexts.marked(text), to: name)
      }
      // Chunks are padded to an even length.
      offset += 8 + Int(length) + Int(length & 1)
    }
    recording.tags.fill(from: texts)
    recording.stream.fill(from: stream)
    return recording
  }

  /// Channels, frames, bits per sample, and the rate as an 80-bit floating-point number.
  private static func properties(_ chunk: [UInt8]) -> AudioStream {
    var stream = AudioStream()
    stream.channels = chunk.integer(at: 0, as: UInt16.self, .big).map(Int.init)
    stream.bitsPerSample = chunk.integer(at: 6, as: UInt16.self, .big).map(Int.init)
    guard let exponent = chunk.integer(at: 8, as: UInt16.self, .big), let mantissa = chunk.integer(at: 10, as: UInt64.self, .big) else {
      return stream
    }
    // Rates are positive and smaller than 2^32.
    let shift = 16383 + 63 - Int(exponent)
    if (31...63).contains(shift) { stream.sampleRate = Int(mantissa >> UInt64(shift)) }
    return stream
  }
}
