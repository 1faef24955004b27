// SPDX-License-Identifier: Apache-2.0

/// A key that was pressed, or a text that was pasted.
package enum TerminalKey: Hashable, Sendable {
  /// Printable text.
  case text(String)
  case enter, tab, backTab, escape
  case backspace, delete, deleteWord, deleteLine, deleteToEnd
  case left, right, wordLeft, wordRight, home, end
  case up, down, pageUp, pageDown
  /// Ctrl-C, Ctrl-D, Ctrl-Z, Ctrl-L and Ctrl-O.
  case interrupt, endOfInput, suspend, redraw, nextAction
  /// Ctrl-T, Ctrl-X, Ctrl-Y and Ctrl-R.
  case mark, print, copy, showInFolder
}

/// Decodes what a terminal sends: UTF-8, control characters, and the escape sequences of xterm(1),
/// which all common terminals use.
package struct TerminalKeyDecoder: Sendable {
  private var pending: [UInt8] = []
  private var isPasting = false

  package init() {}

  /// Whether the last bytes may be the beginning of a sequence. A single escape character is one: only
  /// a pause distinguishes the key from a sequence.
  package var isIncomplete: Bool { !pending.isEmpty }

  /// - Parameter isPaused: Whether nothing followed for a while, so that an incomplete sequence ends.
  package mutating func keys(_ bytes: [UInt8], isPaused: Bool = false) -> [TerminalKey] {
    pending += bytes
    var keys: [TerminalKey] = []
    var rest = pending[...]
    while let first = rest.first {
      let length = first == 0x1B ? sequence(rest, isPaused, &keys) : character(rest, isPaused, &keys)
      guard length > 0 else { break }
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
    return keys
  }

  // MARK: Characters

  /// - Returns: The number of bytes that were decoded; 0 if more are needed.
  private func character(_ bytes: ArraySlice<UInt8>, _ isPaused: Bool, _ keys: inout [TerminalKey]) -> Int {
    let first = bytes[bytes.startIndex]
    guard first >= 0x20, first != 0x7F else {
      if let key = control(first) { append(key, to: &keys) }
      return 1
    }
    let length = first < 0xC2 || first > 0xF4 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    if bytes.count < length, !isPaused { return 0 }
    // A byte that is not UTF-8 is dropped.
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self) else { return 1 }
    append(.text(text), to: &keys)
    return length
  }

  /// Joins texts that arrive together.
  private func append(_ key: TerminalKey, to keys: inout [TerminalKey]) {
    if case .text(let text) = key, case .text(let before)? = keys.last {
      keys[keys.count - 1] = .text(before + text)
    } else {
      keys.append(key)
    }
  }

  private func control(_ byte: UInt8) -> TerminalKey? {
    if isPasting { return [0x09, 0x0A, 0x0D].contains(byte) ? .text(" ") : nil }
    return switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .deleteToEnd
    case 0x0C: .redraw
    case 0x0E: .down
    case 0x0F: .nextAction
    case 0x10: .up
    case 0x12: .showInFolder
    case 0x14: .mark
    case 0x15: .deleteLine
    case 0x17: .deleteWord
    case 0x18: .print
    case 0x19: .copy
    case 0x1A: .suspend
    default: nil
    }
  }

  // MARK: Escape sequences

  /// - Returns: The number of bytes that were decoded; 0 if more are needed.
  private mutating func sequence(_ bytes: ArraySlice<UInt8>, _ isPaused: Bool, _ keys: inout [TerminalKey]) -> Int {
    let body = bytes.dropFirst()
    guard let kind = body.first else {
      if isPaused { keys.append(.escape) }
      return isPaused ? 1 : 0
    }
    switch kind {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      // The parameters and the final byte of a control sequence (ECMA-48).
      guard let final = body.dropFirst().firstIndex(where: { (0x40...0x7E).contains($0) }) else { return isPaused ? bytes.count : 0 }
      let parameters = String(decoding: body.dropFirst()[..<final], as: UTF8.self)
      if let key = key(final: bytes[final], parameters) { keys.append(key) }
      return final + 1 - bytes.startIndex
    // Alt with a key.
    case 0x7F, 0x08: keys.append(.deleteWord)
    case UInt8(ascii: "b"): keys.append(.wordLeft)
    case UInt8(ascii: "f"): keys.append(.wordRight)
    case 0x1B:
      keys.append(.escape)
      return 1
    default: break
    }
    return 2
  }

  private mutating func key(final: UInt8, _ parameters: String) -> TerminalKey? {
    // Ctrl or Alt with an arrow: `1;5C`.
    let isModified = parameters.contains(";")
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return isModified ? .wordRight : .right
    case UInt8(ascii: "D"): return isModified ? .wordLeft : .left
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "M"): return .enter
    case UInt8(ascii: "~"): break
    default: return nil
    }
    switch parameters {
    case "1", "7": return .home
    case "4", "8": return .end
    case "3": return .delete
    case "5": return .pageUp
    case "6": return .pageDown
    case "200": isPasting = true
    case "201": isPasting = false
    default: break
    }
    return nil
  }
}
