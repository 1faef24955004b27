// SPDX-License-Identifier: Apache-2.0

/// Silent recordings, built byte by byte.
enum Recording {
  /// Fifty frames of MPEG audio behind a tag with a title and an artist.
  static func mp3(title: String, artist: String) -> [UInt8] {
    let frames = frame("TIT2", title) + frame("TPE1", artist)
    var recording = Array("ID3".utf8) + [4, 0, 0] + syncSafe(frames.count) + frames
    for _ in 0..<50 { recording += [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413) }
    return recording
  }

  /// A text in UTF-8.
  private static func frame(_ name: String, _ text: String) -> [UInt8] {
    Array(name.utf8) + syncSafe(text.utf8.count + 1) + [0, 0, 3] + Array(text.utf8)
  }

  /// 16 bits at 8 kHz, one channel.
  static func wav(seconds: Int) -> [UInt8] {
    let format = [(1, 2), (1, 2), (8000, 4), (16_000, 4), (2, 2), (16, 2)].flatMap { little($0.0, $0.1) }
    let samples = [UInt8](repeating: 0, count: 16_000 * seconds)
    return chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", samples))
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + little(body.count, 4) + body }
  private static func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
  private static func syncSafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }
}
