// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// Replaces the marks of Word's text by white space, and removes the instructions of fields, of which links are some.
struct WordFieldFilter {
  /// For each open field, whether its instruction has not ended.
  private var fields: [Bool] = []
  /// The number of open instructions.
  private var instructionCount = 0
  private var instruction: [UInt8] = []
  private var links = LinkAddresses()
  private static let maximumInstructionByteCount = 16 << 10

  /// The addresses of links so far.
  mutating func takeLinks() -> String { links.takeText() }

  /// The text without marks, which are control characters.
  mutating func filtered(_ utf8: [UInt8]) -> [UInt8] {
    // The longest replacement takes three bytes.
    let controlCount = utf8.count { $0 < 0x20 }
    let text = utf8.span
    return [UInt8](capacity: text.count + 2 * controlCount) { output in
      for index in text.indices {
        if text[index] < 0x20 {
          takeMark(text[index], &output)
        } else if instructionCount == 0 {
          output.append(text[index])
        } else if instruction.count < Self.maximumInstructionByteCount {
          instruction.append(text[index])
        }
      }
    }
  }

  private mutating func takeMark(_ mark: UInt8, _ output: inout OutputSpan<UInt8>) {
    switch mark {
    case 0x13: begin()
    case 0x14: endInstruction()
    case 0x15:
      endInstruction()
      _ = fields.popLast()
    case _ where instructionCount > 0: break
    // Ends of paragraphs, lines, pages and cells.
    case 0x0B, 0x0C, 0x0D: output.append(0x0A)
    case 0x07: output.append(0x09)
    case 0x09, 0x0A: output.append(mark)
    case 0x1E: for byte in "\u{2011}".utf8 { output.append(byte) }
    // Pictures, footnotes, optional hyphens.
    default: break
    }
  }

  private mutating func begin() {
    guard fields.count < 256 else { return }
    fields.append(true)
    instructionCount += 1
    instruction.append(UInt8(ascii: "\n"))
  }

  private mutating func endInstruction() {
    guard fields.last == true else { return }
    fields[fields.count - 1] = false
    instructionCount -= 1
    guard instructionCount == 0 else { return }
    links.take(fieldInstruction: String(decoding: instruction, as: UTF8.self))
    instruction.removeAll(keepingCapacity: true)
  }
}
