// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// Collects the paragraphs of a part. All vocabularies of Office Open XML call a piece of text `t`
/// and a paragraph `p`; comments on slides are in `text`.
final class PartText: TextHandler {
  private var buffer = TextBuffer()
  /// The number of open elements whose characters are text.
  private var openTexts = 0
  /// The number of open elements whose content is skipped.
  private var openSkipped = 0
  /// The last alternative text of a picture, which a frame and the picture in it repeat.
  private var lastDescription: String?
  private var ruby = RubyReadings()

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    switch element {
    case "t", "text": openTexts += 1
    case "Fallback", "rPh": openSkipped += 1
    case "tab", "ptab": if openSkipped == 0 { buffer.separate(by: "\t") }
    case "br", "cr": buffer.separate()
    case "docPr", "cNvPr": appendDescription(attributes["descr"])
    case "rt": ruby.start(.reading)
    case "noBreakHyphen": if openSkipped == 0 { buffer.append("\u{2011}") }
    default: break
    }
  }

  private func appendDescription(_ description: String?) {
    guard openSkipped == 0, let description, !description.isEmpty, description != lastDescription else { return }
    lastDescription = description
    buffer.separate()
    buffer.append(description)
    buffer.separate()
  }

  func end(_ element: String) {
    switch element {
    case "t": openTexts -= 1
    case "text":
      openTexts -= 1
      buffer.separate()
    // An alternative for readers that do not understand the first one, and the pronunciation of a
    // text.
    case "Fallback", "rPh": openSkipped -= 1
    case "rt": ruby.endWord()
    case "p", "si", "tc":
      let readings = ruby.take()
      if !readings.isEmpty {
        buffer.separate()
        buffer.append(readings.span)
      }
      buffer.separate()
    default: break
    }
  }

  func add(_ characters: borrowing Span<UInt8>) {
    guard openTexts > 0, openSkipped == 0 else { return }
    if ruby.isBase { buffer.append(characters) } else { ruby.add(characters) }
  }
}
