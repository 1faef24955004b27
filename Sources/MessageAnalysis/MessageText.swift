// SPDX-License-Identifier: Apache-2.0

/// What the author of a message has written in it: without quotations, the heads of forwarded messages, greetings, signatures and
/// what programs append.
package struct MessageText: Sendable, Equatable {
  /// In the order of the text. White space is a single space.
  package private(set) var paragraphs: [String] = []

  /// Number of bytes of a text that are read. A summary needs only the beginning, which can follow a long quotation.
  static let maximumLength = 1 << 15

  /// Number of lines that are read besides quoted ones.
  private static let maximumLines = 80

  /// Number of lines at the end among which a signature is looked for.
  private static let maximumSignatureLines = 10

  package init(_ text: String) {
    var lines: [MessageLine] = []
    var count = 0
    for line in Self.lines(of: text) where count < Self.maximumLines {
      let line = MessageLine(line)
      if !line.isQuoted { count += 1 }
      lines.append(line)
    }
    lines = Self.own(lines)
    if let end = Self.closing(of: lines) { lines.removeSubrange(end...) }
    lines = Array(lines.drop { $0.isEmpty || $0.isGreeting })
    var paragraph = ""
    func endParagraph() {
      if !paragraph.isEmpty { paragraphs.append(paragraph) }
      paragraph = ""
    }
    for line in lines {
      if line.isEmpty || line.isRule || line.isAppended {
        endParagraph()
      } else {
        if line.isItem { endParagraph() }
        if !paragraph.isEmpty { paragraph += " " }
        paragraph += line.text
      }
    }
    endParagraph()
    if let first = paragraphs.first { paragraphs[0] = MessageLine.withoutAddress(first) }
  }

  /// The lines of the beginning of a text.
  private static func lines(of text: String) -> [Substring] {
    var bytes = text.utf8[...]
    if bytes.count > maximumLength {
      bytes = bytes.prefix(maximumLength)
      // Without the beginning of a character whose end is cut off.
      while let last = bytes.last, last & 0xC0 == 0x80 { bytes = bytes.dropLast() }
      if let last = bytes.last, last >= 0xC0 { bytes = bytes.dropLast() }
    }
    let end = UInt8(ascii: bytes.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
    return bytes.split(separator: end, omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Leaves out quotations, and what follows the head of the message that is answered. Of a message that only forwards another one,
  /// that one is left.
  private static func own(_ lines: [MessageLine]) -> [MessageLine] {
    var own: [MessageLine] = []
    var hasText = false
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.isQuoted {
        index += 1
        continue
      }
      if line.isDelimiter, hasText { break }
      if line.isBeginOfDisclaimer { break }
      let headCount =
        line.isDividerOfForwarded
        ? headLines(after: index, in: lines) : max(headLines(at: index, in: lines), attributionLines(at: index, in: lines))
      if headCount > 0 {
        if hasText { break }
        index += headCount
        continue
      }
      index += 1
      if line.isDelimiter { continue }
      own.append(line)
      if !line.isEmpty, !line.isGreeting, !line.isRule, !line.isAppended, !line.onlyForwards { hasText = true }
    }
    return own
  }

  /// The number of lines that are the head of another message, such as *From*, *Sent* and *Subject*; 0 if there is none.
  private static func headLines(at index: Int, in lines: [MessageLine]) -> Int {
    var end = index
    while end < lines.count, lines[end].isHeaderField { end += 1 }
    return end - index >= 2 ? end - index : 0
  }

  /// The number of lines from one that divides the messages to the end of the head that follows, which may begin with a name and a date.
  private static func headLines(after divider: Int, in lines: [MessageLine]) -> Int {
    let begin = (divider + 1..<min(divider + maximumHeadLines, lines.count)).first { lines[$0].isHeaderField }
    guard let begin else { return 1 }
    return begin - divider + (lines[begin...].firstIndex { !$0.isHeaderField } ?? lines.count) - begin
  }

  /// Number of lines after a divider in which the head begins.
  private static let maximumHeadLines = 8

  /// The number of lines that say who has written what is quoted, as in *On Monday, Ann wrote:*, at most 2.
  private static func attributionLines(at index: Int, in lines: [MessageLine]) -> Int {
    guard lines[index].beginsAttribution else { return 0 }
    if lines[index].endsAttribution { return 1 }
    return index + 1 < lines.count && lines[index + 1].endsAttribution ? 2 : 0
  }

  /// The index of the line at which the signature begins; `nil` if there is none.
  private static func closing(of lines: [MessageLine]) -> Int? {
    guard let last = lines.lastIndex(where: { !$0.isEmpty }) else { return nil }
    var count = 0
    var closing: Int?
    for index in stride(from: last, through: 0, by: -1) where !lines[index].isEmpty {
      count += 1
      if count > maximumSignatureLines { break }
      if lines[index].isSentence { break }
      if lines[index].isClosing, hasText(lines[..<index]) { closing = index }
    }
    if let closing { return closing }
    // A name alone, or with what belongs to it below.
    var name: Int?
    for index in stride(from: last, through: max(0, last - maximumSignatureLines), by: -1) where !lines[index].isEmpty {
      guard lines[index].isOfAddress || lines[index].isName else { break }
      let isApart = index > 0 && (lines[index - 1].isEmpty || lines[index - 1].endsSentence)
      if isApart, lines[index].isName, hasText(lines[..<index]) { name = index }
    }
    if let name { return name }
    let isWordAlone = lines[last].isWord && last > 0 && lines[last - 1].isEmpty
    return isWordAlone && hasText(lines[..<last]) ? last : nil
  }

  private static func hasText(_ lines: ArraySlice<MessageLine>) -> Bool { lines.contains { !$0.isEmpty && !$0.isGreeting && !$0.isRule } }
}
