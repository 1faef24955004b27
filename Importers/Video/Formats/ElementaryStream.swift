// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The headers inside the streams of an MPEG program, for containers that do not repeat them.
enum ElementaryStream {
  /// Seconds that the last picture is shown for, at 25 pictures a second: times tell only when one
  /// begins.
  static let lastPictureDuration = 0.04

  /// Describes a stream of pictures by the first sequence header in `bytes`: MPEG-1, MPEG-2 or
  /// H.264.
  static func video(_ bytes: [UInt8], codec: String?) -> Movie.Track? {
    for offset in bytes.indices.dropLast(8) where bytes[offset] == 0 && bytes[offset + 1] == 0 && bytes[offset + 2] == 1 {
      if bytes[offset + 3] == 0xB3, codec == nil || codec == "MPEG-1" || codec == "MPEG-2" {
        var track = Movie.Track(kind: .video, codec: "MPEG-1")
        track.width = Int(bytes[offset + 4]) << 4 | Int(bytes[offset + 5] >> 4)
        track.height = Int(bytes[offset + 5] & 0x0F) << 8 | Int(bytes[offset + 6])
        // MPEG-2 has an extension after the header.
        let rest = bytes.dropFirst(offset + 12).prefix(160)
        let hasExtension = rest.indices.dropLast(3).contains { rest[$0...].starts(with: [0, 0, 1, 0xB5]) }
        track.codec = hasExtension ? "MPEG-2" : "MPEG-1"
        return track
      }
      if bytes[offset + 3] & 0x1F == 7, codec == "H.264", let size = SequenceParameters(Array(bytes[(offset + 4)...].prefix(512))) {
        return Movie.Track(kind: .video, codec: codec, width: size.width, height: size.height)
      }
    }
    return nil
  }

  /// Describes a stream of sound by the first frame header in `bytes`: MPEG audio or AAC.
  static func sound(_ bytes: [UInt8]) -> Movie.Track? {
    for offset in bytes.indices.dropLast(7) where bytes[offset] == 0xFF && bytes[offset + 1] & 0xE0 == 0xE0 {
      let header = Array(bytes[offset..<(offset + 7)])
      if let track = header[1] & 6 == 0 ? advancedAudio(header) : mpegAudio(header) { return track }
    }
    return nil
  }

  private static func mpegAudio(_ header: [UInt8]) -> Movie.Track? {
    let version = Int(header[1] >> 3 & 3)
    let layer = 4 - Int(header[1] >> 1 & 3)
    let (rate, frequency) = (Int(header[2] >> 4), Int(header[2] >> 2 & 3))
    guard version != 1, (1...3).contains(layer), (1...14).contains(rate), frequency < 3 else { return nil }
    let isFirst = version == 3
    var track = Movie.Track(kind: .sound, codec: "MP\(layer)")
    track.sampleRate = [44_100, 48_000, 32_000][frequency] / (isFirst ? 1 : version == 2 ? 2 : 4)
    track.bitRate = Double(rates[isFirst ? layer - 1 : layer == 1 ? 3 : 4][rate - 1]) * 1000
    track.channels = header[3] >> 6 == 3 ? 1 : 2
    return track
  }

  /// Kilobits per second of the layers of MPEG-1, then of layer 1 and of the others of MPEG-2.
  private static let rates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448], [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320], [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  private static func advancedAudio(_ header: [UInt8]) -> Movie.Track? {
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
    let index = Int(header[2] >> 2 & 15)
    guard header[1] & 0xF0 == 0xF0, rates.indices.contains(index) else { return nil }
    let configuration = Int(header[2] & 1) << 2 | Int(header[3] >> 6)
    return Movie.Track(
      kind: .sound, codec: "AAC", channels: configuration == 0 ? nil : configuration == 7 ? 8 : configuration,
      sampleRate: Double(rates[index]))
  }
}

/// The dimensions in a sequence parameter set of H.264.
private struct SequenceParameters {
  let width: Int
  let height: Int

  /// - Parameter bytes: The parameter set after the byte with its type.
  init?(_ bytes: [UInt8]) {
    // A 3 after two zeros only prevents that they look like a start code.
    var plain: [UInt8] = []
    for byte in bytes where !(byte == 3 && plain.count > 1 && plain.suffix(2).allSatisfy { $0 == 0 }) { plain.append(byte) }
    var bits = BitReader(plain)
    let profile = bits.take(8)
    _ = bits.take(16)
    _ = bits.takeGolomb()
    var chroma = 1
    if [44, 83, 86, 100, 110, 118, 122, 128, 138, 139, 244].contains(profile) {
      chroma = bits.takeGolomb()
      if chroma == 3 { _ = bits.take(1) }
      _ = (bits.takeGolomb(), bits.takeGolomb(), bits.take(1))
      if bits.take(1) == 1 { for index in 0..<(chroma == 3 ? 12 : 8) where bits.take(1) == 1 { bits.skipScalingList(index < 6 ? 16 : 64) } }
    }
    _ = bits.takeGolomb()
    switch bits.takeGolomb() {
    case 0: _ = bits.takeGolomb()
    case 1:
      _ = (bits.take(1), bits.takeGolomb(), bits.takeGolomb())
      for _ in 0..<min(bits.takeGolomb(), 255) { _ = bits.takeGolomb() }
    default: break
    }
    _ = (bits.takeGolomb(), bits.take(1))
    let columns = bits.takeGolomb() + 1
    let rows = bits.takeGolomb() + 1
    let isFrame = bits.take(1)
    if isFrame == 0 { _ = bits.take(1) }
    _ = bits.take(1)
    var (cropX, cropY) = (0, 0)
    if bits.take(1) == 1 {
      cropX = (bits.takeGolomb() + bits.takeGolomb()) * (chroma == 1 || chroma == 2 ? 2 : 1)
      cropY = (bits.takeGolomb() + bits.takeGolomb()) * (chroma == 1 ? 2 : 1) * (2 - isFrame)
    }
    guard !bits.isExhausted, columns <= 4096, rows <= 4096 else { return nil }
    width = columns * 16 - cropX
    height = rows * 16 * (2 - isFrame) - cropY
    guard width > 0, height > 0 else { return nil }
  }
}

extension BitReader {
  /// Takes an unsigned number in the code of Golomb.
  fileprivate mutating func takeGolomb() -> Int {
    var zeros = 0
    while zeros < 31, !isExhausted, take(1) == 0 { zeros += 1 }
    return (1 << zeros) - 1 + take(zeros)
  }

  fileprivate mutating func skipScalingList(_ count: Int) {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 {
        let code = takeGolomb()
        next = (last + (code & 1 == 1 ? (code + 1) / 2 : -(code / 2)) + 256) & 255
      }
      if next != 0 { last = next }
    }
  }
}
