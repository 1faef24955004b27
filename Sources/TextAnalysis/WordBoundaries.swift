/// The places in a text that are not inside a token: where a word or a part of one can begin and end.
///
/// The same cuts as ``Tokenizer``'s. Next to a character that is no letter or digit, every place is a boundary.
@safe enum WordBoundaries {
  /// Decided from the bytes around a place: nothing is computed beforehand.
  case ascii(UnsafeBufferPointer<UInt8>)

  /// Decided beforehand, for each place of a folded text.
  case marked([Bool])

  func contains(_ index: Int) -> Bool {
    switch self {
    case .ascii(let bytes): unsafe Self.isBoundary(index, in: bytes)
    case .marked(let places): places[index]
    }
  }

  private static func isBoundary(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index > 0, index < bytes.count else { return true }
    let next = unsafe bytes[index]
    guard ASCII.isWordByte(next), unsafe ASCII.isWordByte(bytes[index - 1]) else { return true }
    guard ASCII.isUppercase(next) else { return false }
    var before = index - 1
    while before > 0, unsafe ASCII.isDigit(bytes[before]) { before -= 1 }
    let letter = unsafe bytes[before]
    return ASCII.isLetter(letter) && !ASCII.isUppercase(letter)
  }

  /// Folds `bytes` into `folded`, which is empty, and marks the boundaries of the folded text.
  static func marking(_ bytes: Span<UInt8>, _ folding: Folding, folded: inout [UInt8]) -> WordBoundaries {
    var boundaries: [Bool] = []
    var done = 0
    Tokenizer.forEachToken(in: bytes) { surface, token in
      guard token.width == 1 else { return }
      foldUTF8(bytes.extracting(done..<token.range.lowerBound), folding, into: &folded)
      boundaries.append(contentsOf: repeatElement(true, count: folded.count - boundaries.count))
      foldUTF8(surface, folding, into: &folded)
      if folded.count > boundaries.count {
        boundaries.append(true)
        boundaries.append(contentsOf: repeatElement(false, count: folded.count - boundaries.count))
      }
      done = token.range.upperBound
    }
    foldUTF8(bytes.extracting(done...), folding, into: &folded)
    boundaries.append(contentsOf: repeatElement(true, count: folded.count + 1 - boundaries.count))
    return .marked(boundaries)
  }
}
