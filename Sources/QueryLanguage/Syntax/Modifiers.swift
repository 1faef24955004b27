// SPDX-License-Identifier: Apache-2.0

/// The letters after a value: `"paris"cdw`.
package struct Modifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `c`
  package static let ignoringCase = Modifiers(rawValue: 1 << 0)
  /// `d`
  package static let ignoringDiacritics = Modifiers(rawValue: 1 << 1)
  /// `w`: the value begins and ends at word boundaries.
  package static let words = Modifiers(rawValue: 1 << 2)
  /// `t`: compares with the words of the attribute instead of its whole text.
  package static let tokens = Modifiers(rawValue: 1 << 3)
  /// `s`: written by Finder's saved searches; has no effect.
  package static let saved = Modifiers(rawValue: 1 << 4)

  /// `g`: `?` and `[…]` in the value are shell wildcards, and the whole attribute must match. An
  /// extension of Apple's language.
  package static let shell = Modifiers(rawValue: 1 << 5)
  /// `p`: the attribute is a path. Of the wildcards in the value, only a star at its beginning
  /// matches slashes. An extension of Apple's language.
  package static let path = Modifiers(rawValue: 1 << 6)

  private static let letters: [(UInt8, Modifiers)] = [
    (UInt8(ascii: "c"), .ignoringCase), (UInt8(ascii: "d"), .ignoringDiacritics), (UInt8(ascii: "w"), .words),
    (UInt8(ascii: "t"), .tokens), (UInt8(ascii: "s"), .saved), (UInt8(ascii: "g"), .shell), (UInt8(ascii: "p"), .path),
  ]

  /// The modifier for a letter; `nil` if the letter has no known meaning.
  static func named(_ letter: UInt8) -> Modifiers? {
    letters.first { $0.0 == letter }?.1
  }
}

extension Modifiers: CustomStringConvertible {
  package var description: String {
    String(decoding: Self.letters.lazy.filter { contains($0.1) }.map(\.0), as: UTF8.self)
  }
}
