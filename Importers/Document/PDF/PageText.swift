internal import CxxPoppler

extension Span<UInt8> {
  /// Hands on a page's text with its words whole and apart.
  ///
  /// Poppler puts no space between cells of a table, though the page has a gap there, and leaves words divided at the end of a line.
  ///
  /// - Parameter boxes: Where each character is on the page.
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

  /// Whether a hyphen and a line's end between small letters are here.
  private func dividesWord(at index: Int) -> Bool {
    self[index] == UInt8(ascii: "-") && index + 2 < count && self[index + 1] == UInt8(ascii: "\n")
      && self[index - 1].mayBeSmallLetter && self[index + 2].mayBeSmallLetter
  }
}

extension UInt8 {
  /// True for every byte beyond ASCII as well.
  fileprivate var mayBeSmallLetter: Bool { self >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

extension pdf_box {
  /// Whether a reader sees a gap between this character and the one before it: a quarter of the smaller one's height, or another line.
  fileprivate func isApart(from previous: pdf_box) -> Bool {
    let gap = min(bottom - top, previous.bottom - previous.top) / 4
    return left - previous.right > gap || previous.left - right > gap || top > previous.bottom || previous.top > bottom
  }
}
