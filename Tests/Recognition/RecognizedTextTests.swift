// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRecognition

struct RecognizedTextTests {
  /// Words of lines, which are separated by slashes, and blocks by two: `clear:95 word:90/next:91`.
  private func words(_ text: String) -> [RecognizedWord] {
    var words: [RecognizedWord] = []
    for block in text.split(separator: "//") {
      for (number, line) in block.split(separator: "/").enumerated() {
        for (index, word) in line.split(separator: " ").enumerated() {
          let parts = word.split(separator: ":")
          words.append(
            RecognizedWord(
              text: String(parts[0]), confidence: Float(parts[1]) ?? 0, beginsLine: index == 0, beginsBlock: index == 0 && number == 0))
        }
      }
    }
    return words
  }

  @Test(arguments: [
    ("Invoice:96 No:90 7:88", ["Invoice No 7"]),
    // Leaves and clouds: short words, or uncertain ones.
    ("e:88 e:90 o:91/oe:85", []), ("{areé:59 ovate:10 Bowe:30", []), ("RAPFERRE:0 gee:55", []),
    // One word that is beyond doubt is a text, and one that is merely clear is not.
    ("STOP:95", ["STOP"]), ("ape:95", []), ("Nomen:85", []), ("see:85 the:85 sea:85", ["see the sea"]),
    // Lines that are uncertain, and words that are hardly ever right, are left out.
    ("The:96 whole:95 text:96/ee:20 ao:30 wv:10/follows:93 xq:12 here:94", ["The whole text", "follows here"]),
    // Words that are divided at the end of a line are joined; a dash and a name are not.
    ("an:95 impor-:95/tant:96 note:95", ["an important", "note"]), ("as:95 well:95 -:90/known:95 here:95", ["as well -", "known here"]),
    ("Baden-:95/Baden:96", ["Baden-", "Baden"]),
    ("First:95 block:95//Second:95 block:95", ["First block", "", "Second block"]),
    // Single signs that are words.
    ("東京:92", ["東京"]), ("", []),
  ])
  func `uncertain lines are left out`(text: String, lines: [String]) {
    #expect(RecognizedText(words(text)).lines == lines)
  }
}

struct RecognitionLanguagesTests {
  private static let installed = [
    "chi_sim", "chi_tra", "deu", "deu_frak", "eng", "fra", "ita", "ita_old", "jpn", "jpn_vert", "nor", "osd", "srp", "srp_latn",
  ]

  @Test(arguments: [
    ([], ["eng"]), (["de"], ["deu", "eng"]), (["deu"], ["deu", "eng"]), (["en"], ["eng"]), (["es"], ["eng"]),
    (["it", "de"], ["ita", "deu", "eng"]), (["ja"], ["jpn", "eng"]), (["no"], ["nor", "eng"]), (["sr"], ["srp", "srp_latn", "eng"]),
    (["zh"], ["chi_sim", "eng"]), (["de", "fr", "it", "ja"], ["deu", "fra", "ita", "eng"]), (["xx", "?"], ["eng"]),
  ])
  func `the languages of the user are chosen, and English`(languages: [String], chosen: [String]) {
    #expect(RecognitionLanguages.chosen(for: languages, installed: Self.installed) == chosen)
  }

  @Test(arguments: [(["zh_TW.UTF-8"], "chi_tra"), (["de_DE", "zh_Hant"], "chi_tra"), (["zh_CN.UTF-8"], "chi_sim")])
  func `the locale tells the script of Chinese`(locales: [String], data: String) {
    #expect(RecognitionLanguages.chosen(for: ["zh"], locales: locales, installed: Self.installed) == [data, "eng"])
  }
}

struct OrientationTests {
  /// A JPEG file up to its data, with EXIF's tag in little or big endian.
  private func file(_ orientation: UInt8, isBig: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      isBig
      ? Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
      : Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + [0xFF, 0xDA, 0, 2]
  }

  @Test(arguments: [false, true], [UInt8(1), 3, 6, 8]) func `the orientation of a photograph is read`(isBig: Bool, value: UInt8) {
    #expect(Orientation.ofJPEG(file(value, isBig: isBig)) == Int(value))
  }

  @Test func `a file that says nothing, or nothing valid, is upright`() {
    #expect(Orientation.ofJPEG(file(9, isBig: true)) == 1)
    #expect(Orientation.ofJPEG([]) == 1)
    #expect(Orientation.ofJPEG([0xFF, 0xD8, 0xFF, 0xDA]) == 1)
    let whole = file(6, isBig: false)
    for count in 0..<whole.count - 4 { #expect([1, 6].contains(Orientation.ofJPEG(Array(whole.prefix(count))))) }
  }
}
