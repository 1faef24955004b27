// SPDX-License-Identifier: Apache-2.0

extension CharacterEncoding {
  /// The encoding of DOS or of the classic Macintosh, if `bytes` make sense in it and none in
  /// Windows-1252. uchardet does not know the Western ones.
  ///
  /// In a text of Western languages, hardly more than two accented letters follow each other. The
  /// bytes of these encodings are symbols, capital letters or nothing in Windows-1252, in the middle
  /// of words.
  ///
  /// - Returns: `nil` if Windows-1252 is plausible, or if none of the encodings is.
  static func olderWestern(in bytes: borrowing Span<UInt8>) -> CharacterEncoding? {
    guard hasShortRuns(bytes) else { return nil }
    let usual = plausibility(of: bytes, windows1252Letters)
    guard usual.average < 0.5, usual.hasMistakes else { return nil }
    let ratings = olderLetters.map { plausibility(of: bytes, $0.letters).average }
    guard let best = ratings.max(), best > 1, let index = ratings.firstIndex(of: best) else { return nil }
    return olderLetters[index].encoding
  }

  /// The plausibility of CP850.
  static func plausibilityOfCP850(_ bytes: borrowing Span<UInt8>) -> Double { plausibility(of: bytes, olderLetters[0].letters).average }

  private static let windows1252Letters = WesternLetters(of: .windows1252)
  /// If two of them are equally plausible, the first one counts.
  private static let olderLetters = ["CP850", "CP437", "MACINTOSH"].map { name in
    (encoding: CharacterEncoding.named(name), letters: WesternLetters(of: .named(name)))
  }

  /// Whether at most a quarter of the characters that are not ASCII are in runs of three and more.
  static func hasShortRuns(_ bytes: borrowing Span<UInt8>) -> Bool {
    var (count, inLongRuns, run) = (0, 0, 0)
    for index in bytes.indices {
      run = bytes[index] < 0x80 ? 0 : run + 1
      if run > 0 { count += 1 }
      if run > 2 { inLongRuns += run == 3 ? 3 : 1 }
    }
    return inLongRuns * 4 <= count
  }

  /// The average of the points of all characters that are not ASCII, and whether any of them is where
  /// none of its kind can be.
  private static func plausibility(of bytes: borrowing Span<UInt8>, _ letters: WesternLetters) -> (average: Double, hasMistakes: Bool) {
    var (points, count, hasMistakes) = (0, 0, false)
    for index in bytes.indices where bytes[index] >= 0x80 {
      count += 1
      let before = index > 0 ? letters[bytes[index - 1]] : .space
      let after = index + 1 < bytes.count ? letters[bytes[index + 1]] : .space
      let rating = letters[bytes[index]].points(after: before, before: after)
      hasMistakes = hasMistakes || rating < 0
      points += rating
    }
    return (count == 0 ? 0 : Double(points) / Double(count), hasMistakes)
  }
}

/// What each byte of an encoding means for a text in a Western language.
private struct WesternLetters {
  enum Kind {
    case small(isFrequent: Bool)
    case capital
    /// Punctuation that occurs inside words.
    case connector
    case symbol
    case space
    case invalid

    var isLetter: Bool {
      switch self {
      case .small, .capital: true
      default: false
      }
    }

    func points(after previous: Kind, before next: Kind) -> Int {
      let isInside = previous.isLetter && next.isLetter
      switch self {
      case .small(let isFrequent): return previous.isLetter || next.isLetter ? (isFrequent ? 3 : 1) : 1
      case .capital:
        if case .small = previous { return -3 }
        return 1
      case .connector: return 0
      case .symbol: return isInside ? -3 : 0
      case .space: return 0
      case .invalid: return -5
      }
    }
  }

  private let kinds: [Kind]

  init(of encoding: CharacterEncoding) {
    kinds = (0...255).map { byte in Kind(Self.character(UInt8(byte), in: encoding)) }
  }

  subscript(byte: UInt8) -> Kind { kinds[Int(byte)] }

  /// - Returns: `nil` if the encoding does not use the byte.
  private static func character(_ byte: UInt8, in encoding: CharacterEncoding) -> Unicode.Scalar? {
    if byte < 0x80 { return Unicode.Scalar(byte) }
    guard var converter = CharacterConverter(from: encoding) else { return nil }
    let bytes = [byte]
    var text = ""
    // Only the closure could throw.
    _ = try? converter.convert(bytes.span, isLast: true) { text += String(copying: $0) }
    return text.unicodeScalars.first.flatMap { $0 == "\u{FFFD}" ? nil : $0 }
  }
}

extension WesternLetters.Kind {
  fileprivate init(_ scalar: Unicode.Scalar?) {
    guard let scalar else {
      self = .invalid
      return
    }
    // Letters of other scripts are symbols here, such as π.
    let isLatin = scalar.value < 0x250
    switch scalar.properties.generalCategory {
    case .lowercaseLetter where isLatin:
      self = .small(isFrequent: scalar.value < 0x80 || "éèàçêüöäßñåøæíóáú".unicodeScalars.contains(scalar))
    case .uppercaseLetter where isLatin: self = .capital
    case .spaceSeparator, .control: self = .space
    default: self = "’'–—…·\u{AD}".unicodeScalars.contains(scalar) ? .connector : .symbol
    }
  }
}
