/// What a comparison ignores, beyond what it always ignores.
///
/// Always ignored: the difference between canonically equivalent spellings (composed and decomposed `é`, the Kelvin sign and `K`). The
/// options only ever widen: texts that are equal under a folding are equal under every folding that contains it, so an index that groups
/// words under ``all`` can answer any narrower comparison by looking inside one group.
package struct Folding: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// What to ignore.
  package init(case ignoresCase: Bool, diacritics ignoresDiacritics: Bool) {
    rawValue = (ignoresCase ? Folding.case.rawValue : 0) | (ignoresDiacritics ? Folding.diacritics.rawValue : 0)
  }

  /// Ignores letter case, character width and invisible characters, in every script.
  ///
  /// - Case is Unicode's full case folding, without a language: `ß` = `ss` = `SS`, `ﬁ` = `fi`, `ς` = `σ` = `Σ`. One departure: the Greek
  ///   iota subscript stays a mark and does not become a letter (else `ᾳ` would equal `αι` here and `α` under ``diacritics``).
  /// - Turkish: `I` = `i`; `İ` equals `i` with a dot above, hence `i` only when diacritics are ignored too; likewise `ı`.
  /// - Width: `ＡＢＣ` = `abc`, `ｶﾞ` = `ガ`.
  /// - Invisible (default-ignorable) characters such as the soft hyphen, the joiners and variation selectors count for nothing.
  package static let `case` = Folding(rawValue: 1)

  /// Ignores accents, points and strokes.
  ///
  /// - Removed are the combining marks placed around a letter (combining classes 200–240), overlays (1), nuktas (7), and Hebrew, Arabic and
  ///   Syriac points (10–36); also the Arabic tatweel. Thus `أ` = `ا`.
  /// - Kept, because they are spelling and not decoration: vowel signs, viramas (9), the voicing marks of kana (8: `が` ≠ `か`), Thai and Lao
  ///   vowels and tones (103–122), and Tibetan vowels.
  /// - Letters with a stroke have no canonical decomposition; those Latin ones in ``letterWithoutStroke(_:)`` equal their plain letter (`ø`
  ///   = `o`, `ł` = `l`, `đ` = `d`, and dotless `ı` = `i`). `æ`, `œ`, `ð` and `þ` are letters of their own.
  package static let diacritics = Folding(rawValue: 2)

  /// The widest folding: what an index groups words under.
  package static let all: Folding = [.case, .diacritics]
}
