// SPDX-License-Identifier: Apache-2.0

/// MPEG-4 files with one sound track of AAC.
enum MPEG4Fixture {
  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// A sound track that states two channels, in German.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of AAC.
  ///   - others: Boxes of the track.
  private static func soundTrack(_ configuration: [UInt8], _ others: [UInt8] = []) -> [UInt8] {
    let decoder = Bytes.all([4, UInt8(15 + configuration.count), 0x40, 0x15], zeros(11), [5, UInt8(configuration.count)], configuration)
    let descriptor = Bytes.all(zeros(4), [3, UInt8(decoder.count + 3), 0, 1, 0], decoder)
    let entry = Bytes.box(
      "mp4a", zeros(16), Bytes.big(UInt16(2), 16, 0, 0), Bytes.big(UInt32(44_100) << 16), Bytes.box("esds", descriptor))
    return Bytes.box("trak", others, media("soun", Bytes.box("stsd", Bytes.big(UInt32(0), 1), entry)))
  }

  private static func media(_ handler: String, _ table: [UInt8]...) -> [UInt8] {
    Bytes.box(
      "mdia", Bytes.box("mdhd", Bytes.big(UInt32(0), 0, 0, 44_100, 88_200), Bytes.big(UInt16(0x10B5), 0)),
      Bytes.box("hdlr", zeros(8), Bytes.text(handler), zeros(13)), Bytes.box("minf", Bytes.box("stbl", table.flatMap { $0 })))
  }

  private static func file(_ boxes: [UInt8]..., data: [UInt8] = [0]) -> [UInt8] {
    Bytes.all(
      Bytes.box("ftyp", Bytes.text("M4A \0\0\0\0M4A ")), Bytes.box("mdat", data), Bytes.box("moov", boxes.flatMap { $0 }))
  }

  static func sound(_ configuration: [UInt8]) -> [UInt8] { file(soundTrack(configuration)) }

  /// Two chapters in each way to store them.
  static let chapters: [(name: String, bytes: [UInt8])] = [
    ("Nero's list", file(soundTrack([0x12, 0x10]), list)), ("short offsets", tracks(isLong: false)), ("long offsets", tracks(isLong: true)),
  ]

  private static let list: [UInt8] = {
    let chapter = { (title: String) in Bytes.big(UInt64(0)) + [UInt8(title.utf8.count)] + Bytes.text(title) }
    return Bytes.box("udta", Bytes.box("chpl", [1, 0, 0, 0, 0, 0, 0, 0, 2], chapter("Opening"), chapter("Ende, schön")))
  }()

  /// The second title is in UTF-16, as programs of Apple write it. A track with pictures comes first.
  private static func tracks(isLong: Bool) -> [UInt8] {
    let text = { (bytes: [UInt8]) in Bytes.big(UInt16(bytes.count)) + bytes }
    let wide: [UInt8] = [0xFE, 0xFF] + "Ende, schön".utf16.flatMap { Bytes.big($0) }
    let samples: [[UInt8]] = [text(Bytes.text("Opening")) + Bytes.box("encd", Bytes.big(UInt32(256))), text(wide)]
    // The data follow the first box, and the header of their own.
    let start = UInt32(20 + 8)
    let starts = [start, start + UInt32(samples[0].count)]
    let offsets =
      isLong
      ? Bytes.box("co64", Bytes.big(UInt32(0), 2), starts.flatMap { Bytes.big(UInt64($0)) })
      : Bytes.box("stco", Bytes.big(UInt32(0), 2), starts.flatMap { Bytes.big($0) })
    let lengths: [UInt8] = samples.flatMap { Bytes.big(UInt32($0.count)) }
    let sizes = Bytes.box("stsz", Bytes.big(UInt32(0), 0, 2), lengths)
    let chunks = Bytes.box("stsc", Bytes.big(UInt32(0), 1, 1, 1, 1))
    let header = { (number: UInt32) in Bytes.box("tkhd", Bytes.big(UInt32(0), 0, 0, number)) }
    let references = Bytes.box("tref", Bytes.box("chap", Bytes.big(UInt32(2), 3)))
    return file(
      soundTrack([0x12, 0x10], header(1) + references), Bytes.box("trak", header(2), media("vide")),
      Bytes.box("trak", header(3), media("text", sizes, chunks, offsets)), data: samples.flatMap { $0 })
  }
}
