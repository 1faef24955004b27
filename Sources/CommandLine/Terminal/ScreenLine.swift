// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import TextAnalysis

/// A line of a screen, which never exceeds its columns.
package struct ScreenLine: Equatable, Sendable {
  /// How text is shown, as the parameters of an SGR sequence.
  package enum Style: String, Sendable {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case match = "1;31"
    case title = "1;36"
  }

  /// The characters and escape sequences.
  package private(set) var bytes: [UInt8] = []
  /// Number of columns that are left.
  package private(set) var columns: Int
  private let isColored: Bool

  /// - Parameter isColored: Whether styles are applied.
  package init(columns: Int, isColored: Bool) { (self.columns, self.isColored) = (columns, isColored) }

  /// Appends text. If there is not enough room, an ellipsis replaces its end.
  ///
  /// - Parameter text: Any text; what is not printable is escaped.
  package mutating func append(_ text: String, _ style: Style = .plain) {
    let text = PrintableText.line(text)
    guard columns > 0, !text.isEmpty else { return }
    var shown = text[...]
    var end = ""
    if DisplayWidth.columns(of: text) > columns {
      shown = DisplayWidth.prefix(of: text[...], columns: columns - 1)
      end = "…"
    }
    let isStyled = isColored && style != .plain
    if isStyled { bytes += "\u{1B}[\(style.rawValue)m".utf8 }
    bytes += shown.utf8
    bytes += end.utf8
    if isStyled { bytes += "\u{1B}[0m".utf8 }
    columns -= end.isEmpty ? DisplayWidth.columns(of: shown) : columns
  }

  /// Appends text with some ranges highlighted.
  ///
  /// - Parameters:
  ///   - text: Printable text.
  ///   - matches: Ranges of its UTF-8 in ascending order.
  package mutating func append(_ text: String, matches: [Range<Int>], _ style: Style = .plain) {
    let bytes = Array(text.utf8)
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var end = 0
    for match in matches {
      append(piece(end..<match.lowerBound), style)
      append(piece(match), .match)
      end = match.upperBound
    }
    append(piece(end..<bytes.count), style)
  }
}
