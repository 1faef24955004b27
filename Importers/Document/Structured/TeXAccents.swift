// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Replaces the commands for accented letters in TeX by the letters, in text given in pieces:
/// `Schr{\"o}dinger`, `gar\c{c}on`, `Stra\ss e`. Removes the commands inside words that show nothing: where a word may be
/// divided, `dis\-cre\-tion`, and the correction of slanted letters, `\/`.
struct TeXAccents {
  /// Whether any command was replaced.
  private(set) var hasReplaced = false
  /// The start of a command whose end is in the next piece.
  private var rest: [UInt8] = []

  /// More bytes than any command has.
  private static let maximumCommandLength = 16
  private static let marks: [UInt8: Unicode.Scalar] = [
    "\"": "\u{308}", "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}", ".": "\u{307}", "c": "\u{327}",
    "v": "\u{30C}", "H": "\u{30B}", "u": "\u{306}", "k": "\u{328}", "r": "\u{30A}", "d": "\u{323}", "b": "\u{331}",
  ].reduce(into: [:]) { $0[UInt8(ascii: $1.key)] = $1.value }
  private static let letters: [String: String] = [
    "AA": "Å", "AE": "Æ", "DH": "Ð", "L": "Ł", "O": "Ø", "OE": "Œ", "TH": "Þ", "aa": "å", "ae": "æ", "dh": "ð", "i": "ı", "l": "ł",
    "o": "ø", "oe": "œ", "ss": "ß", "th": "þ",
  ]

  /// The text with letters instead of commands.
  mutating func converted(_ piece: borrowing Span<UInt8>, isLast: Bool) -> [UInt8] {
    var bytes = rest
    rest = []
    unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        output.append(bytes[index])
        index += 1
        continue
      }
      if !isLast, index + Self.maximumCommandLength > bytes.count {
        rest = Array(bytes[index...])
        break
      }
      if index + 1 < bytes.count, "-/".utf8.contains(bytes[index + 1]) {
        hasReplaced = true
        index += 2
        continue
      }
      guard let (letter, length) = Self.letter(bytes[index...].prefix(Self.maximumCommandLength)) else {
        // The next character belongs to the command, even if it is another backslash.
        output += bytes[index...].prefix(2)
        index += 2
        continue
      }
      hasReplaced = true
      index += length
      // Braces around the letter would divide the word.
      if output.last == UInt8(ascii: "{"), index < bytes.count, bytes[index] == UInt8(ascii: "}") {
        output.removeLast()
        index += 1
      }
      output += letter.utf8
    }
    // The brace before a command belongs to it.
    if !isLast, output.last == UInt8(ascii: "{") { rest.insert(output.removeLast(), at: 0) }
    return output
  }

  /// The letter that a command stands for, and the length of the command.
  private static func letter(_ bytes: ArraySlice<UInt8>) -> (letter: String, length: Int)? {
    var command = bytes.dropFirst()
    guard let first = command.first else { return nil }
    let name = command.prefix(while: \.isLetter)
    if let letter = letters[String(decoding: name, as: UTF8.self)] {
      command = command.dropFirst(name.count)
      // Names of the programming layer go on with these.
      if let next = command.first, "_@:".utf8.contains(next) { return nil }
      // The space that ends the name, or empty braces.
      command = command.starts(with: "{}".utf8) ? command.dropFirst(2) : command.first == 0x20 ? command.dropFirst() : command
      return (letter, command.startIndex - bytes.startIndex)
    }
    guard name.count <= 1, let mark = marks[first] else { return nil }
    command = command.dropFirst()
    guard !first.isLetter || command.first.map({ " {\\".utf8.contains($0) }) ?? false else { return nil }
    command = command.drop { $0 == 0x20 }
    let isBraced = command.first == UInt8(ascii: "{")
    if isBraced { command = command.dropFirst() }
    let isCommand = command.first == UInt8(ascii: "\\")
    if isCommand { command = command.dropFirst() }
    guard let base = command.first, base.isLetter else { return nil }
    command = command.dropFirst()
    // Accents replace the dots of `\i` and `\j`. Any other command is no letter.
    if isCommand, !"ij".utf8.contains(base) || command.first?.isLetter ?? false { return nil }
    if isBraced {
      guard command.first == UInt8(ascii: "}") else { return nil }
      command = command.dropFirst()
    }
    let composed = (String(Character(Unicode.Scalar(base))) + String(Character(mark))).precomposedStringWithCanonicalMapping
    return composed.unicodeScalars.count == 1 ? (composed, command.startIndex - bytes.startIndex) : nil
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
