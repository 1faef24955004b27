import AttributeSets
import Attributes
import Foundation
import ImporterSupport
import MusicImporter
import Testing

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

  @Test(arguments: ["MP3", "wave", "AIFF", "FLAC", "Opus", "Vorbis", "MPEG-4", "DSF"])
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
    #expect(attributes.languages == ["eng"])
    #expect(attributes.comment == "A comment")
    #expect(attributes.rating == 4)
    #expect(found.text.contains("Words of the song"))
  }

  @Test func `a Vorbis comment may be repeated`() throws {
    let found = try read("FLAC")
    #expect(found.attributes.authorNames == ["First", "Second"])
    #expect(found.attributes.performers == ["Player"])
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

  @Test func `a tag before any format is read`() throws {
    let found = try MediaImport(MusicImporter(), MusicFixture.id3([("TIT2", "Day song")]) + MusicFixture.adts)
    #expect(found.attributes.title == "Day song")
    #expect(found.attributes.codecs == ["AAC"])
  }

  @Test func `a second tag provides what the first lacks`() throws {
    let tags = MusicFixture.id3([("TIT2", "Day song")]) + MusicFixture.id3([("TIT2", "Other"), ("TALB", "Album")])
    let attributes = try MediaImport(MusicImporter(), tags + MusicFixture.frames).attributes
    #expect(attributes.title == "Day song")
    #expect(attributes.album == "Album")
  }

  @Test func `an unknown format is sound, and not a failure`() throws {
    let found = try MediaImport(MusicImporter(), Bytes.text("something else"))
    #expect(found.failure == nil)
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
