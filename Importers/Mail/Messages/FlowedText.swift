// SPDX-License-Identifier: Apache-2.0

/// Joins the lines of a text whose writer has divided words: `format=flowed; delsp=yes` (RFC 3676).
struct FlowedText {
  /// A longer line is divided.
  private static let maximumLineByteCount = 1 << 20

  private var line: [UInt8] = []
  /// The number of marks of quotation before the paragraph that continues; `nil` if none does.
  private var openDepth: Int?

  /// The text of the lines that end in a piece.
  mutating func take(_ piece: borrowing Span<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    for index in piece.indices {
      if piece[index] != UInt8(ascii: "\n") { line.append(piece[index]) }
      if piece[index] == UInt8(ascii: "\n") || line.count == Self.maximumLineByteCount { endLine(&output) }
    }
    return output
  }

  /// The text of the last line.
  mutating func finish() -> [UInt8] {
    var output: [UInt8] = []
    if !line.isEmpty { endLine(&output) }
    if openDepth != nil { output.append(UInt8(ascii: "\n")) }
    openDepth = nil
    return output
  }

  private mutating func endLine(_ output: inout [UInt8]) {
    defer { line.removeAll(keepingCapacity: true) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let depth = line.prefix { $0 == UInt8(ascii: ">") }.count
    var text = line.dropFirst(depth)
    // One space protects the start of a line.
    if text.first == UInt8(ascii: " ") { text = text.dropFirst() }
    // The line before a signature never continues.
    let isSignature = text.elementsEqual("-- ".utf8)
    if let open = openDepth, open != depth || isSignature { output.append(UInt8(ascii: "\n")) }
    let continues = text.last == UInt8(ascii: " ") && !isSignature
    output += continues ? text.dropLast() : text
    openDepth = continues ? depth : nil
    if !continues { output.append(UInt8(ascii: "\n")) }
  }
}
