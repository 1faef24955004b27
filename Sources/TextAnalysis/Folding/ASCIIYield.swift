// SPDX-License-Identifier: Apache-2.0

/// Characters outside ASCII that folding may turn into ASCII or remove: `é` becomes `e`, `ß`
/// becomes `ss`, and a soft hyphen is removed.
///
/// If a text contains none of them, every run of ASCII in its folded form also occurs in the text.
/// Most text in other scripts contains none, and need not be folded to see that it does not contain
/// an ASCII word.
///
/// The table is indexed by the first two bytes of a character's UTF-8. It is exact for characters
/// of two bytes; other characters share an entry in groups of 64.
enum ASCIIYield {
  /// - Complexity: O(*n*), less than a nanosecond per byte.
  static func mayOccur(in bytes: UnsafeBufferPointer<UInt8>, _ folding: Folding) -> Bool {
    let table = table.span
    let start = Int(folding.rawValue & 3) * 64
    for index in 0..<max(0, bytes.count - 1) {
      let lead = unsafe bytes[index]
      if lead >= 0xC0, unsafe table[start + Int(lead & 0x3F)] >> UInt64(bytes[index + 1] & 0x3F) & 1 != 0 { return true }
    }
    return false
  }

  /// Indexed by folding, then by the lowest six bits of the first byte. Each bit of an element
  /// stands for a value of the lowest six bits of the second byte.
  static let table: [UInt64] = [
    // No folding.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x4000000000000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x8000000000000000,
    0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Case.
    0, 0, 0x200000000000, 0x80000000, 0x1000000000000, 0x8000000000000200, 0, 0, 0, 0, 0, 0, 0, 0x4000000000008000, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0x10000000, 0, 0, 0, 0, 0, 0, 0, 0, 0x8400000140000020, 0x13, 0x21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF900100000000000,
    0x28000000, 0, 0, 0x100000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Diacritics.
    0, 0, 0x7F1C8D0100000000, 0xFF7FFFFFFF7FFFFF, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0x7DF83F67EF1F8F, 0xFF3F3FFFDFFFFFF0,
    0xFFFFFFF2CFFFFFFF, 0x705E3FC788E8F3D9, 0xFF8F0C69BA038B05, 0x400E3F000D00, 0xFFFFFFFFFFFFFFFF, 0x4410FFFFFFFF7FFF, 0x30, 0, 0, 0, 0xF8,
    0, 0, 0x4000000, 0xFFFFFFFFFFFE0400, 0x180000000000B6, 0x7FF0000, 0x103FFFFFFF801, 0, 0x3FF3D9F9FC00000, 0xFFFF000000020000, 0x7FF, 0,
    0x200FF800000003FF, 0xDAAFBFFF00000000, 0xCFFBFFB580002007, 0x18A0200600E037F, 0xEF05, 0, 0, 0, 0, 0, 0, 0xAED8FF000000, 0, 0, 0, 0,
    0xB38A100000000000, 0xE8430000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Case and diacritics.
    0, 0, 0x7F1CAD0100000000, 0xFF7FFFFFFF7FFFFF, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0x7DF87F67EF1F8F, 0xFF7F3FFFDFFFFFF0,
    0xFFFFFFF3CFFFFFFF, 0x705E3FC788E8F3D9, 0xFF8F0C69BA038B05, 0x400E3F000D00, 0xFFFFFFFFFFFFFFFF, 0x4410FFFFFFFFFFFF, 0x30, 0, 0, 0, 0xF8,
    0, 0, 0x4000000, 0xFFFFFFFFFFFE0400, 0x180000000000B6, 0x17FF0000, 0x103FFFFFFF801, 0, 0x3FF3D9F9FC00000, 0xFFFF000000020000, 0x7FF, 0,
    0x200FF800000003FF, 0xDAAFBFFF00000000, 0xCFFBFFB5C0002027, 0x18A0200600E037F, 0xEF25, 0, 0, 0, 0, 0, 0, 0xAED8FF000000, 0, 0, 0, 0,
    0xFB8A100000000000, 0xE8430000, 0, 0, 0x100000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
}
