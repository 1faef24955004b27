// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import Testing
import VideoImporter

/// Subtitles that are text in tracks of their own.
@Suite struct SubtitleTests {
  private func imported(_ bytes: [UInt8], wantsText: Bool = true) throws -> MediaImport {
    try MediaImport(VideoImporter(), bytes, type: "public.movie", wantsText: wantsText)
  }

  // MARK: Matroska

  private func element(_ id: UInt32, _ body: [UInt8]...) -> [UInt8] { VideoFixture.element(id, body.flatMap { $0 }) }

  private func track(_ number: UInt8, _ kind: UInt8, _ codec: String, _ others: [UInt8] = []) -> [UInt8] {
    element(0xAE, element(0xD7, [number]), element(0x83, [kind]), element(0x86, Bytes.text(codec)), others)
  }

  private func block(_ track: UInt8, _ body: [UInt8]) -> [UInt8] { [0x80 | track, 0, 0, 0x80] + body }

  /// A film with a track for each codec, and a cluster with a text of each.
  ///
  /// - Parameter cues: The entries of the index for the offsets of the blocks in the cluster; `nil` for no index.
  private func film(_ texts: [(codec: String, others: [UInt8], text: [UInt8])], cues: (([Int]) -> [UInt8])?) -> [UInt8] {
    let tracks = element(
      0x1654_AE6B, track(1, 1, "V_VP9"),
      texts.enumerated().flatMap { index, text in track(UInt8(index + 2), 17, text.codec, text.others) })
    var cluster = element(0xE7, [0])
    var offsets: [Int] = []
    for (index, text) in texts.enumerated() {
      cluster += element(0xA3, block(1, Bytes.text("picture")))
      offsets.append(cluster.count)
      let body = block(UInt8(index + 2), text.text)
      cluster += index.isMultiple(of: 2) ? element(0xA3, body) : element(0xA0, element(0xA1, body), element(0x9B, [1]))
    }
    let header = element(0x1A45_DFA3, element(0x4282, Bytes.text("matroska")))
    guard let cues else { return header + element(0x1853_8067, tracks, element(0x1F43_B675, cluster)) }
    let index = element(0x114D_9B74, element(0x4DBB, element(0x53AC, Bytes.big(UInt32(0)))))
    let start = UInt32(index.count + tracks.count)
    let list = element(0x1C53_BB6B, cues(offsets.map { $0 }))
    let position = UInt32(index.count + tracks.count + element(0x1F43_B675, cluster).count)
    let seek = element(0x114D_9B74, element(0x4DBB, element(0x53AC, Bytes.big(position))))
    precondition(start > 0 && seek.count == index.count)
    return header + element(0x1853_8067, seek, tracks, element(0x1F43_B675, cluster), list)
  }

  private func texts() -> [(codec: String, others: [UInt8], text: [UInt8])] {
    let stripped = element(0x6D80, element(0x6240, element(0x5034, element(0x4254, [3]), element(0x4255, Bytes.text("Be")))))
    let encrypted = element(0x6D80, element(0x6240, element(0x5033, [1])))
    return [
      ("S_TEXT/UTF8", [], Bytes.text("<i>First</i>\r\nline")),
      ("S_TEXT/ASS", [], Bytes.text("0,0,Default,,0,0,0,,{\\an8}Second,\\Nwith comma")),
      ("S_TEXT/WEBVTT", [], Bytes.text("<v Ada>Third &amp; last")), ("D_WEBVTT/SUBTITLES", [], Bytes.text("id\nalign:start\nFourth")),
      ("S_TEXT/UTF8", stripped, Bytes.text("headed")), ("S_TEXT/UTF8", encrypted, Bytes.text("secret")),
      ("S_HDMV/PGS", [], Bytes.text("pixels")),
    ]
  }

  private let words = ["First", "line", "Second,", "with", "comma", "Ada:", "Third", "&", "last", "Fourth", "Beheaded"]

  private func found(_ bytes: [UInt8]) throws -> [String] {
    let found = try imported(bytes)
    #expect(found.failure == nil)
    return found.text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test func `texts in Matroska are read without an index`() throws {
    #expect(try found(film(texts(), cues: nil)) == words)
    #expect(try imported(film(texts(), cues: nil), wantsText: false).text.isEmpty)
  }

  @Test(arguments: [true, false])
  func `texts in Matroska are read where the index says that they are`(isExact: Bool) throws {
    let bytes = film(texts()) { [self] offsets in
      // The position of the cluster: after the first element and the tracks.
      let cluster = clusterPosition
      return offsets.enumerated().flatMap { index, offset in
        let relative = isExact ? element(0xF0, Bytes.big(UInt16(offset))) : []
        return element(
          0xBB, element(0xB3, [0]),
          element(0xB7, element(0xF7, [UInt8(index + 2)]), element(0xF1, Bytes.big(UInt16(cluster))), relative))
      }
    }
    #expect(try found(bytes) == words)
  }

  private var clusterPosition: Int {
    let tracks = element(
      0x1654_AE6B, track(1, 1, "V_VP9"),
      texts().enumerated().flatMap { index, text in track(UInt8(index + 2), 17, text.codec, text.others) })
    return element(0x114D_9B74, element(0x4DBB, element(0x53AC, Bytes.big(UInt32(0))))).count + tracks.count
  }

  // MARK: MPEG-4

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private func movie(_ handler: String, _ format: String, _ samples: [[UInt8]]) -> [UInt8] {
    let sizes: [UInt8] = samples.flatMap { Bytes.big(UInt32($0.count)) }
    let table = Bytes.box(
      "stbl", Bytes.box("stsd", Bytes.big(UInt32(0), 1), Bytes.box(format, zeros(16))),
      Bytes.box("stsz", Bytes.big(UInt32(0), 0, UInt32(samples.count)), sizes),
      Bytes.box("stsc", Bytes.big(UInt32(0), 1, 1, UInt32(samples.count), 1)), Bytes.box("stco", Bytes.big(UInt32(0), 1, 24)))
    let track = Bytes.box(
      "trak", Bytes.box("tkhd", Bytes.big(UInt32(0), 0, 0, 1)),
      Bytes.box(
        "mdia", Bytes.box("mdhd", Bytes.big(UInt32(0), 0, 0, 1000, 2000), Bytes.big(UInt16(0x15C7), 0)),
        Bytes.box("hdlr", zeros(8), Bytes.text(handler), zeros(12)), Bytes.box("minf", table)))
    return Bytes.all(
      Bytes.box("ftyp", Bytes.text("isom"), zeros(4)), Bytes.box("mdat", samples.flatMap { $0 }), Bytes.box("moov", track))
  }

  @Test func `texts in MPEG-4 are read`() throws {
    let sized = { (text: [UInt8]) in Bytes.big(UInt16(text.count)) + text }
    let wide: [UInt8] = [0xFE, 0xFF] + "Zwei".utf16.flatMap { Bytes.big($0) }
    let timed = [sized(Bytes.text("One")) + Bytes.box("styl", zeros(4)), sized([]), sized(wide)]
    #expect(try found(movie("sbtl", "tx3g", timed)) == ["One", "Zwei"])
    #expect(try found(movie("text", "text", timed)) == ["One", "Zwei"])
    let cue = Bytes.box("vttc", Bytes.box("sttg", Bytes.text("line:1")), Bytes.box("payl", Bytes.text("<b>Cue</b>")))
    #expect(try found(movie("text", "wvtt", [cue, Bytes.box("vtte")])) == ["Cue"])
    #expect(try found(movie("subt", "stpp", [Bytes.text("<tt><p>Timed</p><p>text</p></tt>")])) == ["Timed", "text"])
    #expect(try found(movie("subp", "mp4s", [Bytes.text("pixels")])).isEmpty)
  }

  @Test func `damaged tables of texts do no harm, whatever they lead to`() throws {
    var generator = SystemRandomNumberGenerator()
    let sized = { (text: String) in Bytes.big(UInt16(text.utf8.count)) + Bytes.text(text) }
    for bytes in [movie("sbtl", "tx3g", [sized("One"), sized("Two")]), film(texts(), cues: nil)] {
      for _ in 0..<200 { _ = try imported(bytes.damaged(using: &generator)) }
      for count in bytes.indices { _ = try imported(Array(bytes.prefix(count))) }
    }
  }
}
