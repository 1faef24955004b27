// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextAnalysis

@Suite struct FoldTests {
  @Test(arguments: [
    ("é", "e\u{301}", Folding()),
    ("K", "\u{212A}", Folding()),
    ("각", "\u{1100}\u{1161}\u{11A8}", Folding()),
    ("q\u{307}\u{323}", "q\u{323}\u{307}", Folding()),
    ("Straße", "STRASSE", .case),
    ("ΟΔΟΣ", "οδος", .case),
    ("οδοσ", "οδος", .case),
    ("ﬁle", "FILE", .case),
    ("ＡＢＣ", "abc", .case),
    ("ｶﾞ", "ガ", .case),
    ("ПРИВЕТ", "привет", .case),
    ("soft\u{AD}ware", "Software", .case),
    ("ᾼ", "ᾳ", .case),
    ("İ", "i\u{307}", .case),
    ("Frédéric", "Frederic", .diacritics),
    ("ø ł đ ħ", "o l d h", .diacritics),
    ("ı", "i", .diacritics),
    ("Việt", "Viet", .diacritics),
    ("مُحَمَّد", "محمد", .diacritics),
    ("أحمد", "احمد", .diacritics),
    ("محـــمد", "محمد", .diacritics),
    ("שָׁלוֹם", "שלום", .diacritics),
    ("क़लम", "कलम", .diacritics),
    ("ἄνθρωπος", "ανθρωπος", .diacritics),
    ("й", "и", .diacritics),
    ("FRÉDÉRIC", "frederic", .all),
    ("İSTANBUL", "istanbul", .all),
    ("DIYARBAKIR", "dıyarbakır", .all),
    ("ẞ", "ss", .all),
  ])
  func `these strings are equal`(one: String, other: String, folding: Folding) {
    #expect(Array(fold(one, folding).utf8) == Array(fold(other, folding).utf8))
  }

  @Test(arguments: [
    ("a", "A", Folding()),
    ("é", "e", Folding()),
    ("Ａ", "A", Folding()),
    ("é", "e", .case),
    ("İ", "i", .case),
    ("ı", "I", .case),
    ("A", "a", .diacritics),
    ("Ａ", "A", .diacritics),
    ("が", "か", .all),
    ("हिन्दी", "हनद", .all),
    ("कि", "क", .all),
    ("กิน", "กน", .all),
    ("ไกล", "ใกล้", .all),
    ("æ", "ae", .all),
  ])
  func `these strings differ`(one: String, other: String, folding: Folding) {
    #expect(Array(fold(one, folding).utf8) != Array(fold(other, folding).utf8))
  }

  @Test func `folding appends to the buffer`() {
    var output: [UInt8] = Array("KEEP".utf8)
    foldUTF8("ABC".utf8.span, .case, into: &output)
    foldUTF8("É".utf8.span, .all, into: &output)
    #expect(output == Array("KEEPabce".utf8))
  }

  @Test func `invalid bytes become the replacement character`() {
    var output: [UInt8] = []
    foldUTF8([0x41, 0xFF, 0x42].span, .case, into: &output)
    #expect(output == Array("a\u{FFFD}b".utf8))
  }

  @Test func `folding is idempotent, and a wider folding keeps what a narrower one makes equal`() {
    let foldings: [Folding] = [[], .case, .diacritics, .all]
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(scalar)"
      // Most of Unicode is unchanged by the widest folding and needs no further test.
      if Array(fold(text, .all).utf8) == Array(text.utf8) { continue }
      for narrow in foldings {
        let folded = fold(text, narrow)
        #expect(Array(fold(folded, narrow).utf8) == Array(folded.utf8), "U+\(String(value, radix: 16))")
        for wide in foldings where wide.isSuperset(of: narrow) {
          #expect(Array(fold(folded, wide).utf8) == Array(fold(text, wide).utf8), "U+\(String(value, radix: 16)) \(narrow) \(wide)")
        }
      }
    }
  }
}
