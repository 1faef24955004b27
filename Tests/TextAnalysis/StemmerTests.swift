// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextAnalysis

@Suite struct StemmerTests {
  @Test(arguments: [
    ("relations", [], ["relat"]), ("happy", [], ["happi"]), ("running", [], ["run"]), ("x86", [], []), ("", [], []),
    ("häuser", ["de"], []), ("hauser", ["de"], ["hauser", "haus"]), ("nacion", ["es", "??", "xx"], ["nacion", "nacion"]),
    ("новыи", [], ["нов"]), ("γατες", [], ["γατ"]), ("новыиx", [], []), ("漢字", [], []),
    ("informacion", ["es"], ["informacion", "inform"]), ("informaciones", ["es"], ["informacion", "inform"]),
  ])
  func `words have stems`(word: String, languages: [String], stems: [String]) {
    let found = Stemmer(languages: languages).algorithms(for: Array(word.utf8)).map { $0.stem(Array(word.utf8).span) }
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == stems)
  }
}
