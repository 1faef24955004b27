// SPDX-License-Identifier: Apache-2.0

/// How probable it is that one letter follows another in a language, in bits: the less, the more probable.
struct LetterPairs: Sendable {
  /// What stands for the space before and after a word in ``bits(of:after:)``.
  static let boundary = 0
  /// A letter of ASCII in a language of another script.
  static let foreignLetter = -1
  /// A letter that the language does not have.
  static let unknownLetter = -2

  private let indices: [Unicode.Scalar: Int]
  private let count: Int
  /// The bits of each pair, by first and second letter.
  private let bits: [UInt8]
  /// Bits that every text in the language costs: the fewer texts, the more.
  let base: Double

  /// More than that of any pair that occurs.
  private static let impossible = 14

  /// The number that stands for a letter in ``bits(of:after:)``. Capital letters have none.
  func index(of letter: Unicode.Scalar) -> Int { indices[letter] ?? (letter.isASCII ? Self.foreignLetter : Self.unknownLetter) }

  /// The bits of a pair, one of which is not ASCII.
  func bits(of letter: Int, after previous: Int) -> Int {
    if letter >= 0, previous >= 0 { return Int(bits[previous * count + letter]) }
    if letter == Self.boundary || previous == Self.boundary {
      return letter == Self.unknownLetter || previous == Self.unknownLetter ? Self.impossible : 4
    }
    return Self.impossible - 1
  }

  /// The pairs of each language, by its code.
  static let all: [String: LetterPairs] = {
    var all: [String: LetterPairs] = ["th": thai]
    for table in latinTables { all[table.language] = LetterPairs(table) }
    for table in otherTables { all[table.language] = LetterPairs(table) }
    return all
  }()

  private static let rareLanguages = ["ca": 1.0, "is": 3, "mk": 2, "nl": 1, "sk": 1, "sr": 1]

  private init(letters: [Unicode.Scalar], language: String, bits: (_ first: Int, _ second: Int) -> Int) {
    indices = Dictionary(zip(letters, 1...), uniquingKeysWith: { first, _ in first })
    count = letters.count + 1
    let all = 0..<count
    self.bits = all.flatMap { first in all.map { UInt8(bits(first, $0)) } }
    base = Self.rareLanguages[language] ?? 0
  }

  private init(_ table: (language: String, letters: String, before: String, after: String)) {
    let latin = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    let (before, after) = (Array(table.before.utf8), Array(table.after.utf8))
    let letters = Array(table.letters.unicodeScalars)
    let plainCount = latin.count + 1
    self.init(letters: latin + letters, language: table.language) { first, second in
      if second >= plainCount { return Int(before[first * letters.count + second - plainCount]) - 0x61 }
      if first >= plainCount { return Int(after[(first - plainCount) * plainCount + second]) - 0x61 }
      // Such pairs are the same in all encodings.
      return 4
    }
  }

  private init(_ table: (language: String, letters: String, pairs: String)) {
    let letters = Array(table.letters.unicodeScalars)
    let pairs = Array(table.pairs.utf8)
    self.init(letters: letters, language: table.language) { first, second in Int(pairs[first * (letters.count + 1) + second]) - 0x61 }
  }

  /// Thai has no spaces between words: the frequency of the letters, and marks that stand above or below others.
  private static let thai: LetterPairs = {
    let groups: [(bits: Int, letters: String)] = [
      (4, "านรอกเง"), (5, "\u{E48}วยม\u{E49}\u{E31}\u{E35}ลทตดส\u{E34}ะคหบปแ"), (6, "พจขไ\u{E38}\u{E39}ใช\u{E4C}โผ"),
      (8, "ถ\u{E36}\u{E37}ซ\u{E47}ณ\u{E33}ศธฟภ"), (10, "ญษฉฝฐๆฎฏฮฯฤ\u{E4A}\u{E4B}ฬฌฆฑฒฅ๐๑๒๓๔๕๖๗๘๙"),
    ]
    let letters = groups.flatMap { group in group.letters.unicodeScalars.map { (letter: $0, bits: group.bits) } }
    let marks = Set("\u{E31}\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E33}".unicodeScalars)
    let vowels = Set("เแโใไ".unicodeScalars)
    return LetterPairs(letters: letters.map(\.letter), language: "th") { first, second in
      guard second > 0 else { return 3 }
      let isLoose = marks.contains(letters[second - 1].letter) && (first == 0 || vowels.contains(letters[first - 1].letter))
      return letters[second - 1].bits + (isLoose ? 6 : 0)
    }
  }()
}
