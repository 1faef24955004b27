// SPDX-License-Identifier: Apache-2.0

/// The differences that a comparison ignores.
///
/// Comparisons always ignore the difference between canonically equivalent texts (composed and
/// decomposed `é`, the Kelvin sign and `K`). The options only extend this: texts that are equal
/// under a folding are equal under every folding that contains it. An index that groups words under
/// ``all`` can therefore answer any narrower comparison within one group.
package struct Folding: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a folding that ignores the given differences.
  package init(case ignoresCase: Bool, diacritics ignoresDiacritics: Bool) {
    rawValue = (ignoresCase ? Folding.case.rawValue : 0) | (ignoresDiacritics ? Folding.diacritics.rawValue : 0)
  }

  /// Ignores letter case, character width and invisible characters, in every script.
  ///
  /// - Case is Unicode's full case folding, independent of language: `ß` = `ss` = `SS`, `ﬁ` = `fi`,
  ///   `ς` = `σ` = `Σ`. One exception: the Greek iota subscript stays a mark and does not become a
  ///   letter; otherwise `ᾳ` would equal `αι` here and `α` under ``diacritics``.
  /// - Turkish: `I` = `i`. `İ` equals `i` with a dot above, and therefore `i` only if diacritics
  ///   are ignored too; the same applies to `ı`.
  /// - Width: `ＡＢＣ` = `abc`, `ｶﾞ` = `ガ`.
  /// - Invisible (default-ignorable) characters, such as the soft hyphen, joiners and variation
  ///   selectors, are ignored.
  package static let `case` = Folding(rawValue: 1)

  /// Ignores accents, points and strokes, and all differences between letters, digits and signs that
  /// people take for the same.
  ///
  /// - These marks are removed: combining marks around a letter (combining classes 200–240),
  ///   overlays (1), nuktas (7), Hebrew, Arabic and Syriac points (10–36), and the Arabic tatweel.
  ///   Thus `أ` = `ا`.
  /// - These marks are kept, because they are part of the spelling: vowel signs, viramas (9), the
  ///   voicing marks of kana (8: `が` ≠ `か`), Thai and Lao vowels and tones (103–122), and Tibetan
  ///   vowels.
  /// - ``Equivalent`` lists the rest and its sources: `ø` = `o`, `æ` = `ae`, `œ` = `oe`, `þ` = `th`, `ß` = `ss`,
  ///   digits of all scripts, `²` = `2`, `½` = `1/2`, `№` = `No`, `ي` = `ى`, `ґ` = `г`, `カ` = `か`, and all
  ///   apostrophes, quotation marks, dashes and spaces.
  package static let diacritics = Folding(rawValue: 2)

  /// The widest folding. Indexes group words under it.
  package static let all: Folding = [.case, .diacritics]

  /// Folds as version 1 of the folding did: without ``Equivalent``, except that letters lose their strokes.
  /// For segments whose words have not been folded again yet; see ``version``.
  package static let earlier = Folding(rawValue: 4)

  /// The version of the folding, including the division into tokens, that segments record. If it differs
  /// from that of a segment, the segment's words and values are folded again when the store is quiet.
  ///
  /// 1: accents, strokes and width.
  /// 2: ``Equivalent``; tokens without apostrophes and of inner words; runs of Hangul.
  package static let version: UInt8 = 2

  /// The widest folding of the same version.
  package var widest: Folding { union(.all) }

  /// Whether ``Equivalent`` applies.
  package var usesEquivalents: Bool { contains(.diacritics) && !contains(.earlier) }
}
