// SPDX-License-Identifier: Apache-2.0

/// What replaces a letter, digit or sign that people take for another one, under
/// ``Folding/diacritics``.
///
/// This is the only table of such characters. Names, attributes, texts and queries are folded with it.
/// Its sources:
/// - Compatibility decompositions (NFKC, UAX #15), which ``ScalarFolder`` gets from utf8proc: `²` = `2`,
///   `½` = `1/2`, `Ⅳ` = `iv`, `①` = `1`, `℃` = `°c`, `№` = `no`. Here are only the exceptions: enclosed
///   digits and letters lose their parentheses and full stops.
/// - Latin letters: the transliteration `Latin-ASCII` of CLDR.
/// - Digits: the decimal digits (general category Nd) of the Unicode Character Database, version 15.
/// - Punctuation: confusables.txt of UTS #39, and the classes of apostrophes, quotation marks, dashes and
///   spaces in the Unicode Character Database.
/// - Arabic, Persian and Urdu letters, Cyrillic letters, Yiddish digraphs: letters of one keyboard that
///   are written for those of another (CLDR, keyboards and transliterations).
/// - Kana: katakana become the hiragana of the same sound (CLDR, `Katakana-Hiragana`).
///
/// Folding is idempotent, so no replacement has another one.
struct Equivalent {
  let first: Int32
  /// Negative if there is one scalar only.
  let second: Int32

  private static func one(_ scalar: Unicode.Scalar) -> Equivalent { Equivalent(first: Int32(scalar.value), second: -1) }

  private static func two(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Equivalent {
    Equivalent(first: Int32(first.value), second: Int32(second.value))
  }

  private static func moved(_ scalar: Int32) -> Equivalent { Equivalent(first: scalar, second: -1) }

  /// The equivalent of a scalar outside ASCII; `nil` if it has none.
  static func of(_ scalar: Int32) -> Equivalent? {
    switch scalar >> 8 {
    case 0x00...0x02, 0x1D, 0x1E, 0x2C, 0xA7: latin(scalar) ?? punctuation(scalar)
    case 0x03, 0x1F, 0x20, 0x22, 0x2E, 0xFE: punctuation(scalar)
    case 0x04: cyrillic(scalar)
    case 0x05: hebrew(scalar) ?? punctuation(scalar)
    case 0x06: arabic(scalar) ?? digit(scalar)
    case 0x21, 0x24, 0x27: enclosed(scalar)
    case 0x30: kana(scalar) ?? punctuation(scalar)
    case 0x31...0xA5, 0xAC...0xD7: nil  // Ideographs and Hangul.
    case 0xA6, 0x07...0x1C, 0xA8...0xAB, 0x104...0x1E9: digit(scalar)
    case 0x1F1: enclosed(scalar)
    default: nil
    }
  }

  // MARK: Letters

  private static func latin(_ scalar: Int32) -> Equivalent? {
    switch scalar {
    case 0x23A, 0x1D00: .one("A")  // Ⱥ ᴀ
    case 0x1D8F, 0x2C65: .one("a")  // ᶏ ⱥ
    case 0x181, 0x182, 0x243, 0x299, 0x1D03: .one("B")  // Ɓ Ƃ Ƀ ʙ ᴃ
    case 0x180, 0x183, 0x253, 0x1D6C, 0x1D80: .one("b")  // ƀ ƃ ɓ ᵬ ᶀ
    case 0x187, 0x23B, 0x1D04, 0xA792: .one("C")  // Ƈ Ȼ ᴄ Ꞓ
    case 0x188, 0x23C, 0x255, 0xA793: .one("c")  // ƈ ȼ ɕ ꞓ
    case 0xD0, 0x110, 0x189...0x18B, 0x1D05, 0x1D06, 0xA779: .one("D")  // Ð Đ Ɖ Ɗ Ƌ ᴅ ᴆ Ꝺ
    case 0xF0, 0x111, 0x18C, 0x221, 0x256, 0x257, 0x1D6D, 0x1D81, 0x1D91, 0xA771, 0xA77A: .one("d")  // ð đ ƌ ȡ ɖ ɗ ᵭ ᶁ ᶑ ꝱ ꝺ
    case 0x190, 0x246, 0x1D07: .one("E")  // Ɛ Ɇ ᴇ
    case 0x247, 0x25B, 0x1D92, 0x1D93, 0x2C78: .one("e")  // ɇ ɛ ᶒ ᶓ ⱸ
    case 0x191, 0xA730, 0xA77B: .one("F")  // Ƒ ꜰ Ꝼ
    case 0x192, 0x1D6E, 0x1D82, 0xA77C: .one("f")  // ƒ ᵮ ᶂ ꝼ
    case 0x193, 0x1E4, 0x262, 0x29B, 0xA7A0: .one("G")  // Ɠ Ǥ ɢ ʛ Ꞡ
    case 0x1E5, 0x260, 0x261, 0x1D83, 0xA7A1: .one("g")  // ǥ ɠ ɡ ᶃ ꞡ
    case 0x126, 0x29C, 0x2C67, 0xA7AA: .one("H")  // Ħ ʜ Ⱨ Ɦ
    case 0x127, 0x266, 0x267, 0x2C68: .one("h")  // ħ ɦ ɧ ⱨ
    case 0x196, 0x197, 0x26A, 0x1D7B: .one("I")  // Ɩ Ɨ ɪ ᵻ
    case 0x131, 0x268, 0x269, 0x1D96: .one("i")  // ı ɨ ɩ ᶖ
    case 0x248, 0x1D0A: .one("J")  // Ɉ ᴊ
    case 0x237, 0x249, 0x25F, 0x29D: .one("j")  // ȷ ɉ ɟ ʝ
    case 0x198, 0x1D0B, 0x2C69, 0xA740, 0xA742, 0xA744, 0xA7A2: .one("K")  // Ƙ ᴋ Ⱪ Ꝁ Ꝃ Ꝅ Ꞣ
    case 0x199, 0x1D84, 0x2C6A, 0xA741, 0xA743, 0xA745, 0xA7A3: .one("k")  // ƙ ᶄ ⱪ ꝁ ꝃ ꝅ ꞣ
    case 0x141, 0x23D, 0x29F, 0x1D0C, 0x2C60, 0x2C62, 0xA746, 0xA748: .one("L")  // Ł Ƚ ʟ ᴌ Ⱡ Ɫ Ꝇ Ꝉ
    case 0x142, 0x19A, 0x234, 0x26B...0x26D, 0x1D85, 0x2C61, 0xA747, 0xA749, 0xA772: .one("l")  // ł ƚ ȴ ɫ ɬ ɭ ᶅ ⱡ ꝇ ꝉ ꝲ
    case 0x1D0D, 0x2C6E: .one("M")  // ᴍ Ɱ
    case 0x271, 0x1D6F, 0x1D86, 0xA773: .one("m")  // ɱ ᵯ ᶆ ꝳ
    case 0x14A, 0x19D, 0x274, 0xA790, 0xA7A4: .one("N")  // Ŋ Ɲ ɴ Ꞑ Ꞥ
    case 0x14B, 0x19E, 0x235, 0x272, 0x273, 0x1D70, 0x1D87, 0xA774, 0xA791, 0xA7A5: .one("n")  // ŋ ƞ ȵ ɲ ɳ ᵰ ᶇ ꝴ ꞑ ꞥ
    case 0xD8, 0x1D0F, 0xA74A, 0xA74C: .one("O")  // Ø ᴏ Ꝋ Ꝍ
    case 0xF8, 0x2C7A, 0xA74B, 0xA74D: .one("o")  // ø ⱺ ꝋ ꝍ
    case 0x1A4, 0x1D18, 0x2C63, 0xA750, 0xA752, 0xA754: .one("P")  // Ƥ ᴘ Ᵽ Ꝑ Ꝓ Ꝕ
    case 0x1A5, 0x1D71, 0x1D7D, 0x1D88, 0xA751, 0xA753, 0xA755: .one("p")  // ƥ ᵱ ᵽ ᶈ ꝑ ꝓ ꝕ
    case 0xA756, 0xA758: .one("Q")  // Ꝗ Ꝙ
    case 0x138, 0x2A0, 0xA757, 0xA759: .one("q")  // ĸ ʠ ꝗ ꝙ
    case 0x24C, 0x280, 0x2C64, 0xA776, 0xA7A6: .one("R")  // Ɍ ʀ Ɽ ꝶ Ꞧ
    case 0x24D, 0x27C...0x27E, 0x1D72, 0x1D73, 0x1D89, 0xA775, 0xA7A7: .one("r")  // ɍ ɼ ɽ ɾ ᵲ ᵳ ᶉ ꝵ ꞧ
    case 0x2C7E, 0xA731, 0xA7A8: .one("S")  // Ȿ ꜱ Ꞩ
    case 0x23F, 0x282, 0x1D74, 0x1D8A, 0x1E9C, 0x1E9D, 0xA7A9: .one("s")  // ȿ ʂ ᵴ ᶊ ẜ ẝ ꞩ
    case 0x166, 0x1AC, 0x1AE, 0x23E, 0x1D1B, 0xA786: .one("T")  // Ŧ Ƭ Ʈ Ⱦ ᴛ Ꞇ
    case 0x167, 0x1AB, 0x1AD, 0x236, 0x288, 0x1D75, 0x2C66, 0xA777, 0xA787: .one("t")  // ŧ ƫ ƭ ȶ ʈ ᵵ ⱦ ꝷ ꞇ
    case 0x244, 0x1D1C, 0x1D7E: .one("U")  // Ʉ ᴜ ᵾ
    case 0x289, 0x1D99: .one("u")  // ʉ ᶙ
    case 0x1B2, 0x1D20, 0x1EFC, 0xA75E: .one("V")  // Ʋ ᴠ Ỽ Ꝟ
    case 0x28B, 0x1D8C, 0x1EFD, 0x2C71, 0x2C74, 0xA75F: .one("v")  // ʋ ᶌ ỽ ⱱ ⱴ ꝟ
    case 0x1D21, 0x2C72: .one("W")  // ᴡ Ⱳ
    case 0x2C73: .one("w")  // ⱳ
    case 0x1D8D: .one("x")  // ᶍ
    case 0x1B3, 0x24E, 0x28F, 0x1EFE: .one("Y")  // Ƴ Ɏ ʏ Ỿ
    case 0x1B4, 0x24F, 0x1EFF: .one("y")  // ƴ ɏ ỿ
    case 0x1B5, 0x224, 0x1D22, 0x2C6B, 0x2C7F: .one("Z")  // Ƶ Ȥ ᴢ Ⱬ Ɀ
    case 0x1B6, 0x225, 0x240, 0x290, 0x291, 0x1D76, 0x1D8E, 0x2C6C: .one("z")  // ƶ ȥ ɀ ʐ ʑ ᵶ ᶎ ⱬ
    case 0xA732: .two("A", "A")  // Ꜳ
    case 0xA733: .two("a", "a")  // ꜳ
    case 0xC6, 0x1D01: .two("A", "E")  // Æ ᴁ
    case 0xE6: .two("a", "e")  // æ
    case 0xA734: .two("A", "O")  // Ꜵ
    case 0xA735: .two("a", "o")  // ꜵ
    case 0xA736: .two("A", "U")  // Ꜷ
    case 0xA737: .two("a", "u")  // ꜷ
    case 0xA738, 0xA73A: .two("A", "V")  // Ꜹ Ꜻ
    case 0xA739, 0xA73B: .two("a", "v")  // ꜹ ꜻ
    case 0xA73C: .two("A", "Y")  // Ꜽ
    case 0xA73D: .two("a", "y")  // ꜽ
    case 0x238: .two("d", "b")  // ȸ
    case 0x2A3, 0x2A5: .two("d", "z")  // ʣ ʥ
    case 0x195: .two("h", "v")  // ƕ
    case 0x1EFA: .two("L", "L")  // Ỻ
    case 0x1EFB: .two("l", "l")  // ỻ
    case 0x2AA: .two("l", "s")  // ʪ
    case 0x2AB: .two("l", "z")  // ʫ
    case 0x152, 0x276: .two("O", "E")  // Œ ɶ
    case 0x153: .two("o", "e")  // œ
    case 0x1A2: .two("O", "I")  // Ƣ
    case 0x1A3: .two("o", "i")  // ƣ
    case 0xA74E: .two("O", "O")  // Ꝏ
    case 0xA74F: .two("o", "o")  // ꝏ
    case 0x239: .two("q", "p")  // ȹ
    case 0x1E9E: .two("S", "S")  // ẞ
    case 0xDF: .two("s", "s")  // ß
    case 0xDE, 0xA764, 0xA766: .two("T", "H")  // Þ Ꝥ Ꝧ
    case 0xFE, 0x1D7A, 0xA765, 0xA767: .two("t", "h")  // þ ᵺ ꝥ ꝧ
    case 0x2A6: .two("t", "s")  // ʦ
    case 0x1D6B: .two("u", "e")  // ᵫ
    case 0xA760: .two("V", "Y")  // Ꝡ
    case 0xA761: .two("v", "y")  // ꝡ
    default: nil
    }
  }

  private static func cyrillic(_ scalar: Int32) -> Equivalent? {
    switch scalar {
    // With a stroke, a descender, a hook or an upturn.
    case 0x490, 0x492, 0x494, 0x4F6: .one("Г")  // Ґ Ғ Ҕ Ӷ
    case 0x491, 0x493, 0x495, 0x4F7: .one("г")  // ґ ғ ҕ ӷ
    case 0x496: .one("Ж")  // Җ
    case 0x497: .one("ж")  // җ
    case 0x498: .one("З")  // Ҙ
    case 0x499: .one("з")  // ҙ
    case 0x49A, 0x49C, 0x49E, 0x4A0, 0x4C3: .one("К")  // Қ Ҝ Ҟ Ҡ Ӄ
    case 0x49B, 0x49D, 0x49F, 0x4A1, 0x4C4: .one("к")  // қ ҝ ҟ ҡ ӄ
    case 0x4C5: .one("Л")  // Ӆ
    case 0x4C6: .one("л")  // ӆ
    case 0x4CD: .one("М")  // Ӎ
    case 0x4CE: .one("м")  // ӎ
    case 0x4A2, 0x4C7, 0x4C9: .one("Н")  // Ң Ӈ Ӊ
    case 0x4A3, 0x4C8, 0x4CA: .one("н")  // ң ӈ ӊ
    case 0x4E8: .one("О")  // Ө
    case 0x4E9: .one("о")  // ө
    case 0x4A6: .one("П")  // Ҧ
    case 0x4A7: .one("п")  // ҧ
    case 0x48E: .one("Р")  // Ҏ
    case 0x48F: .one("р")  // ҏ
    case 0x4AA: .one("С")  // Ҫ
    case 0x4AB: .one("с")  // ҫ
    case 0x4AC: .one("Т")  // Ҭ
    case 0x4AD: .one("т")  // ҭ
    case 0x4AE, 0x4B0: .one("У")  // Ү Ұ
    case 0x4AF, 0x4B1: .one("у")  // ү ұ
    case 0x4B2: .one("Х")  // Ҳ
    case 0x4B3: .one("х")  // ҳ
    case 0x4B6, 0x4B8, 0x4CB: .one("Ч")  // Ҷ Ҹ Ӌ
    case 0x4B7, 0x4B9, 0x4CC: .one("ч")  // ҷ ҹ ӌ
    default: nil
    }
  }

  private static func hebrew(_ scalar: Int32) -> Equivalent? {
    switch scalar {
    case 0x5F0: .two("ו", "ו")
    case 0x5F1: .two("ו", "י")
    case 0x5F2: .two("י", "י")
    default: nil
    }
  }

  private static func arabic(_ scalar: Int32) -> Equivalent? {
    switch scalar {
    // Alef with wasla, wavy hamza or high hamza.
    case 0x671, 0x672, 0x673, 0x675: .moved(0x627)
    // Teh marbuta, heh doachashmee, heh goal, teh marbuta goal and ae: heh.
    case 0x629, 0x6BE, 0x6C1, 0x6C3, 0x6D5: .moved(0x647)
    // Keheh and swash kaf: kaf.
    case 0x6A9, 0x6AA: .moved(0x643)
    // Alef maksura, Farsi yeh, yeh with tail, e and yeh barree: yeh.
    case 0x649, 0x6CC, 0x6CD, 0x6D0, 0x6D2: .moved(0x64A)
    default: nil
    }
  }

  private static func kana(_ scalar: Int32) -> Equivalent? {
    switch scalar {
    case 0x30A1...0x30F6, 0x30FD, 0x30FE: .moved(scalar - 0x60)
    default: nil
    }
  }

  // MARK: Digits

  /// The zeros of the scripts. Nine digits follow each.
  private static let zeros: [UInt32] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0,
    0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50,
    0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950,
  ]

  private static func digit(_ scalar: Int32) -> Equivalent? {
    let zeros = zeros.span
    var (low, high) = (0, zeros.count)
    while low < high {
      let middle = (low + high) / 2
      if zeros[middle] > UInt32(bitPattern: scalar) { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return nil }
    let value = scalar - Int32(bitPattern: zeros[low - 1])
    return value < 10 ? moved(0x30 + value) : nil
  }

  /// Digits and letters in circles, in parentheses, or before a full stop.
  private static func enclosed(_ scalar: Int32) -> Equivalent? {
    switch scalar {
    case 0x215F: one("1")  // ⅟
    case 0x2474...0x2487: number(scalar - 0x2474 + 1)  // ⑴ ⑵
    case 0x2488...0x249B: number(scalar - 0x2488 + 1)  // ⒈ ⒉
    case 0x249C...0x24B5: moved(0x61 + scalar - 0x249C)  // ⒜ ⒝
    case 0x24EB...0x24F4: number(scalar - 0x24EB + 11)  // ⓫ ⓬
    case 0x24F5...0x24FE: number(scalar - 0x24F5 + 1)  // ⓵ ⓶
    case 0x24FF: one("0")  // ⓿
    case 0x2776...0x277F: number(scalar - 0x2776 + 1)  // ❶ ❷
    case 0x2780...0x2789: number(scalar - 0x2780 + 1)  // ➀ ➁
    case 0x278A...0x2793: number(scalar - 0x278A + 1)  // ➊ ➋
    case 0x1F110...0x1F129: moved(0x41 + scalar - 0x1F110)  // 🄐 🄑
    default: nil
    }
  }

  private static func number(_ value: Int32) -> Equivalent {
    value < 10 ? moved(0x30 + value) : Equivalent(first: 0x30 + value / 10, second: 0x30 + value % 10)
  }

  // MARK: Punctuation

  private static func punctuation(_ scalar: Int32) -> Equivalent? {
    switch scalar {
    // Apostrophes, single quotation marks, primes, and letters and accents that are written for them.
    case 0xB4, 0x2B9, 0x2BB...0x2BF, 0x2C8, 0x2CA, 0x2CB, 0x374, 0x55A, 0x5F3, 0x1FBD, 0x1FBF, 0x1FFD, 0x1FFE, 0x2018...0x201B,
      0x2032, 0x2035, 0x2039, 0x203A:
      one("'")
    // Double quotation marks and primes.
    case 0xAB, 0xBB, 0x2BA, 0x2EE, 0x5F4, 0x201C...0x201F, 0x2033, 0x2036, 0x301D...0x301F: one("\"")
    // Hyphens, dashes and minus signs.
    case 0x58A, 0x5BE, 0x2010...0x2015, 0x2043, 0x2212, 0x2E3A, 0x2E3B, 0x30A0, 0xFE58, 0xFE63: one("-")
    // Spaces of other widths, and separators of lines and paragraphs.
    case 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: one(" ")
    // Slashes: the first separates the digits of ½.
    case 0x2044, 0x2215: one("/")
    // Hyphenation point: the middle dot of Catalan.
    case 0x2027: one("·")
    default: nil
    }
  }
}
