// SPDX-License-Identifier: Apache-2.0

/// The signs that are part of names such as `C++`, `C#`, `GPLv2+` and `.NET`.
///
/// After a word of at most ``Tokenizer/maximumCompoundLength`` bytes, the signs are `++` or `#`,
/// unless an ASCII letter follows (`page.html#top`), or `+`, unless an ASCII letter or digit
/// follows (`a+b`). Longer sequences of such characters are not signs.
///
/// Before a word, only the full stop of `.NET` is a sign, in upper or lower case, unless an ASCII
/// letter, a digit or another full stop precedes it (`example.net`). If this applied to all words,
/// every member name in source code, such as `.map`, would become a token.
struct WordSigns {
  /// Whether the word has a full stop before it.
  let hasStop: Bool

  /// The number of bytes of signs after the word: 0, 1 or 2.
  let trailingCount: Int

  /// Whether the bytes around a word may be signs. Nearly every word fails this quick test.
  @inline(__always)
  static func mayAdjoin(_ word: Word, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if word.end < bytes.count, unsafe isTrailing(bytes[word.end]) { return true }
    return word.end &- word.start == 3 && word.start > 0 && (unsafe bytes[word.start &- 1] == UInt8(ascii: "."))
  }

  /// Reads the signs around a word.
  ///
  /// Returns `nil` if later bytes determine the signs.
  ///
  /// - Parameter previous: The byte before `bytes`.
  init?(of word: Word, in bytes: UnsafeBufferPointer<UInt8>, behind previous: UInt8, isFinal: Bool) {
    var end = word.end
    while end < bytes.count, end - word.end <= Self.maximumCount, unsafe Self.isTrailing(bytes[end]) { end += 1 }
    guard isFinal || end < bytes.count || end - word.end > Self.maximumCount else { return nil }
    // Longer words are encoded data.
    let isName = word.isToken && word.end - word.start <= Tokenizer.maximumCompoundLength
    let signs = unsafe UnsafeBufferPointer(rebasing: bytes[word.end..<end])
    let next = unsafe end < bytes.count ? bytes[end] : UInt8(ascii: " ")
    trailingCount = unsafe isName && Self.areName(signs, before: next) ? signs.count : 0
    hasStop = unsafe Self.isNET(word, in: bytes, behind: previous)
  }

  private static let maximumCount = 2

  private static func areName(_ signs: UnsafeBufferPointer<UInt8>, before next: UInt8) -> Bool {
    let isSingle = signs.count == 1
    let isPlus = unsafe signs.allSatisfy { $0 == UInt8(ascii: "+") }
    guard isSingle || signs.count == maximumCount && isPlus else { return false }
    return !ASCII.isLetter(next) && !(isSingle && isPlus && ASCII.isDigit(next))
  }

  private static func isNET(_ word: Word, in bytes: UnsafeBufferPointer<UInt8>, behind previous: UInt8) -> Bool {
    let start = word.start
    guard start > 0, word.end - start == 3, word.partCount == 1, unsafe bytes[start - 1] == UInt8(ascii: ".") else { return false }
    guard unsafe ASCII.lowercased(bytes[start]) == UInt8(ascii: "n"), unsafe ASCII.lowercased(bytes[start + 1]) == UInt8(ascii: "e"),
      unsafe ASCII.lowercased(bytes[start + 2]) == UInt8(ascii: "t")
    else { return false }
    let before = unsafe start > 1 ? bytes[start - 2] : previous
    return !ASCII.isWordByte(before) && before != UInt8(ascii: ".")
  }

  @inline(__always)
  private static func isTrailing(_ byte: UInt8) -> Bool {
    // `+` and `#` differ in one bit.
    byte | 0x08 == UInt8(ascii: "+")
  }

  /// Whether a token's surface form has signs. If so, the word without them is another token.
  static func areIn(_ surface: Span<UInt8>) -> Bool {
    ASCII.isSeparator(surface[0]) || ASCII.isSeparator(surface[surface.count - 1])
  }

  /// Whether words, joined words and their signs end before `byte`, and none begins with it.
  @inline(__always)
  static func endBefore(_ byte: UInt8) -> Bool {
    ASCII.isSeparator(byte) && !isTrailing(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "'")
  }
}
