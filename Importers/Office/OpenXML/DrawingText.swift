// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// Collects the texts of the shapes on a page of Visio, and the data that people have added to them; names of pages; comments.
final class DrawingText: TextHandler {
  private var buffer = TextBuffer()
  private var openTexts = 0
  private var isInData = false

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    switch element {
    case "Text", "CommentEntry": openTexts += 1
    case "Page": append(attributes["Name"])
    case "Section": isInData = attributes["N"] == "Property"
    case "Cell": if isInData, ["Label", "Value"].contains(attributes["N"]) { append(attributes["V"]) }
    default: break
    }
  }

  private func append(_ text: String?) {
    guard let text, !text.isEmpty else { return }
    buffer.append(text)
    buffer.separate()
  }

  func end(_ element: String) {
    switch element {
    case "Text", "CommentEntry":
      openTexts -= 1
      buffer.separate()
    case "Section": isInData = false
    default: break
    }
  }

  func add(_ characters: borrowing Span<UInt8>) { if openTexts > 0 { buffer.append(characters) } }
}
