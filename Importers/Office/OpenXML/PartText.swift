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
  /// The instruction of a field so far; `nil` outside one.
  private var instruction: [UInt8]?
  private var isInstruction = false
  private var links = LinkAddresses()
  private static let maximumInstructionByteCount = 16 << 10
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
    // The pieces of an instruction are between the marks of a field.
    case "instrText":
      instruction = instruction ?? []
      isInstruction = true
    case "fldChar": if attributes["fldCharType"] != "begin" { endInstruction() }
    case "fldSimple": if let text = attributes["instr"] { links.take(fieldInstruction: text) }
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
    case "document", "hdr", "ftr", "footnotes", "endnotes", "comments": buffer.append(links.takeText())
    case "instrText": isInstruction = false
    default: break
    }
  }

  private func endInstruction() {
    if let instruction { links.take(fieldInstruction: String(decoding: instruction, as: UTF8.self)) }
    instruction = nil
  }

  func add(_ characters: borrowing Span<UInt8>) {
    if openTexts > 0, openSkipped == 0 {
      if ruby.isBase { buffer.append(characters) } else { ruby.add(characters) }
    }
    guard isInstruction, instruction?.count ?? 0 < Self.maximumInstructionByteCount else { return }
    for index in characters.indices { instruction?.append(characters[index]) }
  }
}
