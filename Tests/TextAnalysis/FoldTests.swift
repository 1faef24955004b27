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
    ("Ａ", "A", .diacritics),
    ("æ", "ae", .diacritics),
    ("Ægir", "AEgir", .diacritics),
    ("cœur", "coeur", .all),
    ("ŒUVRE", "oeuvre", .all),
    ("Ĳssel", "ijssel", .all),
    ("Þór", "thor", .all),
    ("Ŋ", "n", .all),
    ("ð", "d", .all),
    ("Straße", "Strasse", .diacritics),
    ("m²", "m2", .diacritics),
    ("½", "1/2", .diacritics),
    ("Ⅳ", "IV", .diacritics),
    ("ⅳ", "iv", .diacritics),
    ("①⑫❸", "1123", .diacritics),
    ("⑴⒉", "12", .diacritics),
    ("℃", "°C", .diacritics),
    ("№", "No", .diacritics),
    ("㎞", "km", .diacritics),
    ("ﬃ", "ffi", .diacritics),
    ("٢٠٢٤", "2024", .diacritics),
    ("۲۰۲۴", "2024", .diacritics),
    ("२०२४", "2024", .diacritics),
    ("๒๐๒๔", "2024", .diacritics),
    ("𝟚𝟘", "20", .diacritics),
    ("على", "علي", .diacritics),
    ("علی", "علي", .diacritics),
    ("مدرسة", "مدرسه", .diacritics),
    ("کتاب", "كتاب", .diacritics),
    ("ٱلله", "الله", .diacritics),
    ("ہندی", "هندي", .diacritics),
    ("ґанок", "ганок", .diacritics),
    ("Қазақ", "Казак", .diacritics),
    ("カタカナ", "かたかな", .diacritics),
    ("ｶﾞｷﾞ", "がぎ", .diacritics),
    ("ヴ", "ゔ", .diacritics),
    ("Don’t", "Don't", .diacritics),
    ("Donʼt", "Don't", .diacritics),
    ("Don´t", "Don't", .diacritics),
    ("“a” „b‟ «c»", "\"a\" \"b\" \"c\"", .diacritics),
    ("a‐b–c—d−e", "a-b-c-d-e", .diacritics),
    ("a\u{A0}b\u{202F}c\u{3000}d", "a b c d", .diacritics),
    ("1⁄2", "1/2", .diacritics),
  ])
  func `these strings are equal`(one: String, other: String, folding: Folding) {
    #expect(Array(fold(one, folding).utf8) == Array(fold(other, folding).utf8))
  }

  @Test(
    arguments: [
      ("a", "A", Folding()),
      ("é", "e", Folding()),
      ("Ａ", "A", Folding()),
      ("é", "e", .case),
      ("İ", "i", .case),
      ("ı", "I", .case),
      ("A", "a", .diacritics),
      ("が", "か", .all),
      ("हिन्दी", "हनद", .all),
      ("कि", "क", .all),
      ("กิน", "กน", .all),
      ("ไกล", "ใกล้", .all),
      ("æ", "ae", .case),
      ("œ", "oe", []),
      ("²", "2", .case),
      ("٢", "2", .case),
      ("ى", "ي", .case),
      ("ґ", "г", .case),
      ("カ", "か", .case),
      ("’", "'", .case),
      ("–", "-", []),
      ("\u{A0}", " ", []),
      ("ハ", "ば", .all),
      ("ー", "-", .all),
      ("ㄱㅏ", "가", .all),
      ("æ", "ae", [.all, .earlier]),
      ("カ", "か", [.all, .earlier]),
    ] as [(String, String, Folding)])
  func `these strings differ`(one: String, other: String, folding: Folding) {
    #expect(Array(fold(one, folding).utf8) != Array(fold(other, folding).utf8))
  }

  @Test(arguments: [
    ("don't", "dont"), ("Don’t", "dont"), ("l'histoire", "lhistoire"), ("col·legi", "collegi"), ("℃", "c"), ("צה״ל", "צהל"), ("c++", "c++"),
    (".NET", ".net"), ("½", "1/2"),
  ])
  func `the folded form of a token has no apostrophes`(surface: String, folded: String) {
    var output: [UInt8] = []
    foldToken(surface.utf8.span, .all, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == folded)
    output = []
    foldToken(surface.utf8.span, .case, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == fold(surface, .case))
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
