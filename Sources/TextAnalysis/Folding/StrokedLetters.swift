// SPDX-License-Identifier: Apache-2.0

/// The plain letter of a Latin letter with a stroke or without its dot; other scalars are
/// unchanged.
///
/// Only for ``Folding/earlier``; ``Equivalent`` replaces it. Unicode does not decompose these letters.
func letterWithoutStroke(_ scalar: Int32) -> Int32 {
  guard scalar >= 0xD8 else { return scalar }
  let plain: Unicode.Scalar
  switch scalar {
  case 0xD8: plain = "O"  // Ø
  case 0xF8: plain = "o"  // ø
  case 0x110: plain = "D"  // Đ
  case 0x111: plain = "d"  // đ
  case 0x126: plain = "H"  // Ħ
  case 0x127: plain = "h"  // ħ
  case 0x131: plain = "i"  // ı
  case 0x141: plain = "L"  // Ł
  case 0x142: plain = "l"  // ł
  case 0x166: plain = "T"  // Ŧ
  case 0x167: plain = "t"  // ŧ
  case 0x180: plain = "b"  // ƀ
  case 0x197: plain = "I"  // Ɨ
  case 0x19A: plain = "l"  // ƚ
  case 0x1B5: plain = "Z"  // Ƶ
  case 0x1B6: plain = "z"  // ƶ
  case 0x1E4: plain = "G"  // Ǥ
  case 0x1E5: plain = "g"  // ǥ
  case 0x237: plain = "j"  // ȷ
  case 0x23A: plain = "A"  // Ⱥ
  case 0x23B: plain = "C"  // Ȼ
  case 0x23C: plain = "c"  // ȼ
  case 0x23D: plain = "L"  // Ƚ
  case 0x243: plain = "B"  // Ƀ
  case 0x246: plain = "E"  // Ɇ
  case 0x247: plain = "e"  // ɇ
  case 0x248: plain = "J"  // Ɉ
  case 0x249: plain = "j"  // ɉ
  case 0x24C: plain = "R"  // Ɍ
  case 0x24D: plain = "r"  // ɍ
  case 0x24E: plain = "Y"  // Ɏ
  case 0x24F: plain = "y"  // ɏ
  case 0x268: plain = "i"  // ɨ
  case 0x1D7D: plain = "p"  // ᵽ
  case 0x2C63: plain = "P"  // Ᵽ
  case 0x2C65: plain = "a"  // ⱥ
  case 0xA740: plain = "K"  // Ꝁ
  case 0xA741: plain = "k"  // ꝁ
  default: return scalar
  }
  return Int32(plain.value)
}
