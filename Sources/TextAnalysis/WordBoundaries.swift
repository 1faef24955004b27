/// The places in a text that are not inside a token: where a word or a part of one can begin and end.
///
/// The same cuts as ``Tokenizer``'s. Next to a character that is no letter or digit, every place is a boundary.
@safe enum WordBoundaries {
  /// Decided from the bytes around a place: nothing is computed beforehand.
  case ascii(UnsafeBufferPointer<UInt8>)

  /// Decided beforehand, for each place of a folded text.
  case marked([Place])

  enum Place {
    case boundary
    case insideWord
    /// Inside a word of a script without spaces, whose ends only a dictionary knows.
    case insideUnspacedWord
  }

  /// Whether words can be found at `range`: it must begin at a boundary, or lie inside one word of a script without spaces.
  func permitBeginning(_ range: Range<Int>) -> Bool {
    switch self {
    case .ascii(let bytes):
      unsafe Self.isBoundary(range.lowerBound, in: bytes)
    case .marked(let places):
      places[range.lowerBound] == .boundary
        || places[range.lowerBound] == .insideUnspacedWord && !places[range].contains(.boundary)
    }
  }

  /// Whether words can be found at `range`, of which only the end is looked at: a boundary, or inside a word of a script without spaces.
  func permitEnd(_ range: Range<Int>) -> Bool {
    switch self {
    case .ascii(let bytes): unsafe Self.isBoundary(range.upperBound, in: bytes)
    case .marked(let places): places[range.upperBound] != .insideWord
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
    var places: [Place] = []
    var done = 0
    Tokenizer.forEachToken(in: bytes) { surface, token in
      guard token.width == 1 else { return }
      foldUTF8(bytes.extracting(done..<token.range.lowerBound), folding, into: &folded)
      places.append(contentsOf: repeatElement(.boundary, count: folded.count - places.count))
      foldUTF8(surface, folding, into: &folded)
      if folded.count > places.count {
        places.append(.boundary)
        let inside = isUnspacedWord(surface) ? Place.insideUnspacedWord : .insideWord
        places.append(contentsOf: repeatElement(inside, count: folded.count - places.count))
      }
      done = token.range.upperBound
    }
    foldUTF8(bytes.extracting(done...), folding, into: &folded)
    places.append(contentsOf: repeatElement(.boundary, count: folded.count + 1 - places.count))
    return .marked(places)
  }

  private static func isUnspacedWord(_ word: Span<UInt8>) -> Bool {
    unsafe word.withUnsafeBufferPointer { unsafe ScalarKind(DecodedScalar($0, at: 0).value) == .unspaced }
  }
}
