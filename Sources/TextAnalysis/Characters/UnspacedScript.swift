// SPDX-License-Identifier: Apache-2.0

/// Whether a letter belongs to a script without spaces between words: Han, kana, Thai, Lao, Khmer,
/// Myanmar and the Tai scripts. ``WordBreaker`` finds their words with dictionaries.
func isUnspaced(_ letter: UInt32) -> Bool {
  switch letter {
  case 0x0E00...0x0EFF,  // Thai, Lao
    0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Myanmar
    0x1780...0x17FF,  // Khmer
    0x1950...0x19DF, 0x1A20...0x1AAF, 0xAA80...0xAADF,  // Tai Le, New Tai Lue, Tai Tham, Tai Viet
    0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B,  // Han radicals, marks and numerals
    0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD,  // Han
    0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D, 0x1AFF0...0x1B16F:  // Kana
    true
  default:
    false
  }
}

/// Whether a scalar is a Hangul syllable, or a consonant that begins one. In Korean, spaces separate groups of
/// words, and compounds have none.
func isHangulSyllable(_ scalar: UInt32) -> Bool {
  (0xAC00...0xD7A3).contains(scalar) || (0x1100...0x115F).contains(scalar) || (0xA960...0xA97C).contains(scalar)
}
