// SPDX-License-Identifier: Apache-2.0

/// The positions in a text that are not inside a token, where a word or part of one can begin or
/// end.
///
/// They are the boundaries of ``Tokenizer``, and also those between letters and digits, because
/// people search for names such as `IMG2034` by number. Next to a character that is not a letter or
/// digit, every position is a boundary.
@safe enum WordBoundaries {
  /// Determined from the adjacent bytes, without precomputation.
  case ascii(UnsafeBufferPointer<UInt8>)

  /// Precomputed for each position of a folded text.
  case marked([OffsetKind])

  enum OffsetKind {
    case boundary
    case insideWord
    /// Inside a word of a script without spaces, whose ends are determined by a dictionary.
    case insideUnspacedWord
  }

  /// Whether a match at `range` can begin there: at a boundary, or inside one word of a script
  /// without spaces that contains the whole range.
  func permitBeginning(_ range: Range<Int>) -> Bool {
    switch self {
    case .ascii(let bytes):
      unsafe Self.isBoundary(range.lowerBound, in: bytes) || Self.beginsBehindCapitals(range, in: bytes)
    case .marked(let kinds):
      kinds[range.lowerBound] == .boundary
        || kinds[range.lowerBound] == .insideUnspacedWord && !kinds[range].contains(.boundary)
    }
  }

  /// Whether a match at `range` can end there: at a boundary, or inside a word of a script without
  /// spaces.
  func permitEnd(_ range: Range<Int>) -> Bool {
    switch self {
    case .ascii(let bytes): unsafe Self.isBoundary(range.upperBound, in: bytes)
    case .marked(let kinds): kinds[range.upperBound] != .insideWord
    }
  }

  private static func isBoundary(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index > 0, index < bytes.count else { return true }
    let next = unsafe bytes[index]
    let before = unsafe bytes[index - 1]
    guard ASCII.isWordByte(next), ASCII.isWordByte(before), ASCII.isDigit(next) == ASCII.isDigit(before) else { return true }
    return ASCII.isUppercase(next) && !ASCII.isUppercase(before)
  }

  /// Whether a range begins with the last word of a run of capitals and continues in the next part, as
  /// `HttpRequest` in `XMLHttpRequest`. `Window` in `NSWindow` does not.
  private static func beginsBehindCapitals(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = range.lowerBound
    guard range.count > 3, start > 0, unsafe ASCII.isUppercase(bytes[start]), unsafe ASCII.isUppercase(bytes[start - 1]) else {
      return false
    }
    var index = start + 1
    while index < range.upperBound, unsafe ASCII.isLetter(bytes[index]), unsafe !ASCII.isUppercase(bytes[index]) { index += 1 }
    return index > start + 2 && index < range.upperBound && (unsafe ASCII.isUppercase(bytes[index]))
  }

  /// Folds `bytes` into `folded`, which must be empty, and marks the boundaries in the folded text.
  static func marking(_ bytes: Span<UInt8>, _ folding: Folding, folded: inout [UInt8]) -> WordBoundaries {
    var kinds: [OffsetKind] = []
    var done = 0
    Tokenizer.forEachToken(in: bytes) { surface, token in
      guard token.width == 1, !WordSigns.areIn(surface) else { return }
      foldUTF8(bytes.extracting(done..<token.range.lowerBound), folding, into: &folded)
      kinds.append(contentsOf: repeatElement(.boundary, count: folded.count - kinds.count))
      foldUTF8(surface, folding, into: &folded)
      if folded.count > kinds.count {
        kinds.append(.boundary)
        let inside = isUnspacedWord(surface) ? OffsetKind.insideUnspacedWord : .insideWord
        while kinds.count < folded.count {
          let isCut = ASCII.isDigit(folded[kinds.count]) != ASCII.isDigit(folded[kinds.count - 1])
          kinds.append(isCut ? .boundary : inside)
        }
      }
      done = token.range.upperBound
    }
    foldUTF8(bytes.extracting(done...), folding, into: &folded)
    kinds.append(contentsOf: repeatElement(.boundary, count: folded.count + 1 - kinds.count))
    return .marked(kinds)
  }

  private static func isUnspacedWord(_ word: Span<UInt8>) -> Bool {
    unsafe word.withUnsafeBufferPointer { unsafe ScalarKind(DecodedScalar($0, at: 0).value) == .unspaced }
  }
}
