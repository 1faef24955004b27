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

  /// - Parameter scalar: A scalar outside ASCII.
  init(_ scalar: UInt32) {
    let category = unsafe utf8proc_category_t(rawValue: UInt32(utf8proc_get_property(Int32(scalar)).pointee.category))
    switch category {
    case UTF8PROC_CATEGORY_LL: self = .lowercase
    case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LT: self = .uppercase
    case UTF8PROC_CATEGORY_ND: self = .digit
    case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME: self = .mark
    // The zero-width space separates words; other format characters do not.
    case UTF8PROC_CATEGORY_CF: self = scalar == 0x200B ? .separator : .mark
    case UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_LM, UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO:
      if scalar == 0xFF9E || scalar == 0xFF9F {
        self = .mark  // Half-width voicing marks are spelled as letters.
      } else {
        self = isUnspaced(scalar) ? .unspaced : .letter
      }
    default: self = .separator
    }
  }
}
