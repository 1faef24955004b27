// SPDX-License-Identifier: Apache-2.0

/// Small videos of each container: headers and tags without pictures.
enum VideoFixture {
  static let all: [(name: String, bytes: [UInt8])] = [
    ("mpeg4", mpeg4), ("matroska", matroska), ("avi", avi), ("asf", asf), ("flash", flash), ("ogg", ogg), ("program", programStream),
    ("transport", transportStream),
  ]

  // MARK: MPEG-4

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func track(_ handler: String, language: UInt16, entry: [UInt8], sizes: [UInt32], header: [UInt8] = []) -> [UInt8] {
    let table = Bytes.box(
      "stbl", Bytes.box("stsd", Bytes.big(UInt32(0), 1), entry),
      Bytes.box("stsz", Bytes.big(UInt32(0), 0, UInt32(sizes.count)), sizes.flatMap { Bytes.big($0) }))
    return Bytes.box(
      "trak", header,
      Bytes.box(
        "mdia", Bytes.box("mdhd", Bytes.big(UInt32(0), 0, 0, 1000, 2000), Bytes.big(language), Bytes.big(UInt16(0))),
        Bytes.box("hdlr", zeros(8), Bytes.text(handler), zeros(12)), Bytes.box("minf", table)))
  }

  /// A film whose picture players turn by a right angle.
  static func turnedFilm(version: UInt8) -> [UInt8] {
    let matrix = Bytes.big(Int32(0), -65_536, 0, 65_536, 0, 0, 0, 0, 1 << 30)
    let header = Bytes.box("tkhd", [version], zeros(version == 0 ? 39 : 51), matrix, zeros(8))
    return Bytes.all(
      Bytes.box("ftyp", Bytes.text("isom"), zeros(4)),
      Bytes.box("moov", track("vide", language: 0x55C4, entry: avc, sizes: [1000], header: header)))
  }

  /// A film of a phone: a year, a place with a name, and names of tracks of both kinds.
  static let placedFilm: [UInt8] = {
    let place = Bytes.all(
      zeros(4), Bytes.big(UInt16(0x55C4)), Bytes.text("Zürich\0"), [0],
      Bytes.big(Int32(8.5418 * 65_536), Int32(-47.3769 * 65_536), 400 << 16),
      Bytes.text("earth\0\0"))
    let name = Bytes.big(UInt32(8 + 4 + 6)) + [0xA9] + Bytes.text("nam") + Bytes.big(UInt16(6), 0) + Bytes.text("Second")
    return Bytes.all(
      Bytes.box("ftyp", Bytes.text("isom"), zeros(4)),
      Bytes.box(
        "moov", track("vide", language: 0x55C4, entry: avc, sizes: [1], header: Bytes.box("udta", Bytes.box("name", Bytes.text("First")))),
        track("soun", language: 0x55C4, entry: mp4a, sizes: [1], header: Bytes.box("udta", name)),
        Bytes.box(
          "udta", Bytes.box("loci", place),
          Bytes.big(UInt32(12 + 4)) + [0xA9] + Bytes.text("day") + Bytes.big(UInt16(4), 0) + Bytes.text("2005"))))
  }()

  private static func item(_ type: [UInt8], _ text: String) -> [UInt8] {
    let data = Bytes.box("data", Bytes.big(UInt32(1), 0), Bytes.text(text))
    return Bytes.big(UInt32(data.count + 8)) + type + data
  }

  private static let avc = Bytes.box(
    "avc1", zeros(24), Bytes.big(UInt16(320), 240), zeros(50))
  // An elementary stream descriptor with the object type of MP3.
  private static let mp4a = Bytes.box(
    "mp4a", zeros(16), Bytes.big(UInt16(2), 16, 0, 0), Bytes.big(UInt32(44_100 << 16)),
    Bytes.box("esds", zeros(4), [3, 0x80, 0x80, 0x80, 20, 0, 1, 0, 4, 0x80, 0x80, 0x80, 12, 0x6B], zeros(11)))

  static let mpeg4: [UInt8] = {
    let header = Bytes.box("mvhd", Bytes.big(UInt32(0), 3_697_679_130, 0, 1000, 2500), zeros(80))
    let tags = Bytes.box(
      "udta",
      Bytes.box(
        "meta", zeros(4), Bytes.box("hdlr", zeros(24)),
        Bytes.box("ilst", item([0xA9] + Bytes.text("nam"), "A Title"), item([0xA9] + Bytes.text("ART"), "Ada"))),
      Bytes.big(UInt32(12 + 18)) + [0xA9] + Bytes.text("xyz") + Bytes.big(UInt16(18), 0) + Bytes.text("+27.5916+086.5640/"))
    return Bytes.all(
      Bytes.box("ftyp", Bytes.text("isom"), zeros(4)),
      Bytes.box(
        "moov", header, track("vide", language: 0x55C4, entry: avc, sizes: [1000, 1500]),
        track("soun", language: 0x15C7, entry: mp4a, sizes: [500]), tags),
      Bytes.box("mdat", zeros(100)))
  }()

  // MARK: Matroska

  static func element(_ id: UInt32, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap { $0 }
    let name = Bytes.big(id).drop { $0 == 0 }
    return name + [0x40 | UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
  }

  static let matroska: [UInt8] = {
    let information = element(
      0x1549_A966, element(0x2A_D7B1, Bytes.big(UInt32(1_000_000))), element(0x4489, Bytes.big((2500.0).bitPattern)),
      element(0x7BA9, Bytes.text("A Title")), element(0x4461, Bytes.big(UInt64(425_914_730_000_000_000))))
    let video = element(
      0xAE, element(0x83, [1]), element(0x86, Bytes.text("V_VP9")), element(0xE0, element(0xB0, [1, 64]), element(0xBA, [240])))
    let sound = element(
      0xAE, element(0x83, [2]), element(0x536E, Bytes.text("Commentary")), element(0x86, Bytes.text("A_AAC/MPEG4/LC")),
      element(0x22_B59C, Bytes.text("ger")),
      element(0xE1, element(0x9F, [2]), element(0xB5, Bytes.big((44_100.0).bitPattern))))
    let text = element(0xAE, element(0x83, [17]), element(0x86, Bytes.text("S_TEXT/UTF8")))
    let tag = { (name: String, value: String) in element(0x67C8, element(0x45A3, Bytes.text(name)), element(0x4487, Bytes.text(value))) }
    let tags = element(
      0x1254_C367,
      element(0x7373, element(0x63C0), tag("ARTIST", "Ada"), tag("DATE_RELEASED", "2005-03-01"), tag("LOCATION", "+47.3769-008.5417/")),
      element(0x7373, element(0x63C0, element(0x63C5, [1])), tag("ARTIST", "Track")))
    let chapters = element(
      0x1043_A770, element(0x45B9, element(0xB6, element(0x80, element(0x85, Bytes.text("Opening"))))))
    let tracks = element(0x1654_AE6B, video, sound, text)
    let cluster = element(0x1F43_B675, element(0xE7, [0]), zeros(300).map { _ in 0xEC })
    // The index has a constant length, because positions have four bytes.
    let entry = { (position: Int) in element(0x4DBB, element(0x53AC, Bytes.big(UInt32(position)))) }
    let start = element(0x114D_9B74, entry(0), entry(0)).count + information.count + tracks.count + cluster.count
    let index = element(0x114D_9B74, entry(start), entry(start + tags.count))
    return element(0x1A45_DFA3, element(0x4282, Bytes.text("matroska")))
      + element(0x1853_8067, index, information, tracks, cluster, tags, chapters)
  }()

  // MARK: AVI

  private static func list(_ type: String, _ chunks: [UInt8]...) -> [UInt8] {
    Bytes.chunk("LIST", Bytes.text(type) + chunks.flatMap { $0 })
  }

  static let waveFormat = Bytes.all(Bytes.little(UInt16(0x55), 2), Bytes.little(UInt32(44_100), 16_000), Bytes.little(UInt16(1), 0, 0))

  static let avi: [UInt8] = {
    let bitmap = Bytes.all(Bytes.little(UInt32(40), 320, 240), Bytes.little(UInt16(1), 24), Bytes.text("XVID"), zeros(20))
    let video = list(
      "strl", Bytes.chunk("strh", Bytes.all(Bytes.text("vidsXVID"), zeros(12), Bytes.little(UInt32(1), 25, 0, 50), zeros(12))),
      Bytes.chunk("strf", bitmap))
    let sound = list(
      "strl", Bytes.chunk("strh", Bytes.all(Bytes.text("auds"), zeros(16), Bytes.little(UInt32(1), 16_000, 0, 40_000), zeros(12))),
      Bytes.chunk("strf", waveFormat))
    let header = Bytes.chunk("avih", Bytes.all(Bytes.little(UInt32(40_000)), zeros(12), Bytes.little(UInt32(50)), zeros(36)))
    let body = Bytes.all(
      Bytes.text("AVI "), list("hdrl", header, video, sound),
      list("INFO", Bytes.chunk("INAM", Bytes.text("A Title\0")), Bytes.chunk("IART", Bytes.text("Ada"))))
    return Bytes.chunk("RIFF", body)
  }()

  // MARK: Windows Media

  private static func object(_ start: UInt32, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap { $0 }
    return Bytes.little(start) + zeros(12) + Bytes.little(UInt64(body.count + 24)) + body
  }

  private static func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { Bytes.little($0) } + [0, 0] }

  static let asf: [UInt8] = {
    let properties = object(
      0x8CAB_DCA1, zeros(40), Bytes.little(UInt64(35_000_000), 0, 1000), zeros(16))
    let stream = { (kind: UInt32, format: [UInt8]) in object(0xB7DC_0791, Bytes.little(kind), zeros(50), format) }
    let video = stream(0xBC19_EFC0, Bytes.all(Bytes.little(UInt32(320), 240), zeros(3), zeros(16), Bytes.text("WMV2"), zeros(20)))
    let (title, artist) = (wide("A Title"), wide("Ada"))
    let description = object(
      0x75B2_2633, Bytes.little(UInt16(title.count), UInt16(artist.count), 0, 0, 0), title, artist)
    let header = Bytes.all(properties, stream(0xF869_9E40, waveFormat), video, description)
    return [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11] + zeros(8) + Bytes.little(UInt64(header.count + 30)) + zeros(6) + header
  }()

  // MARK: Flash

  private static func flashTag(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
    [type] + Bytes.big(UInt32(body.count)).dropFirst() + zeros(7) + body + Bytes.big(UInt32(body.count + 11))
  }

  static let flash: [UInt8] = {
    let name = { (text: String) in Bytes.big(UInt16(text.utf8.count)) + Bytes.text(text) }
    let number = { (key: String, value: Double) in name(key) + [0] + Bytes.big(value.bitPattern) }
    let script = Bytes.all(
      [2], name("onMetaData"), [8, 0, 0, 0, 4], number("duration", 2.5), number("width", 320), number("height", 240),
      number("audiodatarate", 62.5), name("title"), [2], name("A Title"), name("artist"), [2], name("Ada"), [0, 0, 9])
    return Bytes.all(
      Bytes.text("FLV"), [1, 5], Bytes.big(UInt32(9), 0), flashTag(18, script), flashTag(9, [0x12, 0]), flashTag(8, [0x2F, 0]))
  }()

  // MARK: Ogg

  private static func page(_ packets: [[UInt8]], serial: UInt32, granule: Int64, isFirst: Bool) -> [UInt8] {
    let lacing = packets.flatMap { packet in [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)] }
    return Bytes.all(
      Bytes.text("OggS"), [0, isFirst ? 2 : 0], Bytes.little(granule), Bytes.little(serial, 0, 0), [UInt8(lacing.count)], lacing,
      packets.flatMap { $0 })
  }

  static let ogg: [UInt8] = {
    let theora = Bytes.all(
      [0x80], Bytes.text("theora"), [3, 2, 1, 0, 20, 0, 15, 0, 1, 64, 0, 0, 240, 0, 0], Bytes.big(UInt32(25), 1), zeros(10), [0, 0xC0])
    let vorbis = Bytes.all(
      [1], Bytes.text("vorbis"), zeros(4), [2], Bytes.little(UInt32(44_100), 0, 128_000, 0), [0xB8, 1])
    let text = { (value: String) in Bytes.little(UInt32(value.utf8.count)) + Bytes.text(value) }
    let long = "COMMENT=" + String(repeating: "x", count: 600)
    let comments = Bytes.all(text("maker"), Bytes.little(UInt32(3)), text("TITLE=A Title"), text("artist=Ada"), text(long))
    return Bytes.all(
      page([theora], serial: 1, granule: 0, isFirst: true), page([vorbis], serial: 2, granule: 0, isFirst: true),
      page([[0x81] + Bytes.text("theora") + comments], serial: 1, granule: 0, isFirst: false),
      page([[3] + Bytes.text("vorbis") + comments], serial: 2, granule: 0, isFirst: false),
      page([zeros(10)], serial: 1, granule: 60 << 6 | 2, isFirst: false))
  }()

  // MARK: MPEG programs

  /// A packet of a stream with a time in seconds.
  private static func packet(_ stream: UInt8, at seconds: Double, _ payload: [UInt8]) -> [UInt8] {
    let units = UInt64(seconds * 90_000)
    let part = { (shift: UInt64, mask: UInt64) in UInt8(truncatingIfNeeded: units >> shift & mask) }
    let time: [UInt8] = [0x21 | part(30, 7) << 1, part(22, 0xFF), part(15, 0x7F) << 1 | 1, part(7, 0xFF), part(0, 0x7F) << 1 | 1]
    return [0, 0, 1, stream] + Bytes.big(UInt16(payload.count + 8)) + [0x80, 0x80, 5] + time + payload
  }

  private static let sequence: [UInt8] = [0, 0, 1, 0xB3, 0x14, 0, 0xF0, 0x13, 0xFF, 0xFF, 0xE0, 0, 0, 0, 1, 0xB5, 0x14, 0x82, 0, 1, 0, 0]
  /// A frame of layer 2 at 192 kbit/s and 48 kHz.
  private static let frame: [UInt8] = [0xFF, 0xFD, 0xA4, 0] + zeros(20)

  static let programStream = Bytes.all(
    [0, 0, 1, 0xBA, 0x44], zeros(9), packet(0xE0, at: 1, sequence), packet(0xC0, at: 1, frame), packet(0xE0, at: 3, zeros(40)))

  private static func transportPacket(_ identifier: UInt16, isStart: Bool, _ body: [UInt8]) -> [UInt8] {
    let stuffing = 184 - body.count
    let field = stuffing == 0 ? [] : stuffing == 1 ? [0] : [UInt8(stuffing - 1), 0] + [UInt8](repeating: 0xFF, count: stuffing - 2)
    return [0x47] + Bytes.big(identifier | (isStart ? 0x4000 : 0)) + [stuffing == 0 ? 0x10 : 0x30] + field + body
  }

  static let transportStream: [UInt8] = {
    let programs = Bytes.all([0, 0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xE1, 0], zeros(4))
    let streams = Bytes.all(
      [0, 2, 0xB0, 29, 0, 1, 0xC1, 0, 0, 0xE1, 1, 0xF0, 0], [2, 0xE1, 1, 0xF0, 0], [3, 0xE1, 2, 0xF0, 6, 0x0A, 4], Bytes.text("deu"), [0],
      zeros(4))
    return Bytes.all(
      transportPacket(0, isStart: true, programs), transportPacket(0x100, isStart: true, streams),
      transportPacket(0x101, isStart: true, packet(0xE0, at: 1, sequence)),
      transportPacket(0x102, isStart: true, packet(0xC0, at: 1, frame)),
      transportPacket(0x101, isStart: true, packet(0xE0, at: 3, zeros(40))), transportPacket(0x1FFF, isStart: false, zeros(184)))
  }()
}
