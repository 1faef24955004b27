// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Foundation
import ImporterSupport
import TestSupport
import Testing

@testable import VideoImporter

private func imported(_ bytes: [UInt8]) throws -> MediaImport { try MediaImport(VideoImporter(), bytes) }

@Suite(.timeLimit(.minutes(10))) struct VideoImporterTests {
  @Test(arguments: VideoFixture.all.map(\.name))
  func `dimensions, length and kinds of streams are read from any container`(name: String) throws {
    let found = try imported(try #require(VideoFixture.all.first { $0.name == name }).bytes)
    #expect(found.failure == nil)
    let attributes = found.attributes
    #expect(attributes.pixelWidth == 320)
    #expect(attributes.pixelHeight == 240)
    #expect(attributes.orientation == 0)
    #expect(attributes.mediaTypes?.prefix(2) == ["Sound", "Video"])
    #expect(attributes.audioChannelCount == 2)
    #expect(attributes.duration.map { abs($0.doubleValue - 2.25) < 0.4 } == true)
    #expect(attributes.totalBitRate != nil)
  }

  @Test(arguments: [
    ("mpeg4", ["H.264", "MP3"]), ("matroska", ["VP9", "AAC", "SubRip"]), ("avi", ["MPEG-4", "MP3"]), ("asf", ["MP3", "WMV2"]),
    ("flash", ["Sorenson H.263", "MP3"]), ("ogg", ["Theora", "Vorbis"]), ("program", ["MPEG-2", "MP2"]), ("transport", ["MPEG-2", "MP2"]),
  ])
  func `codecs have names for people`(name: String, codecs: [String]) throws {
    #expect(try imported(try #require(VideoFixture.all.first { $0.name == name }).bytes).attributes.codecs == codecs)
  }

  @Test(arguments: ["mpeg4", "matroska", "avi", "asf", "flash", "ogg"])
  func `tags are read from any container that has some`(name: String) throws {
    let attributes = try imported(try #require(VideoFixture.all.first { $0.name == name }).bytes).attributes
    #expect(attributes.title == "A Title")
    #expect(attributes.authorNames == ["Ada"])
  }

  @Test func `an MPEG-4 file has bit rates, languages, a date and a position`() throws {
    let attributes = try imported(VideoFixture.mpeg4).attributes
    #expect(attributes.duration == 2.5)
    #expect(attributes.videoBitRate == 10_000)
    #expect(attributes.audioBitRate == 2000)
    #expect(attributes.audioSampleRate == 44_100)
    #expect(attributes.languages == ["en"])
    #expect(attributes.contentCreationDate == Date(timeIntervalSince1970: 1_614_834_330))
    #expect(attributes.latitude == 27.5916)
    #expect(attributes.longitude == 86.564)
    #expect(attributes.streamable == 1)
  }

  @Test(arguments: [0, 1] as [UInt8])
  func `a picture that players turn is upright`(version: UInt8) throws {
    let attributes = try imported(VideoFixture.turnedFilm(version: version)).attributes
    #expect(attributes.orientation == 1)
    #expect(attributes.pixelWidth == 320)
  }

  @Test(arguments: [(7.26 - 7.14, 0.12), (1e-9, nil)])
  func `a length has no noise of arithmetic, and is left out if it rounds to nothing`(stored: Double, shown: Double?) {
    var movie = Movie()
    movie.tracks = [Movie.Track(kind: .video)]
    movie.duration = stored
    let attributes = CSSearchableItemAttributeSet()
    _ = movie.fill(attributes, byteCount: 1000)
    #expect(attributes.duration?.doubleValue == shown)
    #expect((attributes.totalBitRate == nil) == (shown == nil))
  }

  @Test func `a Matroska file's tags and chapters after the clusters are read`() throws {
    let found = try imported(VideoFixture.matroska)
    #expect(found.attributes.duration == 2.5)
    #expect(found.attributes.languages == ["de", "en"])
    #expect(found.attributes.contentCreationDate == Date(timeIntervalSince1970: 1_404_221_930))
    #expect(found.text == "Opening\nCommentary\n")
    #expect(found.attributes.record[.recordingYear] == .integer(2005))
    #expect(found.attributes.latitude == 47.3769)
    #expect(found.attributes.longitude == -8.5417)
    #expect(found.attributes.namedLocation == nil)
  }

  @Test func `a film of a phone has its place, its year and the names of its tracks`() throws {
    let found = try imported(VideoFixture.placedFilm)
    #expect(found.attributes.record[.recordingYear] == .integer(2005))
    #expect(found.attributes.longitude.map { abs($0.doubleValue - 8.5418) < 1e-4 } == true)
    #expect(found.attributes.latitude.map { abs($0.doubleValue + 47.3769) < 1e-4 } == true)
    #expect(found.attributes.altitude == 400)
    #expect(found.attributes.namedLocation == "Zürich")
    #expect(found.text == "First\nSecond\n")
  }

  @Test func `a place that is cut is left out`() throws {
    let place = try #require(VideoFixture.placedFilm.firstRange(of: Bytes.text("loci")))
    for count in [4, 6, 8, 14, 20, 26] {
      var bytes = VideoFixture.placedFilm
      bytes.replaceSubrange(place.lowerBound - 4..<place.lowerBound, with: Bytes.big(UInt32(8 + count)))
      _ = try imported(bytes)
    }
  }

  @Test func `sound alone in Matroska has the tags of music`() throws {
    let tag = { (name: String, value: String) in
      VideoFixture.element(0x67C8, VideoFixture.element(0x45A3, Bytes.text(name)), VideoFixture.element(0x4487, Bytes.text(value)))
    }
    let tags = VideoFixture.element(
      0x1254_C367,
      VideoFixture.element(
        0x7373, VideoFixture.element(0x63C0), tag("PART_NUMBER", "7/12"), tag("LYRICIST", "Ada"), tag("LYRICS", "Words of the song"),
        tag("DATE", "2003"), tag("GENRE", "Rock")))
    let track = VideoFixture.element(0xAE, VideoFixture.element(0x83, [2]), VideoFixture.element(0x86, Bytes.text("A_OPUS")))
    let bytes =
      VideoFixture.element(0x1A45_DFA3, VideoFixture.element(0x4282, Bytes.text("matroska")))
      + VideoFixture.element(0x1853_8067, VideoFixture.element(0x1654_AE6B, track), tags)
    let found = try imported(bytes)
    #expect(found.attributes.audioTrackNumber == 7)
    #expect(found.attributes.lyricist == "Ada")
    #expect(found.attributes.musicalGenre == "Rock")
    #expect(found.attributes.record[.recordingYear] == .integer(2003))
    #expect(found.text == "Words of the song\n")
  }

  @Test func `sound in a program has a rate`() throws {
    for bytes in [VideoFixture.programStream, VideoFixture.transportStream] {
      let attributes = try imported(bytes).attributes
      #expect(attributes.audioBitRate == 192_000)
      #expect(attributes.audioSampleRate == 48_000)
      #expect(attributes.duration.map { abs($0.doubleValue - 2.04) < 0.001 } == true)
    }
    #expect(try imported(VideoFixture.transportStream).attributes.languages == ["de"])
  }

  @Test func `a video without a description of its streams is damaged`() throws {
    let found = try imported(Bytes.box("ftyp", Bytes.text("isom")) + Bytes.box("mdat", [1, 2, 3]))
    #expect(found.failure as? ImportError == .damaged("it has no description of its streams"))
  }

  @Test(arguments: VideoFixture.all.map(\.name))
  func `a truncated video does not crash the importer`(name: String) throws {
    let bytes = try #require(VideoFixture.all.first { $0.name == name }).bytes
    for length in 0..<bytes.count {
      let found = try imported(Array(bytes[..<length]))
      #expect(found.attributes.pixelWidth.map { $0.doubleValue > 0 } ?? true)
    }
  }

  @Test(arguments: VideoFixture.all.map(\.name), [1, 2, 3] as [UInt64])
  func `random damage does not crash the importer`(name: String, seed: UInt64) throws {
    let bytes = try #require(VideoFixture.all.first { $0.name == name }).bytes
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let found = try imported(bytes.damaged(using: &generator))
      if let latitude = found.attributes.latitude { #expect(abs(latitude.doubleValue) <= 90, "seed \(seed)") }
    }
  }

  @Test func `a QuickTime movie with a compressed description has its properties`() throws {
    let movie = VideoFixture.turnedFilm(version: 0)
    let box = ISOBox.list(in: FileBytes(movie), 0..<movie.count).first { $0.type == "moov" }
    let description = Bytes.box("moov", Array(movie[try #require(box).body]))
    let packed = ContentFixture.packed(description, windowBits: 15)
    let data = Bytes.all(Bytes.big(UInt32(description.count)), packed)
    let bytes = Bytes.all(
      Bytes.box("ftyp", Bytes.text("qt  ")),
      Bytes.box("moov", Bytes.box("cmov", Bytes.box("dcom", Bytes.text("zlib")), Bytes.box("cmvd", data))))
    let plain = try MediaImport(VideoImporter(), movie)
    let found = try MediaImport(VideoImporter(), bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.codecs == plain.attributes.codecs && found.attributes.codecs != nil)
    #expect(found.attributes.pixelWidth == plain.attributes.pixelWidth)
    for count in 0..<bytes.count { _ = try MediaImport(VideoImporter(), Array(bytes.prefix(count))) }
  }
}
