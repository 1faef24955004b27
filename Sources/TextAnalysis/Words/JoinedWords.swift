// SPDX-License-Identifier: Apache-2.0

/// Words that are joined by inner marks, such as `don't` and `rock'n'roll`; see ``InnerMark``.
///
/// As for words of several parts, they have at most ``Tokenizer/maximumCompoundLength`` bytes and
/// ``Tokenizer/maximumParts`` parts in all.
struct JoinedWords {
  let end: Int
  let partCount: Int

  /// What the words at an offset are.
  enum Reading {
    case single
    case joined(JoinedWords)
    /// Later bytes determine it.
    case undecided
  }

  /// Reads the words that are joined to `word`.
  static func read(behind word: Word, in bytes: UnsafeBufferPointer<UInt8>, isFinal: Bool) -> Reading {
    var (end, partCount) = (word.end, word.partCount)
    let limit = word.start + Tokenizer.maximumCompoundLength
    while end < bytes.count, unsafe InnerMark.mayBegin(with: bytes[end]), unsafe InnerMark.endsWithLetter(bytes, at: end) {
      let mark = unsafe DecodedScalar(bytes, at: end)
      if mark.isTruncated { return isFinal ? finished(word, end, partCount) : .undecided }
      guard mark.isValid, InnerMark.contains(mark.value) else { break }
      let start = end + mark.stride
      guard start < limit else { return .single }
      guard start < bytes.count, unsafe !DecodedScalar(bytes, at: start).isTruncated else {
        return isFinal ? finished(word, end, partCount) : .undecided
      }
      guard unsafe InnerMark.beginsWithLetter(bytes, at: start) else { break }
      guard let next = unsafe Word(bytes, at: start, isFinal: isFinal || bytes.count > limit + 4) else { return .undecided }
      (end, partCount) = (next.end, partCount + next.partCount)
      guard end <= limit, partCount <= Tokenizer.maximumParts else { return .single }
    }
    // The mark behind the last word may not be complete.
    return finished(word, end, partCount)
  }

  private static func finished(_ word: Word, _ end: Int, _ partCount: Int) -> Reading {
    end > word.end ? .joined(JoinedWords(end: end, partCount: partCount)) : .single
  }

  /// Number of parts of the words of a token's surface form.
  static func partCount(of surface: UnsafeBufferPointer<UInt8>) -> Int {
    guard let word = unsafe Word(surface, at: 0, isFinal: true) else { return 1 }
    if word.end < surface.count, case .joined(let words) = unsafe read(behind: word, in: surface, isFinal: true) { return words.partCount }
    return word.partCount
  }
}
