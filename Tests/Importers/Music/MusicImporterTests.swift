// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Foundation
import ImporterSupport
import Testing
import VideoImporter

@testable import MusicImporter

@Suite struct MusicImporterTests {
  struct Sound: Sendable {
    let name: String
    let seconds: Double
    let rate: Double?
    let channels: Int?
    var bitRate: Int?
    var bits: Int?
    var codec: String?
  }

  @Test(arguments: [
    Sound(name: "MP3", seconds: 1.306, rate: 44_100, channels: 2, bitRate: 128_000, codec: "MP3"),
    Sound(name: "wave", seconds: 1, rate: 8000, channels: 1, bitRate: 128_000, bits: 16),
    Sound(name: "RF64", seconds: 1, rate: 8000, channels: 1, bitRate: 128_000, bits: 16, codec: "PCM"),
    Sound(name: "AIFF", seconds: 1, rate: 8000, channels: 1, bitRate: 128_000, bits: 16),
    Sound(name: "FLAC", seconds: 1, rate: 44_100, channels: 2, bits: 24, codec: "FLAC"),
    Sound(name: "Opus", seconds: 1, rate: 48_000, channels: 2, codec: "Opus"),
    Sound(name: "Vorbis", seconds: 1, rate: 44_100, channels: 2, codec: "Vorbis"),
    Sound(name: "MPEG-4", seconds: 2, rate: 48_000, channels: 6, bitRate: 128_000, codec: "AC-3"),
    Sound(name: "ADTS", seconds: 1.0217, rate: 44_100, channels: 2, bitRate: 34_453, codec: "AAC"),
    Sound(name: "AC-3", seconds: 1, rate: 48_000, channels: 2, bitRate: 192_000, codec: "AC-3"),
    Sound(name: "DSF", seconds: 1, rate: 2_822_400, channels: 2, bitRate: 5_644_800, codec: "DSD"),
    Sound(name: "DSDIFF", seconds: 0.1, rate: 2_822_400, channels: 2, bitRate: 5_644_800, codec: "DSD"),
    Sound(name: "CAF", seconds: 1, rate: 8000, channels: 1, bitRate: 128_000, bits: 16, codec: "PCM"),
    Sound(name: "RIFX", seconds: 1, rate: 8000, channels: 1, bitRate: 128_000, bits: 16, codec: "PCM"),
    Sound(name: "AU", seconds: 1, rate: 8000, channels: 2, bitRate: 256_000, bits: 16, codec: "PCM"),
    Sound(name: "AMR", seconds: 1, rate: 8000, channels: 1, bitRate: 12_800, codec: "AMR"),
    Sound(name: "wideband AMR", seconds: 1, rate: 16_000, channels: 1, bitRate: 24_400, codec: "AMR-WB"),
    Sound(name: "Ogg FLAC", seconds: 1, rate: 44_100, channels: 2, bits: 24, codec: "FLAC"),
    Sound(name: "MIDI", seconds: 1.5, rate: nil, channels: nil),
    Sound(name: "OptimFROG", seconds: 1, rate: 44_100, channels: 2, codec: "OptimFROG"),
  ])
  func `properties of the sound are read from the headers`(sound: Sound) throws {
    let attributes = try read(sound.name).attributes
    #expect(abs(try #require(attributes.duration).doubleValue - sound.seconds) < 0.01)
    #expect(attributes.audioSampleRate?.doubleValue == sound.rate)
    #expect(attributes.audioChannelCount?.intValue == sound.channels)
    if let bitRate = sound.bitRate { #expect(attributes.audioBitRate?.intValue == bitRate) }
    #expect(attributes.bitsPerSample?.intValue == sound.bits)
    #expect(attributes.codecs == sound.codec.map { [$0] })
    #expect(attributes.mediaTypes == ["Sound"])
  }

  @Test(arguments: ["MP3", "wave", "AIFF", "FLAC", "Opus", "Vorbis", "MPEG-4", "DSF", "MIDI", "Ogg FLAC"])
  func `a title is found in every kind of tag`(name: String) throws {
    #expect(try read(name).attributes.title == "Night song")
  }

  @Test(arguments: ["MP3", "wave", "Opus", "MPEG-4"])
  func `the encoder is found in every kind of tag`(name: String) throws {
    #expect(try read(name).attributes.audioEncodingApplication == "Encoder 1")
  }

  @Test func `an ID3 tag provides the attributes of music`() throws {
    let found = try read("MP3")
    let attributes = found.attributes
    #expect(attributes.authorNames == ["First", "Second"])
    #expect(attributes.album == "Album")
    #expect(attributes.composer == "Composer")
    #expect(attributes.lyricist == "Lyricist")
    #expect(attributes.musicalGenre == "Rock", "17 is a number of the old list of genres")
    #expect(attributes.record[.recordingYear] == .integer(2003))
    #expect(attributes.recordingDate != nil)
    #expect(attributes.audioTrackNumber == 7)
    #expect(attributes.tempo == 92)
    #expect(attributes.keySignature == "Am")
    #expect(attributes.copyright == "Holder")
    #expect(attributes.publishers == ["Label"])
    #expect(attributes.languages == ["en"])
    #expect(attributes.comment == "A comment")
    #expect(attributes.rating == 4)
    #expect(found.text.contains("Words of the song"))
  }

  @Test(arguments: [1e-9, 0, -1, .infinity, .nan])
  func `a length that is none is left out`(duration: Double) {
    let attributes = CSSearchableItemAttributeSet()
    AudioStream(duration: duration).fill(attributes)
    #expect(attributes.duration == nil)
  }

  @Test func `a Core Audio file provides texts, and a length also if that of the sound is unknown`() throws {
    let attributes = try read("CAF").attributes
    #expect(attributes.title == "Night song")
    #expect(attributes.authorNames == ["First"])
    #expect(attributes.record[.recordingYear] == .integer(2003))
    let packets = Bytes.text("pakt") + Bytes.big(Int64(24), 40, 44_100) + Bytes.big(Int32(0), 0)
    let aac = MusicFixture.coreAudio("aac ", bytesPerPacket: 0, framesPerPacket: 1024, bits: 0, packets)
    #expect(try MediaImport(MusicImporter(), aac).attributes.duration == 5.5125)
    let endless = MusicFixture.coreAudio("lpcm", bytesPerPacket: 2, framesPerPacket: 1, bits: 16, [], soundLength: -1)
    #expect(try MediaImport(MusicImporter(), endless).attributes.duration == 1)
  }

  @Test func `a Vorbis comment may be repeated`() throws {
    let found = try read("FLAC")
    #expect(found.attributes.authorNames == ["First", "Second"])
    #expect(found.attributes.performers == ["Player"])
    #expect(found.attributes.contributors == ["Various", "Baton"])
    #expect(found.attributes.rating == 2.5)
    #expect(found.text.contains("Words of the song"))
  }

  @Test(arguments: [
    ("", 0, nil), ("", 1, 0.5), ("", 13, 1), ("", 54, 1.5), ("", 64, 2), ("", 118, 2.5), ("", 128, 3), ("", 186, 3.5), ("", 196, 4),
    ("", 242, 4.5),
    ("", 255, 5), ("Windows Media Player 9 Series", 1, 1), ("Windows Media Player 9 Series", 64, 2),
  ])
  func `ratings are converted from the scales of players`(player: String, byte: UInt8, stars: Double?) throws {
    let tag = MusicFixture.id3([], other: [("POPM", Bytes.text(player + "\0") + [byte])])
    let found = try MediaImport(MusicImporter(), tag + MusicFixture.frames)
    #expect(found.attributes.rating?.doubleValue == stars)
  }

  @Test func `all comments and lyrics of an ID3 tag count, and its disc, but not the numbers of iTunes`() throws {
    let text = { (language: String, name: String, text: String) in Bytes.all([3], Bytes.text("\(language)\(name)\0\(text)")) }
    let tag = MusicFixture.id3(
      [("TPOS", "2/3")],
      other: [
        ("COMM", text("eng", "", "First")), ("COMM", text("deu", "", "Zweiter")), ("COMM", text("eng", "Mood", "Calm")),
        ("COMM", text("eng", "iTunNORM", " 00000001 00000002")), ("USLT", text("eng", "", "Words")), ("USLT", text("deu", "", "Worte")),
      ])
    let found = try MediaImport(MusicImporter(), tag + MusicFixture.frames)
    #expect(found.attributes.comment == "First\nZweiter\nCalm")
    #expect(found.text == "Words\nWorte\n")
    let disc = try #require(CSCustomAttributeKey(keyName: "DiscNumber"))
    #expect(found.attributes.value(forCustomKey: disc) as? NSNumber == 2)
  }

  @Test func `titles of chapters in an ID3 tag are found`() throws {
    let chapter = { (name: String, title: String) in
      let frame = Bytes.all(Bytes.text("TIT2"), MusicFixture.syncSafe(title.utf8.count + 1), [0, 0, 3], Bytes.text(title))
      return ("CHAP", Bytes.all(Bytes.text(name + "\0"), Bytes.big(UInt32(0), 1000, .max, .max), frame))
    }
    let tag = MusicFixture.id3([("TIT2", "Talk")], other: [chapter("c1", "Opening"), chapter("c2", "Ending")])
    let found = try MediaImport(MusicImporter(), tag + MusicFixture.frames)
    #expect(found.text == "Opening\nEnding\n")
    #expect(found.attributes.title == "Talk")
  }

  @Test func `titles of chapters in Vorbis comments are found in their order`() throws {
    let comments = MusicFixture.comments([
      "CHAPTER002=00:01:00.000", "CHAPTER002NAME=Ending", "chapter001name=Opening", "CHAPTER001=00:00:00.000", "CHAPTERNAME=no",
    ])
    let flac = Bytes.all(
      Bytes.text("fLaC"), [0, 0, 0, 34], MusicFixture.streamInformation, [0x84], Array(Bytes.big(UInt32(comments.count)).dropFirst()),
      comments, [UInt8](repeating: 0, count: 1000))
    #expect(try MediaImport(MusicImporter(), flac).text == "Opening\nEnding\n")
  }

  @Test(arguments: MPEG4Fixture.chapters.map(\.name))
  func `titles of chapters in an MPEG-4 file are found`(name: String) throws {
    let bytes = try #require(MPEG4Fixture.chapters.first { $0.name == name }).bytes
    #expect(try MediaImport(MusicImporter(), bytes).text == "Opening\nEnde, schön\n")
    #expect(try MediaImport(VideoImporter(), bytes).text == "Opening\nEnde, schön\n")
  }

  @Test(
    arguments: [
      ([0x12, 0x08], 1), ([0x12, 0x10], 2), ([0x12, 0x38], 8), ([0xEB, 0x09, 0x88], 2), ([0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80], 2),
      ([0x12, 0x00], 2), ([], 2),
    ] as [([UInt8], Int)])
  func `the number of channels is that of the stream itself`(configuration: [UInt8], channels: Int) throws {
    let bytes = MPEG4Fixture.sound(configuration)
    let attributes = try MediaImport(MusicImporter(), bytes).attributes
    #expect(attributes.audioChannelCount == channels as NSNumber)
    #expect(attributes.languages == ["de"])
    #expect(try MediaImport(VideoImporter(), bytes).attributes.audioChannelCount == channels as NSNumber)
  }

  @Test func `a tag before any format is read`() throws {
    let found = try MediaImport(MusicImporter(), MusicFixture.id3([("TIT2", "Day song")]) + MusicFixture.adts)
    #expect(found.attributes.title == "Day song")
    #expect(found.attributes.codecs == ["AAC"])
  }

  @Test func `a MIDI file provides copyright and lyrics`() throws {
    let found = try read("MIDI")
    #expect(found.attributes.copyright == "Holder")
    #expect(found.text == "Words sung\n")
  }

  @Test func `the annotation of an AU file is its comment`() throws {
    #expect(try read("AU").attributes.comment == "A comment")
  }

  @Test(arguments: [3, 4] as [UInt8])
  func `an extended header of an ID3 tag hides no frames`(version: UInt8) throws {
    let frame = { (name: String, text: String) in
      Bytes.all(Bytes.text(name), Bytes.big(UInt32(text.utf8.count + 1)), [0, 0, 0], Bytes.text(text))
    }
    let header: [UInt8] = version == 3 ? Bytes.big(UInt32(6)) + [0, 0, 0, 0, 0, 0] : [0, 0, 0, 6, 1, 0]
    let body = Bytes.all(header, frame("TIT2", "Night song"), frame("TALB", "Album"), frame("TRCK", "3"))
    let tag = Bytes.all(Bytes.text("ID3"), [version, 0, 0x40], MusicFixture.syncSafe(body.count), body)
    let attributes = try MediaImport(MusicImporter(), tag + MusicFixture.frames).attributes
    #expect(attributes.title == "Night song")
    #expect(attributes.album == "Album")
    #expect(attributes.audioTrackNumber == 3)
    #expect(attributes.audioSampleRate == 44_100)
  }

  @Test(arguments: ["wave", "AIFF"])
  func `the header counts even if the sound is missing`(name: String) throws {
    let bytes = try #require(MusicFixture.all.first { $0.name == name }).bytes
    let mark = try #require(bytes.firstRange(of: Bytes.text(name == "wave" ? "data" : "SSND")))
    let attributes = try MediaImport(MusicImporter(), Array(bytes[..<mark.lowerBound])).attributes
    #expect(attributes.audioChannelCount == 1)
    #expect(attributes.audioSampleRate == 8000)
    #expect(attributes.bitsPerSample == 16)
    #expect(attributes.duration == nil)
  }

  @Test func `a second tag provides what the first lacks`() throws {
    let tags = MusicFixture.id3([("TIT2", "Day song")]) + MusicFixture.id3([("TIT2", "Other"), ("TALB", "Album")])
    let attributes = try MediaImport(MusicImporter(), tags + MusicFixture.frames).attributes
    #expect(attributes.title == "Day song")
    #expect(attributes.album == "Album")
  }

  @Test func `MPEG audio of layer I has its properties`() throws {
    let frame: [UInt8] = [0xFF, 0xFF, 0xC0, 0] + [UInt8](repeating: 0, count: (12 * 384_000 / 44_100) * 4 - 4)
    let found = try MediaImport(MusicImporter(), Bytes.repeated(frame, 100), name: "a.mp1")
    #expect(found.failure == nil)
    #expect(found.attributes.codecs == ["MP1"])
    #expect(found.attributes.audioSampleRate == 44_100)
    #expect(found.attributes.audioChannelCount == 2)
    #expect(abs((found.attributes.duration?.doubleValue ?? 0) - 0.86) < 0.01)
  }

  @Test func `a Shorten file has the properties of the sound that was compressed`() throws {
    var bits: [UInt8] = []
    func short(_ value: Int, _ count: Int) {
      bits += [UInt8](repeating: 0, count: value >> count) + [1] + (0..<count).reversed().map { UInt8(value >> $0 & 1) }
    }
    func long(_ value: Int) {
      let count = (0..<32).last { value >> $0 != 0 }.map { $0 + 1 } ?? 0
      short(count, 2)
      short(value, count)
    }
    // The type of the samples, the channels, and sizes for the decoder.
    for value in [5, 2, 256, 0, 4, 0] { long(value) }
    let header = Bytes.all(
      Bytes.text("RIFF"), Bytes.little(UInt32(36 + 176_400 * 3)), Bytes.text("WAVEfmt "), Bytes.little(UInt32(16)),
      Bytes.little(UInt16(1), 2),
      Bytes.little(UInt32(44_100), 176_400), Bytes.little(UInt16(4), 16), Bytes.text("data"), Bytes.little(UInt32(176_400 * 3)))
    short(9, 2)
    short(header.count, 5)
    for byte in header { short(Int(byte), 8) }
    let packed = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start...].prefix(8).enumerated().reduce(UInt8(0)) { $0 | $1.element << UInt8(7 - $1.offset) }
    }
    let found = try MediaImport(MusicImporter(), Bytes.text("ajkg") + [2] + packed, name: "a.shn")
    #expect(found.failure == nil)
    #expect(found.attributes.codecs == ["Shorten"])
    #expect(found.attributes.audioSampleRate == 44_100)
    #expect(found.attributes.audioChannelCount == 2)
    #expect(found.attributes.duration == 3)
    for count in 4..<packed.count { _ = try MediaImport(MusicImporter(), Bytes.text("ajkg") + [2] + packed.prefix(count), name: "a.shn") }
  }

  @Test func `an unknown format is sound, for which there is no reader`() throws {
    let found = try MediaImport(MusicImporter(), Bytes.text("something else"))
    #expect(found.failure as? ImportError == .noReader)
    #expect(found.attributes.mediaTypes == ["Sound"])
    #expect(found.attributes.record.known.count == 1)
  }

  private func read(_ name: String) throws -> MediaImport {
    let bytes = try #require(MusicFixture.all.first { $0.name == name }).bytes
    let found = try MediaImport(MusicImporter(), bytes)
    #expect(found.failure == nil)
    return found
  }
}
