// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import Testing

@Suite struct LanguageTagsTests {
  @Test(arguments: [
    (["eng", "en", "English"], ["en"]), (["und", "ger"], ["de"]), (["English, French"], ["en", "fr"]),
    (["eng/fre;deu"], ["en", "fr", "de"]),
    (["English, Martian"], ["English, Martian"]), ([" Klingon "], ["Klingon"]),
  ])
  func `texts that name languages become tags`(texts: [String], tags: [String]) {
    #expect(texts.languageTags == tags)
  }

  @Test(arguments: [[], ["und"], [" "], ["XXX", "mul"]])
  func `texts that name no language give none`(texts: [String]) {
    #expect(texts.languageTags == nil)
  }
}
