// SPDX-License-Identifier: Apache-2.0

/// A word as Tesseract has read it.
struct RecognizedWord: Equatable {
  var text: String
  /// How certain Tesseract is, from 0 to 100.
  var confidence: Float
  /// Whether it is the first word of a line, and of a block of text.
  var beginsLine = false
  var beginsBlock = false
}

/// The text of a picture, without what is probably no text.
///
/// Tesseract finds words in leaves, clouds and roofs, too, but it is not certain of them, or they are short. So lines
/// of uncertain words are left out, and a picture without *clear* words has no text.
struct RecognizedText {
  /// The lines that are kept, with an empty one between blocks. Words that are divided at the end of a line are
  /// joined.
  private(set) var lines: [String] = []

  var isEmpty: Bool { lines.isEmpty }

  /// Minimum confidence of a word in a line that is kept. What is less certain is rarely right.
  private static let minimumConfidence: Float = 30
  /// Minimum confidence of a line: the mean of its words, by their numbers of letters. Of printed text, Tesseract is
  /// certain to 90 and more; in pictures without text, hardly a line gets 60.
  private static let minimumLineConfidence: Float = 60
  /// A word is clear from this confidence and this number of letters on.
  private static let clearConfidence: Float = 80
  private static let clearLetterCount = 3
  /// A picture has text from this number of clear words on, or with one that is beyond doubt.
  private static let minimumClearWordCount = 3
  private static let certainConfidence: Float = 90
  private static let certainLetterCount = 4

  init(_ words: some Sequence<RecognizedWord>) {
    var kept: [(words: [RecognizedWord], beginsBlock: Bool)] = []
    var line: [RecognizedWord] = []
    var beginsBlock = false
    func endLine() {
      if Self.isKept(line) { kept.append((line.filter { $0.confidence >= Self.minimumConfidence }, beginsBlock)) }
      // The first line of a block that is kept begins it.
      beginsBlock = beginsBlock && !Self.isKept(line)
      line = []
    }
    for word in words {
      if word.beginsLine { endLine() }
      if word.beginsBlock { beginsBlock = true }
      if word.text.contains(where: { !$0.isWhitespace }) { line.append(word) }
    }
    endLine()
    guard Self.hasText(kept.lazy.flatMap(\.words)) else { return }
    for (words, beginsBlock) in kept {
      if beginsBlock, !lines.isEmpty { lines.append("") }
      append(words.map(\.text))
    }
  }

  private mutating func append(_ words: [String]) {
    var words = words
    // The rest of a divided word belongs to the line before.
    if let last = lines.last, last.last == "-", last.dropLast().last?.isLetter == true, let rest = words.first,
      rest.first?.isLowercase == true
    {
      lines[lines.count - 1] = last.dropLast() + rest
      words.removeFirst()
    }
    if !words.isEmpty { lines.append(words.joined(separator: " ")) }
  }

  private static func isKept(_ line: [RecognizedWord]) -> Bool {
    let letters = line.reduce(0) { $0 + $1.letterCount }
    guard letters > 0 else { return false }
    return line.reduce(0) { $0 + $1.confidence * Float($1.letterCount) } >= minimumLineConfidence * Float(letters)
  }

  private static func hasText(_ words: some Sequence<RecognizedWord>) -> Bool {
    var clear = 0
    for word in words where word.confidence >= clearConfidence && word.letterCount >= clearLetterCount {
      clear += 1
      if clear >= minimumClearWordCount { return true }
      if word.confidence >= certainConfidence, word.letterCount >= certainLetterCount { return true }
    }
    return false
  }
}

extension RecognizedWord {
  /// Letters and digits. A sign that stands for a syllable or a word counts twice.
  fileprivate var letterCount: Int {
    text.unicodeScalars.reduce(0) { count, scalar in
      let properties = scalar.properties
      if properties.isIdeographic { return count + 2 }
      return properties.isAlphabetic || properties.numericType != nil ? count + 1 : count
    }
  }
}
