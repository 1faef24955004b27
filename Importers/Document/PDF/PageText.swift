// SPDX-License-Identifier: Apache-2.0

internal import CxxPoppler

extension Span<UInt8> {
  /// Delivers the text of a page with words joined and separated as a reader sees them.
  ///
  /// Poppler puts no space between table cells, although the page has a gap there, and does not
  /// join words that are hyphenated at the end of a line. A hyphen there may be the word's own, as in `well-known`; so the same words
  /// follow once more with the hyphen, after the text.
  ///
  /// - Parameter boxes: The position of each character on the page.
  func putWords(placedAt boxes: borrowing Span<pdf_box>, into body: (borrowing Span<UInt8>) throws -> Void) rethrows {
    var character = -1
    var start = 0
    var compounds: [UInt8] = []
    for index in indices where self[index] & 0xC0 != 0x80 {
      character += 1
      guard index > start else { continue }
      if let hyphenLength = hyphenDividingWord(at: index) {
        try body(extracting(start..<index))
        start = index + hyphenLength + 1
        compounds.append(UInt8(ascii: "\n"))
        appendWords(dividedAt: index, start, to: &compounds)
      } else if self[index] > 0x20, self[index - 1] > 0x20, character < boxes.count, boxes[character].isApart(from: boxes[character - 1]) {
        try body(extracting(start..<index))
        let space: [UInt8] = [0x20]
        try body(space.span)
        start = index
      }
    }
    try body(extracting(start...))
    if !compounds.isEmpty { try body(compounds.span) }
  }

  /// Delivers text whose characters have no known position: joins words only.
  func putWords(into body: (borrowing Span<UInt8>) throws -> Void) rethrows {
    try putWords(placedAt: [pdf_box]().span, into: body)
  }

  /// The length of a hyphen between small letters that a newline follows; `nil` if there is none.
  private func hyphenDividingWord(at index: Int) -> Int? {
    let length: Int
    switch self[index] {
    case UInt8(ascii: "-"): length = 1
    // U+2010, and the soft hyphen.
    case 0xE2 where index + 2 < count && self[index + 1] == 0x80 && self[index + 2] == 0x90: length = 3
    case 0xC2 where index + 1 < count && self[index + 1] == 0xAD: length = 2
    default: return nil
    }
    let next = index + length + 1
    guard next < count, self[next - 1] == UInt8(ascii: "\n"), self[index - 1].mayBeSmallLetter, self[next].mayBeSmallLetter else {
      return nil
    }
    return length
  }

  /// Appends both parts of a word with a hyphen, between the words beside them in their lines, so that phrases are found.
  private func appendWords(dividedAt end: Int, _ start: Int, to words: inout [UInt8]) {
    var first = end
    for _ in 0..<2 {
      while first > 0, end - first < Self.maximumPartLength, self[first - 1] > 0x20 { first -= 1 }
      if first > 0, self[first - 1] == 0x20 { first -= 1 }
    }
    var last = start
    for _ in 0..<2 {
      if last < count, self[last] == 0x20 { last += 1 }
      while last < count, last - start < Self.maximumPartLength, self[last] > 0x20 { last += 1 }
    }
    // Whole characters only.
    while first < end, self[first] & 0xC0 == 0x80 { first += 1 }
    while last > start, last < count, self[last] & 0xC0 == 0x80 { last -= 1 }
    for index in first..<end { words.append(self[index]) }
    words.append(UInt8(ascii: "-"))
    for index in start..<last { words.append(self[index]) }
  }

  /// Longer words are not of a language.
  private static var maximumPartLength: Int { 128 }
}

extension UInt8 {
  /// Also true for every byte outside ASCII.
  fileprivate var mayBeSmallLetter: Bool { self >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

extension pdf_box {
  /// Whether there is a visible gap between this character and the previous one: a quarter of the
  /// smaller one's height, or a new line.
  fileprivate func isApart(from previous: pdf_box) -> Bool {
    let gap = min(bottom - top, previous.bottom - previous.top) / 4
    return left - previous.right > gap || previous.left - right > gap || top > previous.bottom || previous.top > bottom
  }
}
