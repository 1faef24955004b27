// SPDX-License-Identifier: Apache-2.0

/// Small recordings of each format, built byte by byte. All are silent.
enum MusicFixture {
  /// A tag of version 2.4 with the frames of `texts`, in UTF-8; several texts are separated by NUL.
  static func id3(_ texts: [(String, String)], other: [(String, [UInt8])] = []) -> [UInt8] {
    var frames: [UInt8] = []
    for (name, body) in texts.map({ ($0.0, [3] + Bytes.text($0.1)) }) + other {
      frames += Bytes.all(Bytes.text(name), syncSafe(body.count), [0, 0], body)
    }
    return Bytes.all(Bytes.text("ID3"), [4, 0, 0], syncSafe(frames.count), frames)
  }

  static func syncSafe(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
  }

  /// Vendor and comments in the form of Vorbis, Opus and FLAC.
  static func comments(_ texts: [String]) -> [UInt8] {
    let vendor = "made"
    return Bytes.all(
      Bytes.little(UInt32(vendor.utf8.count)), Bytes.text(vendor), Bytes.little(UInt32(texts.count)),
      texts.flatMap { Bytes.little(UInt32($0.utf8.count)) + Bytes.text($0) })
  }

  /// Fifty frames of 128 kbit/s at 44.1 kHz, joint stereo: 417 bytes and 1,152 samples each.
  static let frames = Bytes.repeated([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413), 50)

  static let mp3 = Bytes.all(
    id3(
      [
        ("TIT2", "Night song"), ("TPE1", "First\0Second"), ("TALB", "Album"), ("TCOM", "Composer"), ("TEXT", "Lyricist"), ("TCON", "17"),
        ("TDRC", "2003-04-05"), ("TRCK", "7/12"), ("TBPM", "92"), ("TKEY", "Am"), ("TSSE", "Encoder 1"), ("TCOP", "Holder"),
        ("TPUB", "Label"), ("TLAN", "eng"),
      ],
      other: [
        ("COMM", Bytes.all([3], Bytes.text("eng\0A comment"))), ("USLT", Bytes.all([3], Bytes.text("eng\0Words of the song"))),
        ("POPM", Bytes.all(Bytes.text("Windows Media Player 9 Series\0"), [196])),
      ]), frames)

  /// One second of 16 bits at 8 kHz, one channel.
  static let wav: [UInt8] = {
    let body = Bytes.all(
      Bytes.text("WAVE"),
      Bytes.chunk(
        "fmt ",
        Bytes.all(Bytes.little(UInt16(1), UInt16(1)), Bytes.little(UInt32(8000), UInt32(16_000)), Bytes.little(UInt16(2), UInt16(16)))),
      Bytes.chunk(
        "LIST",
        Bytes.all(Bytes.text("INFO"), Bytes.chunk("INAM", Bytes.text("Night song\0")), Bytes.chunk("ISFT", Bytes.text("Encoder 1\0")))),
      Bytes.chunk("data", [UInt8](repeating: 0, count: 16_000)))
    return Bytes.all(Bytes.text("RIFF"), Bytes.little(UInt32(body.count)), body)
  }()

  static let rf64: [UInt8] = {
    let sizes = Bytes.all(Bytes.little(UInt64(0), UInt64(16_000), UInt64(8000)), Bytes.little(UInt32(0)))
    return Bytes.all(
      Bytes.text("RF64"), Bytes.little(UInt32.max), Bytes.text("WAVE"), Bytes.chunk("ds64", sizes),
      Bytes.chunk(
        "fmt ",
        Bytes.all(Bytes.little(UInt16(1), UInt16(1)), Bytes.little(UInt32(8000), UInt32(16_000)), Bytes.little(UInt16(2), UInt16(16)))),
      Bytes.text("data"), Bytes.little(UInt32.max))
  }()

  static let aiff: [UInt8] = {
    // 8000 as an 80-bit floating-point number.
    let rate: [UInt8] = [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    let body = Bytes.all(
      Bytes.text("AIFF"), Bytes.bigChunk("COMM", Bytes.all(Bytes.big(UInt16(1)), Bytes.big(UInt32(8000)), Bytes.big(UInt16(16)), rate)),
      Bytes.bigChunk("NAME", Bytes.text("Night song")), Bytes.bigChunk("SSND", [UInt8](repeating: 0, count: 16_008)))
    return Bytes.all(Bytes.text("FORM"), Bytes.big(UInt32(body.count)), body)
  }()

  /// 44.1 kHz, two channels, 24 bits, one second.
  static let streamInformation: [UInt8] = Bytes.all(
    Bytes.big(UInt16(4096), UInt16(4096)), [0, 0, 0, 0, 0, 0], Bytes.big(UInt64(44_100) << 44 | 1 << 41 | 23 << 36 | 44_100),
    [UInt8](repeating: 0, count: 16))

  static let flac: [UInt8] = {
    let block = comments([
      "TITLE=Night song", "ARTIST=First", "ARTIST=Second", "RATING=50", "PERFORMER=Player", "ALBUMARTIST=First", "ALBUMARTIST=Various",
      "CONDUCTOR=Baton", "LYRICS=Words of the song",
    ])
    return Bytes.all(
      Bytes.text("fLaC"), [0, 0, 0, 34], streamInformation, [0x84], Array(Bytes.big(UInt32(block.count)).dropFirst()), block,
      [UInt8](repeating: 0, count: 1000))
  }()

  /// One page with one packet of less than 65,025 bytes.
  private static func page(_ flags: UInt8, _ granule: Int64, _ sequence: UInt32, _ packet: [UInt8]) -> [UInt8] {
    let lacing = Bytes.all([UInt8](repeating: 255, count: packet.count / 255), [UInt8(packet.count % 255)])
    return Bytes.all(
      Bytes.text("OggS"), [0, flags], Bytes.little(granule), Bytes.little(UInt32(1), sequence, UInt32(0)), [UInt8(lacing.count)], lacing,
      packet)
  }

  static let opus = Bytes.all(
    page(2, 0, 0, Bytes.all(Bytes.text("OpusHead"), [1, 2], Bytes.little(UInt16(312)), Bytes.little(UInt32(48_000)), [0, 0, 0])),
    page(0, 0, 1, Bytes.all(Bytes.text("OpusTags"), comments(["TITLE=Night song", "ARTIST=First", "ENCODER=Encoder 1"]))),
    page(4, 48_312, 2, [0xFC, 0, 0]))

  static let vorbis = Bytes.all(
    page(
      2, 0, 0,
      Bytes.all(
        Bytes.text("\u{1}vorbis"), Bytes.little(UInt32(0)), [2], Bytes.little(UInt32(44_100), UInt32(0), UInt32(128_000), UInt32(0)),
        [0xB8, 1])), page(0, 0, 1, Bytes.all(Bytes.text("\u{3}vorbis"), comments(["TITLE=Night song"]), [1])),
    page(0, 0, 2, Bytes.text("\u{5}vorbis")), page(4, 44_100, 3, [0, 0, 0]))

  static let mp4: [UInt8] = {
    let entry = Bytes.all(
      [UInt8](repeating: 0, count: 16), Bytes.big(UInt16(6), UInt16(16), UInt16(0), UInt16(0)), Bytes.big(UInt32(48_000) << 16))
    let item = { (name: [UInt8], text: String) in
      let data = Bytes.box("data", Bytes.big(UInt32(1), UInt32(0)), Bytes.text(text))
      return Bytes.all(Bytes.big(UInt32(data.count + 8)), name, data)
    }
    let track = Bytes.box(
      "trak",
      Bytes.box(
        "mdia", Bytes.box("mdhd", Bytes.big(UInt32(0), UInt32(0), UInt32(0), UInt32(48_000), UInt32(96_000), UInt32(0))),
        Bytes.box("hdlr", Bytes.big(UInt32(0), UInt32(0)), Bytes.text("soun"), [UInt8](repeating: 0, count: 13)),
        Bytes.box(
          "minf",
          Bytes.box(
            "stbl", Bytes.box("stsd", Bytes.big(UInt32(0), UInt32(1)), Bytes.box("ac-3", entry)),
            Bytes.box("stsz", Bytes.big(UInt32(0), UInt32(500), UInt32(64)))))))
    let tags = Bytes.box(
      "udta",
      Bytes.box(
        "meta", Bytes.big(UInt32(0)),
        Bytes.box("hdlr", Bytes.big(UInt32(0), UInt32(0)), Bytes.text("mdirappl"), [UInt8](repeating: 0, count: 9)),
        Bytes.box("ilst", item(Bytes.all([0xA9], Bytes.text("nam")), "Night song"), item(Bytes.all([0xA9], Bytes.text("too")), "Encoder 1"))
      ))
    return Bytes.all(Bytes.box("ftyp", Bytes.text("M4A \0\0\0\0M4A ")), Bytes.box("moov", track, tags), Bytes.box("mdat", [0]))
  }()

  /// 44 frames of 1,024 samples at 44.1 kHz, two channels, 100 bytes each.
  static let adts = Bytes.repeated(
    Bytes.all([0xFF, 0xF1, 0x50, 0x80, 100 >> 3, (100 & 7) << 5 | 0x1F, 0xFC], [UInt8](repeating: 0, count: 93)), 44)

  /// 192 kbit/s at 48 kHz, two channels.
  static let ac3 = Bytes.all([0x0B, 0x77, 0, 0, 20, 8 << 3, 2 << 5], [UInt8](repeating: 0, count: 24_000 - 7))

  static let dsf = Bytes.all(
    Bytes.text("DSD "), Bytes.little(UInt64(28), UInt64(92), UInt64(92)), Bytes.text("fmt "), Bytes.little(UInt64(52)),
    Bytes.little(UInt32(1), UInt32(0), UInt32(2), UInt32(2), UInt32(2_822_400), UInt32(1)), Bytes.little(UInt64(2_822_400)),
    Bytes.little(UInt32(4096), UInt32(0)), Bytes.text("data"), Bytes.little(UInt64(12)), id3([("TIT2", "Night song")]))

  static let dsdiff: [UInt8] = {
    let chunk = { (name: String, body: [UInt8]) in Bytes.text(name) + Bytes.big(UInt64(body.count)) + body }
    let properties = Bytes.all(
      chunk("FS  ", Bytes.big(UInt32(2_822_400))), chunk("CHNL", Bytes.all(Bytes.big(UInt16(2)), Bytes.text("SLFTSRGT"))),
      chunk("CMPR", Bytes.all(Bytes.text("DSD "), [0, 0])))
    let body = Bytes.all(
      Bytes.text("DSD "), chunk("PROP", Bytes.all(Bytes.text("SND "), properties)), chunk("DSD ", [UInt8](repeating: 0, count: 70_560)))
    return chunk("FRM8", body)
  }()

  /// A quarter note at 120 per minute, then a pause of the same length at 60 per minute.
  static let midi: [UInt8] = {
    let text = { (kind: UInt8, text: String) in [0, 0xFF, kind, UInt8(text.utf8.count)] + Bytes.text(text) }
    let track: [UInt8] = Bytes.all(
      text(3, "Night song"), text(2, "Holder"), text(5, "Words "), text(5, "sung"),
      [0, 0x90, 60, 64, 96, 60, 0, 0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 96, 0xFF, 0x2F, 0])
    return Bytes.all(
      Bytes.bigChunk("MThd", Bytes.big(UInt16(0), UInt16(2), UInt16(96))), Bytes.bigChunk("MTrk", track),
      Bytes.bigChunk("MTrk", text(3, "Piano") + [0, 0xFF, 0x2F, 0]))
  }()

  /// One second of 16 bits at 8 kHz, one channel, in big-endian order.
  static let rifx = Bytes.all(
    Bytes.text("RIFX"), Bytes.big(UInt32(16_036)), Bytes.text("WAVE"),
    Bytes.bigChunk(
      "fmt ", Bytes.all(Bytes.big(UInt16(1), UInt16(1)), Bytes.big(UInt32(8000), UInt32(16_000)), Bytes.big(UInt16(2), UInt16(16)))),
    Bytes.bigChunk("data", [UInt8](repeating: 0, count: 16_000)))

  /// One second of 16 bits at 8 kHz, two channels.
  static let au = Bytes.all(
    Bytes.text(".snd"), Bytes.big(UInt32(40), UInt32(32_000), UInt32(3), UInt32(8000), UInt32(2)), Bytes.text("A comment\0\0\0\0\0\0\0"),
    [UInt8](repeating: 0, count: 32_000))

  /// Fifty frames of 12.2 kbit/s.
  static let amr = Bytes.text("#!AMR\n") + Bytes.repeated([0x3C] + [UInt8](repeating: 0, count: 31), 50)

  static let wideAMR = Bytes.text("#!AMR-WB\n") + Bytes.repeated([0x44] + [UInt8](repeating: 0, count: 60), 50)

  /// FLAC in Ogg without any sound.
  static let silentFLAC = Bytes.all(
    page(2, 0, 0, Bytes.all([0x7F], Bytes.text("FLAC"), [1, 0, 0, 1], Bytes.text("fLaC"), [0, 0, 0, 34], streamInformation)),
    page(0, 0, 1, Bytes.all([0x84, 0, 0, UInt8(comments(["TITLE=Night song"]).count)], comments(["TITLE=Night song"]))))

  /// A Core Audio file of 16,000 bytes at 8 kHz, one channel, with texts.
  static func coreAudio(
    _ format: String, bytesPerPacket: UInt32, framesPerPacket: UInt32, bits: UInt32, _ others: [UInt8] = [], soundLength: Int64 = 16_004
  ) -> [UInt8] {
    let texts = Bytes.big(UInt32(3)) + Bytes.text("title\0Night song\0artist\0First\0year\u{0}2003\0")
    return Bytes.all(
      Bytes.text("caff"), [0, 1, 0, 0], Bytes.text("desc"), Bytes.big(Int64(32)), Bytes.big((8000.0).bitPattern), Bytes.text(format),
      Bytes.big(UInt32(0), bytesPerPacket, framesPerPacket, 1, bits), Bytes.text("info"), Bytes.big(Int64(texts.count)), texts, others,
      Bytes.text("data"), Bytes.big(soundLength), [UInt8](repeating: 0, count: 16_004))
  }

  static let optimFROG = Bytes.all(
    Bytes.text("OFR "), Bytes.little(UInt32(15)), Bytes.little(UInt32(88_200)), [0, 0, 3, 1], Bytes.little(UInt32(44_100)))

  static let all: [(name: String, bytes: [UInt8])] = [
    ("MP3", mp3), ("wave", wav), ("RF64", rf64), ("AIFF", aiff), ("FLAC", flac), ("Opus", opus), ("Vorbis", vorbis), ("MPEG-4", mp4),
    ("ADTS", adts),
    ("AC-3", ac3), ("DSF", dsf), ("DSDIFF", dsdiff), ("MIDI", midi), ("OptimFROG", optimFROG), ("RIFX", rifx), ("AU", au), ("AMR", amr),
    ("wideband AMR", wideAMR), ("Ogg FLAC", silentFLAC), ("CAF", coreAudio("lpcm", bytesPerPacket: 2, framesPerPacket: 1, bits: 16)),
    ("Nero chapters", MPEG4Fixture.chapters[0].bytes),
    ("QuickTime chapters", MPEG4Fixture.chapters[1].bytes),
  ]
}
