// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

@Suite struct LanguageTagTests {
  @Test(arguments: [
    ("fr", "fr"), ("fra", "fr"), ("fre", "fr"), ("FRE", "fr"), ("French", "fr"), ("français", "fr"), ("iw", "he"), ("scr", "hr"),
    ("en_US", "en-US"), ("eng-us", "en-US"), ("zh-hans-cn", "zh-Hans-CN"), ("zh-Hant", "zh-Hant"), ("de-1996", "de-1996"),
    ("en-u-ca-BUDD", "en-u-ca-budd"), ("yue", "yue"), ("yue-hk", "yue-HK"), ("Norwegian Bokmål", "nb"), ("Modern Greek", "el"),
    ("日本語", "ja"),
  ])
  func `a language has the shortest code`(name: String, tag: String) {
    #expect(LanguageTag(named: name)?.text == tag)
  }

  @Test(arguments: [
    "", "x", "xq", "Martian", "fr-", "french-CA", "de-ü", "en US", "0en", "fr-abcdefghi", String(repeating: "a-", count: 100),
  ])
  func `other texts are no language`(name: String) {
    #expect(LanguageTag(named: name) == nil)
  }

  @Test func `some codes stand for no language`() {
    #expect(["und", "MUL", "zxx", "mis", "XXX", "qaa", "qtz"].allSatisfy(LanguageTag.isUndetermined))
    #expect(!["fra", "que", "quz", "un", "undo"].contains(where: LanguageTag.isUndetermined))
  }
}
