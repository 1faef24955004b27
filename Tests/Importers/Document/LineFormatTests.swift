// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import ImporterSupport
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import DocumentImporter

/// Playlists and subtitles.
@Suite struct LineFormatTests {
  private func imported(_ text: String, _ name: String) throws -> ImportedDocument {
    let type = try #require(TypeDatabase.shared.type(forFileName: Array(name.utf8).span)?.type.identifier)
    return try ImportedDocument(Array(text.utf8), type: type)
  }

  @Test(arguments: [
    (
      "a.srt",
      "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>Hello</i>,\r\nyou &amp; me\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n1984\r\n",
      "Hello,\nyou & me\n1984\n"
    ), ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\none\n\ntwo < 3\n\n2\n00:00:03,000 --> 00:00:04,000\nthree", "one\ntwo < 3\nthree\n"),
    (
      "a.vtt",
      "WEBVTT - header\n\nNOTE\ncomment\n\nSTYLE\n::cue {}\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v.loud Ada>Hello <00:01.5>there\n"
        + "NOTE said she\n\nNOTE one line\n",
      "comment\nAda: Hello there\nNOTE said she\none line\n"
    ),
    (
      "a.ass",
      "[Script Info]\nTitle: The film\n[V4+ Styles]\nFormat: Name, Size\n[Events]\nFormat: Layer, Start, End, Text\nComment: 0,0,1,no\n"
        + "Dialogue: 0,0:00:01.00,0:00:02.00,{\\i1}Hello{\\i0},\\Nyou\n",
      "Hello, you\n"
    ),
  ])
  func `the text of subtitles is what people say`(name: String, content: String, text: String) throws {
    let document = try imported(content, name)
    #expect(document.error == nil)
    #expect(document.text == text)
    #expect(!document.isFileContent)
  }

  @Test func `subtitles have a title if they declare one`() throws {
    #expect(try imported("[Script Info]\nTitle: The film\n", "a.ass").attributes.title == "The film")
    #expect(try imported("1\n", "a.srt").attributes.title == nil)
  }

  @Test(arguments: [
    (
      "a.m3u", "#EXTM3U\n#PLAYLIST:Evening\n#EXTINF:123,Ada - Song\nMusic/a%20b.mp3\n\nhttp://example.org/a%20b.mp3\n",
      "Ada - Song\nMusic/a%20b.mp3\nhttp://example.org/a b.mp3\n"
    ),
    (
      "a.pls", "[playlist]\nX-GNOME-Title=Evening\nNumberOfEntries=1\nFile1=file:///m/a%20b.mp3\nTitle1=Song\nLength1=5\n",
      "file:///m/a b.mp3\nSong\n"
    ),
    (
      "a.xspf",
      "<?xml version='1.0'?><playlist xmlns='http://xspf.org/ns/0/'><title>Evening</title><creator>Ada</creator><trackList><track>"
        + "<location>file:///m/a%20b.mp3</location><title>Song</title><creator>Bob</creator><duration>5</duration></track></trackList></playlist>",
      "file:///m/a b.mp3\nSong\nBob\n"
    ),
  ])
  func `a playlist has a title, and the entries as text`(name: String, content: String, text: String) throws {
    let document = try imported(content, name)
    #expect(document.error == nil)
    #expect(document.text == text)
    #expect(document.attributes.title == "Evening")
  }

  @Test func `a playlist that is cut keeps its first entries`() throws {
    let document = try imported("<playlist><title>Evening</title><trackList><track><title>Song</title></track><tr", "a.xspf")
    #expect(document.error != nil)
    #expect(document.text == "Song\n")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `lines are the same in pieces of any size`(seed: UInt64) {
    let bytes = Bytes.text("one\r\n\ntwö\nthree\r")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var splitter = LineSplitter()
      var lines: [String] = []
      var start = 0
      while start < bytes.count {
        let end = Int.random(in: start...bytes.count, using: &random)
        splitter.take(bytes[start..<end].span) { lines.append(String($0)) }
        start = end
      }
      splitter.finish { lines.append(String($0)) }
      #expect(lines == ["one", "", "twö", "three"])
    }
  }

  @Test(arguments: ["srt", "vtt", "ass", "m3u", "pls"])
  func `a very long line does not hold up the importer`(suffix: String) throws {
    for part in ["<a", "{\\", ",", "&", "-->"] {
      let line = "Dialogue: File1=" + String(repeating: part, count: 200_000)
      #expect(try imported(line, "a.\(suffix)").error == nil)
    }
  }
}
