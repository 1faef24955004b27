// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// Collects the texts of a chart: its titles, and the names of its series and categories, which are copies of cells. The values are
/// in the cells of a sheet.
final class ChartText: TextHandler {
  private let paragraphs = PartText()
  private var buffer = TextBuffer()
  /// The number of open elements that name a series or a category.
  private var openNames = 0
  private var isValue = false

  func takeText() -> [UInt8] { paragraphs.takeText() + buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    switch element {
    // The texts in `rich` are paragraphs. `strDim` and `txData` are those of newer kinds of charts.
    case "tx", "cat", "xVal", "strDim", "txData": openNames += 1
    case "v": isValue = openNames > 0
    case "pt": isValue = openNames > 0
    default: paragraphs.start(element, attributes)
    }
  }

  func end(_ element: String) {
    switch element {
    case "tx", "cat", "xVal", "strDim", "txData": openNames -= 1
    case "v", "pt":
      isValue = false
      buffer.separate()
    default: paragraphs.end(element)
    }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if isValue { buffer.append(characters) } else { paragraphs.add(characters) }
  }
}
