// SPDX-License-Identifier: Apache-2.0

internal import CUTF8Proc

/// The role of a scalar in words.
enum ScalarKind {
  /// Space, punctuation, symbol or control character; separates words.
  case separator
  case lowercase
  /// Uppercase or titlecase.
  case uppercase
  /// Has the case of the preceding character: `utf8String` is `utf8`, `String`.
  case digit
  /// A letter without case.
  case letter
  /// Belongs to the character before it: combining marks, joiners, the soft hyphen.
  case mark
  /// A letter of a script without spaces between words.
  case unspaced
  /// A word of its own: a digit or letter in a circle, a fraction, a unit in one character.
  case symbol

  /// - Parameters:
  ///   - scalar: A scalar outside ASCII.
  ///   - isEarlier: Whether to follow the rules of ``Folding/earlier``.
  init(_ scalar: UInt32, isEarlier: Bool = false) {
    self = isEarlier ? Self.earlier(scalar) : Self.present(scalar)
  }

  private static func present(_ scalar: UInt32) -> ScalarKind {
    switch scalar {
    // Modifier letters that are written as apostrophes.
    case 0x2B9...0x2BF, 0x2C8, 0x2CA, 0x2CB, 0x2EE, 0x374: .separator
    // Vowels and final consonants of Hangul syllables.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: .mark
    case 0x1100...0x115F, 0xA960...0xA97C, 0xAC00...0xD7A3: .unspaced
    case 0xBC...0xBE, 0x2100, 0x2101, 0x2103, 0x2105, 0x2106, 0x2109, 0x2116, 0x2121, 0x213B, 0x2150...0x215F, 0x2189, 0x2460...0x24FF,
      0x2776...0x2793, 0x3200...0x321E, 0x3220...0x3247, 0x3250...0x327E, 0x3280...0x33FF, 0x1F100...0x1F10A, 0x1F110...0x1F149, 0x1F190,
      0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250, 0x1F251:
      .symbol
    default: earlier(scalar)
    }
  }

  private static func earlier(_ scalar: UInt32) -> ScalarKind {
    let category = unsafe utf8proc_category_t(rawValue: UInt32(utf8proc_get_property(Int32(scalar)).pointee.category))
    switch category {
    case UTF8PROC_CATEGORY_LL: return .lowercase
    case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LT: return .uppercase
    case UTF8PROC_CATEGORY_ND: return .digit
    case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME: return .mark
    // The zero-width space separates words; other format characters do not.
    case UTF8PROC_CATEGORY_CF: return scalar == 0x200B ? .separator : .mark
    case UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_LM, UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO:
      if scalar == 0xFF9E || scalar == 0xFF9F {
        return .mark  // Half-width voicing marks are spelled as letters.
      } else {
        return isUnspaced(scalar) ? .unspaced : .letter
      }
    default: return .separator
    }
  }
}
