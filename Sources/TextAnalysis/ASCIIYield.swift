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
    0, 0, 0, 0xBF7EFFBF3F7EFFBF, 0x7EF3FFFFFFFFFFFF, 0x7FFFFFFFFFF3F1FE, 0x61800304800001, 0xCF313FF3DFFFE000, 0x3C8FFFC0CFFFFFFF,
    0x1000000F3C8, 0, 0, 0xFFFFFFFFFFFFFFFF, 0x4000FFFFFFFF7FFF, 0, 0, 0, 0, 0xF8, 0, 0, 0, 0xBFFFFFFFFFFE0000, 0xB6, 0x7FF0000,
    0x10000FFFFF801, 0, 0x3D9F9FC00000, 0xFFFF000000020000, 0x7FF, 0, 0x200FF80000000000, 0xD00515FF00000000, 0x8FA9BF1480002005,
    0x8A000000000218, 0x1, 0, 0, 0, 0, 0, 0, 0xC582E000000, 0, 0, 0, 0, 0x100100000000000, 0x68430000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0,
    // Case and diacritics.
    0, 0, 0x200000000000, 0xBF7EFFBFBF7EFFBF, 0x7EF3FFFFFFFFFFFF, 0xFFFFFFFFFFF3F3FE, 0x61800304800001, 0xCF313FF3DFFFE000,
    0x3C8FFFC0CFFFFFFF, 0x1000000F3C8, 0, 0, 0xFFFFFFFFFFFFFFFF, 0x4000FFFFFFFFFFFF, 0, 0, 0, 0, 0xF8, 0, 0, 0, 0xBFFFFFFFFFFE0000, 0xB6,
    0x17FF0000, 0x10000FFFFF801, 0, 0x3D9F9FC00000, 0xFFFF000000020000, 0x7FF, 0, 0x200FF80000000000, 0xD00515FF00000000,
    0x8FA9BF15C0002025, 0x8A00000000021B, 0x21, 0, 0, 0, 0, 0, 0, 0xC582E000000, 0, 0, 0, 0, 0xF900100000000000, 0x68430000, 0, 0,
    0x100000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
}
