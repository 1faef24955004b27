// SPDX-License-Identifier: Apache-2.0

internal import CxxPoppler

extension Span<UInt8> {
  /// Delivers the text of a page with words joined and separated as a reader sees them.
  ///
  /// Poppler puts no space between table cells, although the page has a gap there, and does not
  /// join words that are hyphenated at the end of a line.
  ///
  /// - Parameter boxes: The position of each character on the page.
  func putWords(placedAt boxes: borrowing Span<pdf_box>, into body: (borrowing Span<UInt8>) throws -> Void) rethrows {
    var character = -1
    var start = 0
    for index in indices where self[index] & 0xC0 != 0x80 {
      character += 1
      guard index > start else { continue }
      if dividesWord(at: index) {
        try body(extracting(start..<index))
        start = index + 2
      } else if self[index] > 0x20, self[index - 1] > 0x20, character < boxes.count, boxes[character].isApart(from: boxes[character - 1]) {
        try body(extracting(start..<index))
        let space: [UInt8] = [0x20]
        try body(space.span)
        start = index
      }
    }
    try body(extracting(start...))
  }

  /// Delivers text whose characters have no known position: joins words only.
  func putWords(into body: (borrowing Span<UInt8>) throws -> Void) rethrows {
    try putWords(placedAt: [pdf_box]().span, into: body)
  }

  /// Whether there is a hyphen and a newline between small letters.
  private func dividesWord(at index: Int) -> Bool {
    self[index] == UInt8(ascii: "-") && index + 2 < count && self[index + 1] == UInt8(ascii: "\n")
      && self[index - 1].mayBeSmallLetter && self[index + 2].mayBeSmallLetter
  }
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
