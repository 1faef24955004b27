// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextAnalysis

@Suite struct UserLanguagesTests {
  @Test(
    arguments: [
      ([:], []), (["LANG": "C.UTF-8"], []), (["LC_ALL": "POSIX", "LANG": ""], []),
      (["LANG": "de_AT.UTF-8@euro"], ["de"]),
      (["LANGUAGE": "pt_BR:pt:en", "LC_CTYPE": "fr_FR", "LANG": "de_DE"], ["pt", "en", "fr", "de"]),
      (["LANG": "nn_NO.UTF-8"], ["no"]), (["LANG": "../x"], []),
    ] as [([String: String], [String])])
  func `the environment tells the user's languages`(variables: [String: String], languages: [String]) {
    #expect(UserLanguages.languages { variables[$0] } == languages)
  }
}
