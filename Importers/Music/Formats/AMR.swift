// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Adaptive multi-rate speech, the format of voice messages: a mark, and frames of 20 milliseconds
/// each.
enum AMR {
  private static let narrowMark: StaticString = "#!AMR\n"
  private static let wideMark: StaticString = "#!AMR-WB\n"
  /// The bytes after the first one in a frame of each type. Types without an entry are invalid or
  /// contain no speech.
  private static let narrowSizes = [12, 13, 15, 17, 19, 20, 26, 31, 5]
  private static let wideSizes = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5]
  private static let seconds = 0.02
  /// Maximum number of frames to read. The length of the rest is computed from their average.
  private static let maximumWalkLength = 2048

  static func begins(_ bytes: [UInt8]) -> Bool { bytes.has(narrowMark) || bytes.has(wideMark) }

  static func read(_ file: FileBytes) -> AudioStream? {
    let isWide = file.bytes(at: 0, count: 9).has(wideMark)
    let sizes = isWide ? wideSizes : narrowSizes
    let start = isWide ? 9 : 6
    var (offset, frames) = (start, 0)
    while frames < maximumWalkLength, let first = file.bytes(at: offset, count: 1).first {
      let type = Int(first >> 3 & 15)
      offset += 1 + (sizes.indices.contains(type) ? sizes[type] : 0)
      frames += 1
    }
    var stream = AudioStream(codecs: [isWide ? "AMR-WB" : "AMR"])
    stream.sampleRate = isWide ? 16_000 : 8_000
    stream.channels = 1
    let walked = Double(min(offset, file.count) - start)
    guard walked > 0 else { return stream }
    stream.duration = Double(frames) * seconds * Double(file.count - start) / walked
    stream.bitRate = Int(walked * 8 / (Double(frames) * seconds))
    return stream
  }
}
