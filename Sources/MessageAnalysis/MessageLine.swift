// SPDX-License-Identifier: Apache-2.0

/// A line of a message, and what it is for.
struct MessageLine: Sendable {
  /// Without white space at both ends, and with single spaces.
  let text: String
  /// The words in lower case, without signs around them. Of a long line, only the first.
  private let words: [String]
  private let wordCount: Int

  /// Longer lines are none of a greeting or a signature.
  private static let maximumWordCount = 8

  /// Number of bytes above which a line is a part of a text in any case.
  private static let maximumLength = 400

  init(_ line: Substring) {
    // Long threads consist of quoted lines, whose words do not count.
    if let first = line.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: ">") || first == UInt8(ascii: "|") {
      (text, words, wordCount) = (first == UInt8(ascii: ">") ? ">" : "|", [], 1)
      return
    }
    let pieces =
      line.utf8.allSatisfy { $0 < 0x80 }
      ? line.utf8.split { $0 <= 0x20 }.map { Substring($0) }
      : line.split { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{200B}" }
    text = pieces.joined(separator: " ")
    // In scripts without spaces, a long line can be one word.
    let isLong = line.utf8.count > Self.maximumLength
    wordCount = pieces.count + (isLong ? Self.maximumLength : 0)
    words = isLong ? [] : pieces.prefix(Self.maximumWordCount).map { Self.word($0) }.filter { !$0.isEmpty }
  }

  private static func word(_ piece: Substring) -> String {
    var rest = piece
    while let last = rest.last, !last.isLetter, !last.isNumber { rest.removeLast() }
    while let first = rest.first, !first.isLetter, !first.isNumber { rest.removeFirst() }
    return rest.lowercased()
  }

  var isEmpty: Bool { wordCount == 0 }

  // MARK: Other messages

  /// Whether the line is from the message that is answered.
  var isQuoted: Bool { text.hasPrefix(">") || text.hasPrefix("|") }

  /// Whether the line only divides others.
  var isRule: Bool { wordCount == 1 && text.count >= 3 && text.allSatisfy { "-_=*~#—–•.+".contains($0) } }

  /// Whether the rest is a signature.
  var isDelimiter: Bool { text == "--" || text == "—" }

  private var isDivided: Bool { text.hasPrefix("--") || text.hasPrefix("__") || text.hasPrefix("==") }

  /// Whether another message follows, such as `-----Original Message-----`.
  var isDividerOfForwarded: Bool {
    guard wordCount <= 24 else { return false }
    let line = text.lowercased()
    return isDivided && MessageWords.dividers.contains { line.contains($0) } || MessageWords.dividersWithoutLine.contains(line)
  }

  /// Whether the line is a field of the head of a message.
  var isHeaderField: Bool {
    guard wordCount <= Self.maximumLength else { return false }
    var line = text[...]
    while let first = line.first, "*_> ".contains(first) { line.removeFirst() }
    guard let colon = line.firstIndex(of: ":") else { return false }
    var name = line[..<colon]
    while let last = name.last, "*_ ".contains(last) { name.removeLast() }
    return name.utf8.count <= 16 && MessageWords.headerFields.contains(name.lowercased())
  }

  var beginsAttribution: Bool {
    guard let first = words.first, wordCount <= 24, !isQuoted else { return false }
    return MessageWords.attributionBeginnings.contains(first) && (endsAttribution || text.contains { $0.isNumber })
  }

  var endsAttribution: Bool {
    guard text.last == ":", wordCount <= 24, !isQuoted else { return false }
    let text = text.lowercased()
    return MessageWords.attributionVerbs.contains { text.contains($0) }
  }

  // MARK: Greetings and signatures

  /// Whether the line only greets, as in *Dear Ann,* or *Ann,*
  var isGreeting: Bool {
    guard let first = words.first, let last = text.last, wordCount <= 6, !"?;".contains(last) else { return false }
    let isClosed = ",!:-–—".contains(last)
    let addressed = text.split(separator: " ").dropFirst()
    let second = words.prefix(2).joined(separator: " ")
    if MessageWords.greetings.contains(first) { return isClosed || Self.areNames(addressed) }
    if MessageWords.greetings.contains(second) { return isClosed || Self.areNames(addressed.dropFirst()) }
    guard isClosed, wordCount <= 5 else { return wordCount == 1 && MessageWords.addressees.contains(first) && last != "." }
    if MessageWords.addressees.contains(first) { return wordCount <= 2 }
    // *Agenda:* and *News:* are no names.
    return last != ":" && Self.areNames(text.split(separator: " ")) && !MessageWords.noAddresses.contains(first)
  }

  /// Whether words can be the names of persons.
  private static func areNames(_ pieces: some Sequence<Substring>) -> Bool {
    pieces.allSatisfy { piece in
      let isJoint = ["and", "und", "et", "y", "e", "&", "/", "-", "–", "—"].contains(piece.lowercased())
      return isJoint || MessageWords.addressees.contains(word(piece))
        || piece.first?.isUppercase ?? false && !piece.contains { $0.isNumber || "?@/".contains($0) }
    }
  }

  /// Whether a closing formula begins here.
  var isClosing: Bool {
    if isDelimiter || isAppended { return true }
    guard !words.isEmpty, let last = text.last, wordCount <= 6, !"?:".contains(last) else { return false }
    let pieces = text.split(separator: " ")
    // *Thanks for the flowers* is a sentence, *Thanks, Ann* is none.
    return (1...min(4, words.count)).contains { count in
      guard MessageWords.closings.contains(words.prefix(count).joined(separator: " ")) else { return false }
      if wordCount <= count || last == "," || count < pieces.count && pieces[count - 1].last.map({ ",!.-".contains($0) }) ?? false {
        return true
      }
      return wordCount == count + 1 && (pieces[count].first?.isUppercase ?? false)
    }
  }

  /// Whether the line is a part of a text, not of a signature.
  var isSentence: Bool { wordCount > 10 || wordCount > 3 && endsSentence && !isCapitalized }

  var endsSentence: Bool { text.last.map { ".?!".contains($0) } ?? false }

  /// Whether all words are written as in a name or an address.
  private var isCapitalized: Bool {
    text.split(separator: " ").allSatisfy { piece in
      let first = piece.first { $0.isLetter || $0.isNumber }
      return first.map { !$0.isLowercase } ?? true || piece.contains("@") || MessageWords.wordsInNames.contains(piece.lowercased())
    }
  }

  /// Whether the line can be one of an address below a name.
  var isOfAddress: Bool { wordCount <= 8 && !isItem && isCapitalized && !text.contains("?") && (!endsSentence || wordCount > 1) }

  /// Whether the line is one word, such as a name in lower case.
  var isWord: Bool { wordCount == 1 && text.allSatisfy(\.isLetter) }

  /// Whether the line only says that another message follows.
  var onlyForwards: Bool { MessageWords.forwards.contains(words.joined(separator: " ")) && wordCount <= 4 }

  /// Whether the line is no more than a name, as below a message.
  var isName: Bool {
    guard (1...3).contains(wordCount), text.count <= 32, let last = text.last, !".?!:;".contains(last) || wordCount == 1 && last == "."
    else {
      return false
    }
    return text.split(separator: " ").allSatisfy { piece in
      let name = piece.hasPrefix("-") ? piece.dropFirst() : piece
      return name.first?.isUppercase ?? false && !name.contains { $0.isNumber || "@:/".contains($0) }
    }
  }

  /// Whether a program has appended the line, such as *Sent from my phone*.
  var isAppended: Bool {
    guard wordCount <= 8 else { return false }
    let line = text.lowercased()
    return MessageWords.appended.contains { line.hasPrefix($0) }
  }

  /// Whether a notice for lawyers begins here.
  var isBeginOfDisclaimer: Bool {
    guard wordCount > 1 else { return false }
    let beginning = String(text.prefix(160)).lowercased()
    if MessageWords.disclaimers.contains(where: { beginning.contains($0) }) { return true }
    return MessageWords.disclaimerBeginnings.contains { beginning.hasPrefix($0) } && beginning.contains("confidential")
  }

  /// Whether a list has an item here.
  var isItem: Bool {
    guard let first = text.first, wordCount > 1 else { return false }
    if "*•·-–+".contains(first) { return text.dropFirst().first?.isWhitespace ?? false }
    guard first.isASCII, first.isNumber else { return false }
    let rest = text.drop { $0.isNumber }
    return rest.first.map { ".)".contains($0) } ?? false && rest.dropFirst().first?.isWhitespace ?? false
  }

  /// A paragraph without the greeting or the name in front of its first sentence, as in *Hi Ann, the car is ready.*
  static func withoutAddress(_ paragraph: String) -> String {
    guard let end = paragraph.prefix(48).firstIndex(where: { ",.!:–—-".contains($0) }) else { return paragraph }
    let rest = paragraph[paragraph.index(after: end)...]
    // *Re-open* and *Mary-Jane* are words.
    guard rest.first?.isWhitespace ?? false, rest.contains(where: { $0.isLetter }) else { return paragraph }
    let address = MessageLine(paragraph[...end])
    guard address.isGreeting, address.wordCount <= 4 else { return paragraph }
    return String(rest.drop { $0.isWhitespace || "-–—".contains($0) })
  }
}
