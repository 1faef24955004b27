// SPDX-License-Identifier: Apache-2.0

/// An offset in a query, for display with a caret.
package struct QueryExcerpt: Hashable, Sendable {
  package let query: String
  /// UTF-8 offset into ``query``; the length of the query stands for its end.
  package let offset: Int

  /// - Parameter offset: An offset outside the query is moved to the nearer end.
  init(_ query: String, at offset: Int) {
    self.query = query
    self.offset = min(max(offset, 0), query.utf8.count)
  }
}

extension QueryExcerpt: CustomStringConvertible {
  /// Number of columns shown on each side of the offset in a long line.
  private static let window = 60

  /// The line of the query that contains the offset, and a line with the caret, both indented,
  /// without a final newline.
  package var description: String {
    let index = query.utf8.index(query.startIndex, offsetBy: offset)
    let head = query[..<index].unicodeScalars
    let tail = query[index...].unicodeScalars
    let before = cells(head.reversed().prefix { !$0.isLineEnd })
    let after = cells(tail.prefix { !$0.isLineEnd })
    let shownBefore = String(String.UnicodeScalarView(before.scalars.reversed()))
    let shownAfter = String(String.UnicodeScalarView(after.scalars))
    let line = (before.isCut ? "…" : "") + shownBefore + shownAfter + (after.isCut ? "…" : "")
    return "  \(line)\n  \(String(repeating: " ", count: before.width + (before.isCut ? 1 : 0)))^"
  }

  /// The scalars that fit into the window, in displayable form.
  private func cells(_ scalars: some Sequence<Unicode.Scalar>) -> (scalars: [Unicode.Scalar], width: Int, isCut: Bool) {
    var (shown, width) = ([Unicode.Scalar](), 0)
    for scalar in scalars {
      let visible = scalar.visible
      guard width + visible.displayWidth <= Self.window, shown.count < 4 * Self.window else { return (shown, width, true) }
      shown.append(visible)
      width += visible.displayWidth
    }
    return (shown, width, false)
  }

  /// `text` in displayable form: control characters except line ends are replaced.
  static func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" ? $0 : $0.visible }))
  }
}

extension String {
  /// The beginning of the text, for messages.
  var shortened: String { utf8.count > 60 ? prefix(40) + "…" : self }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}" }

  /// The scalar in displayable form: a tab becomes one space, and a control character becomes its
  /// picture, so that a query cannot control the terminal.
  fileprivate var visible: Unicode.Scalar {
    switch value {
    case 9: " "
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: self
    }
  }

  /// The number of columns on a terminal.
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}
