// SPDX-License-Identifier: Apache-2.0

/// Divides UTF-8 text into tokens.
///
/// The rules for all scripts, based on Unicode's UAX #29 but with shorter tokens:
/// 1. A *word* is a run of letters, digits and their marks. Every other character separates words:
///   spaces, symbols, and all punctuation, including `_`, `-`, `.` and the apostrophe. So
///   `paris-france.jpg` is three words, `don't` is `don` and `t` (a query is divided in the same
///   way and searches for the two next to each other; a search for `histoire` finds `l'histoire`),
///   and `3.14` is `3` and `14`. Words that apostrophes or middle dots join (``InnerMark``) are a token in
///   addition, with the limits of rule 3; folded, it has no marks, so that `dont` finds `don't`.
/// 2. A word is divided into *parts* where a lowercase letter is followed by an uppercase one:
///   `My`·`Window`·`Class`. A run of capitals does not end within a word: `NSWindow` is one part.
///   Letters and digits are not separated (`x86`, `mp3`), and digits have the case of the preceding
///   letter: `utf8String` is `utf8`·`String`, `MP3Player` is one part.
/// 3. A word of several parts is a token in addition to its parts, so that `iphone` finds `iPhone`.
///   It precedes them, at the position of the first part, and its ``Token/width`` is the number of
///   parts. What begins at a later part, or with the last letter of a run of capitals before small ones, and
///   continues in another part to the end of the word is a token, too: `UserName` in `getUserName`, `HttpRequest` in
///   `XMLHttpRequest`. This does not apply to words longer than ``maximumCompoundLength`` bytes or with more
///   than ``maximumParts`` parts: such words are encoded data (base 64), and would fill an index
///   with strings that nobody searches for.
/// 4. A run of letters of scripts without spaces is divided by dictionaries: `東京都に住んでいます` is `東京`,
///   `都`, `に`, `住`, `んで`, `い`, `ます`. The words depend on the surrounding run, of which at most
///   ``maximumUnspacedLength`` bytes are considered. A run of Hangul is one word. A digit or letter in a circle, a
///   fraction and a unit in one character are words of their own (``ScalarKind/symbol``).
/// 5. Marks and format characters belong to the preceding letter. Without one, they separate words,
///   and so do bytes that are not UTF-8.
/// 6. A word with signs is a token in addition to the word without them, at the same position:
///   `C++`, `C#`, `GPLv2+`, `.NET`. ``WordSigns`` defines the signs. In a word of several parts,
///   signs belong to the whole word and to its last part.
/// 7. A word has at most ``maximumTokenLength`` bytes; the rest is the next word. This bounds
///   memory for any text.
///
/// Feed a text in chunks of any size, then finish. The tokens do not depend on the chunks, and are
/// ordered by position. No memory is allocated per token.
package struct Tokenizer: Sendable {
  /// Maximum length of a token in bytes.
  package static let maximumTokenLength = 255

  /// Maximum length in bytes of a word that is a token in addition to its parts.
  package static let maximumCompoundLength = 64

  /// Maximum number of parts of a word that is a token in addition to its parts.
  package static let maximumParts = 8

  /// The position of the next token.
  package internal(set) var position = 0

  /// The number of bytes fed so far.
  private var offset = 0

  /// The byte before the next ones. After a letter or a digit, a full stop is not a sign.
  var previous: UInt8

  /// The end of the last chunk, if its last word may continue in the next one: at most a token with
  /// signs, or a run of a script without spaces, and a truncated scalar.
  private var carry: [UInt8] = []

  /// Whether dictionaries are used; otherwise each letter of a script without spaces, with its
  /// marks, is a word.
  let usesDictionaries: Bool

  /// Whether the rules of ``Folding/earlier`` apply.
  let isEarlier: Bool

  package init() {
    self.init(usesDictionaries: true)
  }

  /// - Parameter previous: The byte before the text.
  init(usesDictionaries: Bool, behind previous: UInt8 = UInt8(ascii: " "), isEarlier: Bool = false) {
    self.usesDictionaries = usesDictionaries
    self.isEarlier = isEarlier
    self.previous = previous
  }

  /// Emits the tokens of a whole text.
  package static func forEachToken(in text: Span<UInt8>, _ body: (_ surface: Span<UInt8>, _ token: Token) -> Void) {
    forEachToken(in: text, usesDictionaries: true, body)
  }

  static func forEachToken(
    in text: Span<UInt8>, usesDictionaries: Bool, behind previous: UInt8 = UInt8(ascii: " "), isEarlier: Bool = false,
    _ body: (_ surface: Span<UInt8>, _ token: Token) -> Void
  ) {
    var tokenizer = Tokenizer(usesDictionaries: usesDictionaries, behind: previous, isEarlier: isEarlier)
    unsafe text.withUnsafeBufferPointer { bytes in
      _ = unsafe tokenizer.cut(bytes, at: 0, isFinal: true, body)
    }
  }

  /// Emits the tokens of the next chunk of a text.
  ///
  /// - Parameter body: Called with each complete token and its bytes, which are valid during the
  ///   call.
  package mutating func feed(_ chunk: Span<UInt8>, _ body: (_ surface: Span<UInt8>, _ token: Token) -> Void) {
    unsafe chunk.withUnsafeBufferPointer { chunk in
      var start = 0
      if !carry.isEmpty {
        guard let resumed = unsafe resume(with: chunk, body) else { return }
        start = resumed
      }
      let rest = unsafe UnsafeBufferPointer(rebasing: chunk[start...])
      let consumed = unsafe cut(rest, at: offset + start, isFinal: false, body)
      unsafe carry.append(contentsOf: rest[consumed...])
      offset += chunk.count
    }
  }

  /// Emits the remaining tokens. An incomplete scalar at the end of the text counts as bytes that
  /// are not UTF-8.
  ///
  /// The tokenizer can then begin another text; offsets and positions start at 0 again.
  package mutating func finish(_ body: (_ surface: Span<UInt8>, _ token: Token) -> Void) {
    let held = carry
    unsafe held.withUnsafeBufferPointer { bytes in
      _ = unsafe cut(bytes, at: offset - bytes.count, isFinal: true, body)
    }
    self = Tokenizer(usesDictionaries: usesDictionaries, isEarlier: isEarlier)
  }

  /// Emits the word that crosses the boundary between two chunks.
  ///
  /// - Returns: The offset in the chunk at which to continue; `nil` if the whole chunk had to be
  ///   carried.
  private mutating func resume(with chunk: UnsafeBufferPointer<UInt8>, _ body: (Span<UInt8>, Token) -> Void) -> Int? {
    // Twice the maximum carry, which is enough for `cut` to get past it.
    let taken = min(chunk.count, 2 * (Self.maximumUnspacedLength + 4))
    let carried = carry.count
    var held: [UInt8] = []
    swap(&held, &carry)
    unsafe held.append(contentsOf: chunk[..<taken])
    let consumed = unsafe held.withUnsafeBufferPointer { unsafe cut($0, at: offset - carried, isFinal: false, body) }
    guard consumed < carried else { return consumed - carried }
    held.removeFirst(consumed)
    carry = held
    offset += chunk.count
    return nil
  }
}
