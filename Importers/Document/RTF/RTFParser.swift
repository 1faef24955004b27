// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// Reads the text and the metadata of RTF, given in pieces.
///
/// It is our own because Debian has no library for RTF: unrtf and the converters of office suites
/// are programs.
struct RTFParser {
  private(set) var metadata = RTFMetadata()
  private var text: [UInt8] = []
  /// The instructions of all fields, of which links are some.
  private var instructions: [UInt8] = []
  private var state = State.text
  private var group = RTFGroup()
  private var groups: [RTFGroup] = []
  /// Groups inside the deepest one that is stored.
  private var surplusDepth = 0
  private var word: [UInt8] = []
  private var parameter: Int?
  private var isNegative = false
  /// Whether the next control word names a destination that readers may ignore.
  private var isIgnorable = false
  private var fonts: [Int: Int] = [:]
  private var definedFont = 0
  private var defaultCodePage = 1252
  /// Text that is not decoded yet, in the code page of the group.
  private var pending: [UInt8] = []
  private var highSurrogate: UInt16?
  /// Number of characters to skip after a Unicode character: they replace it for old readers.
  private var replacementCount = 0
  private var binaryByteCount = 0

  private static let maximumDepth = 256
  private static let maximumWordLength = 32
  private static let maximumFontCount = 4096
  private static let maximumInstructionsByteCount = 1 << 20
  private static let maximumPendingByteCount = 4096

  private enum State {
    case text, control, word, number, hexadecimal(UInt8?), binary
  }

  /// Parses more of the document.
  mutating func parse(_ bytes: borrowing Span<UInt8>) {
    for index in bytes.indices { take(bytes[index]) }
  }

  /// Ends the document.
  mutating func finish() {
    if case .word = state { endControlWord() } else if case .number = state { endControlWord() }
    flush()
    var links = LinkAddresses()
    links.take(fieldInstruction: String(decoding: instructions, as: UTF8.self))
    text.append(contentsOf: links.takeText().utf8)
  }

  /// Returns the text in UTF-8 since the last call.
  mutating func takeText() -> [UInt8] {
    defer { text = [] }
    return text
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .binary:
      binaryByteCount -= 1
      if binaryByteCount <= 0 { state = .text }
    case .hexadecimal(let first): takeHexadecimal(byte, after: first)
    case .control: beginControl(byte)
    case .word where byte.isLetter && word.count < Self.maximumWordLength: word.append(byte)
    case .word where byte == UInt8(ascii: "-") && !isNegative: isNegative = true
    case .word where byte.isDigit, .number where byte.isDigit:
      state = .number
      parameter = min((parameter ?? 0) * 10 + Int(byte - 0x30), Int(Int32.max))
    case .word, .number:
      endControlWord()
      // One space belongs to the control word.
      if byte != UInt8(ascii: " ") { take(byte) }
    case .text: takeText(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\"): state = .control
    case UInt8(ascii: "{"): open()
    case UInt8(ascii: "}"): close()
    case 0x0A, 0x0D, 0: break
    default: put(byte)
    }
  }

  private mutating func open() {
    flush()
    isIgnorable = false
    replacementCount = 0
    if groups.count < Self.maximumDepth { groups.append(group) } else { surplusDepth += 1 }
  }

  private mutating func close() {
    flush()
    replacementCount = 0
    if surplusDepth > 0 {
      surplusDepth -= 1
    } else if let outer = groups.popLast() {
      group = outer
    }
  }

  private mutating func beginControl(_ byte: UInt8) {
    state = .text
    switch byte {
    case UInt8(ascii: "'"): state = .hexadecimal(nil)
    case UInt8(ascii: "*"): isIgnorable = true
    case UInt8(ascii: "~"): put("\u{A0}")
    case UInt8(ascii: "_"): put("\u{2011}")
    case UInt8(ascii: "-"): break
    case 0x0A, 0x0D: put("\n")
    case _ where byte.isLetter:
      state = .word
      word = [byte]
      parameter = nil
      isNegative = false
    default: put(byte)
    }
  }

  private mutating func takeHexadecimal(_ byte: UInt8, after first: UInt8?) {
    let digit = byte.isDigit ? byte - 0x30 : (byte | 0x20) &- 0x61 < 6 ? (byte | 0x20) - 0x61 + 10 : nil
    guard let digit else {
      state = .text
      return
    }
    guard let first else {
      state = .hexadecimal(digit)
      return
    }
    state = .text
    put(first << 4 | digit)
  }

  private mutating func endControlWord() {
    state = .text
    let name = String(decoding: word, as: UTF8.self)
    let number = parameter.map { isNegative ? -$0 : $0 }
    let mayIgnore = isIgnorable
    isIgnorable = false
    if name == "u" { return putUnicode(number ?? 0) }
    if name == "bin" {
      binaryByteCount = max(0, number ?? 0)
      if binaryByteCount > 0 { state = .binary }
      return
    }
    if replacementCount > 0, name != "uc" {
      replacementCount -= 1
      return
    }
    if let destination = RTFGroup.Destination(word: name, mayIgnore: mayIgnore) {
      flush()
      group.destination = if case .field(let field) = destination { .field(metadata.begin(field)) } else { destination }
      // One instruction ends where the next begins.
      if destination == .instruction { store("\n".utf8) }
      if destination == .propertyName { metadata.beginProperty() }
    } else {
      apply(name, number)
    }
  }

  private mutating func apply(_ name: String, _ number: Int?) {
    switch name {
    case "ansicpg": defaultCodePage = number ?? defaultCodePage
    case "mac": defaultCodePage = 10_000
    case "pc": defaultCodePage = 437
    case "pca": defaultCodePage = 850
    case "uc": group.replacementCount = min(max(number ?? 1, 0), 16)
    case "f" where group.destination == .fonts: definedFont = number ?? 0
    case "fcharset":
      if group.destination == .fonts, fonts.count < Self.maximumFontCount {
        fonts[definedFont] = Self.codePage(ofCharacterSet: number ?? 0)
      }
    case "f":
      flush()
      group.codePage = fonts[number ?? 0]
    case "plain":
      flush()
      group.codePage = nil
      group.isDeleted = false
    case "deleted":
      flush()
      group.isDeleted = number != 0
    case "nofpages": metadata.pageCount = number
    case "par", "line", "row", "sect", "page", "softline": put("\n")
    case "tab", "cell", "nestcell": put("\t")
    case "emdash": put("—")
    case "endash": put("–")
    case "lquote": put("‘")
    case "rquote": put("’")
    case "ldblquote": put("“")
    case "rdblquote": put("”")
    case "bullet": put("•")
    case "emspace", "enspace", "qmspace": put(" ")
    default: if case .field(let field) = group.destination { metadata.take(name, number ?? 0, for: field) }
    }
  }

  /// Stores a character of the code page, or skips it after a Unicode character.
  private mutating func put(_ byte: UInt8) {
    if replacementCount > 0 {
      replacementCount -= 1
      return
    }
    guard group.destination.isStored else { return }
    pending.append(byte)
    if pending.count >= Self.maximumPendingByteCount, byte < 0x80 { flush() }
  }

  private mutating func put(_ character: String) {
    flush()
    store(character.utf8)
  }

  /// Stores a unit of UTF-16, which RTF writes as a signed number.
  private mutating func putUnicode(_ number: Int) {
    flush()
    replacementCount = group.replacementCount
    let unit = UInt16(truncatingIfNeeded: number)
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
      return
    }
    let units = UTF16.isTrailSurrogate(unit) ? [highSurrogate, unit].compactMap(\.self) : [unit]
    highSurrogate = nil
    store(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    store(CodePage(group.codePage ?? defaultCodePage).utf8(pending))
  }

  private mutating func store(_ bytes: some Sequence<UInt8>) {
    switch group.destination {
    case .body: if !group.isDeleted { text.append(contentsOf: bytes) }
    case .field(let field): metadata.append(bytes, to: field)
    case .propertyName: metadata.append(bytes, toPropertyName: true)
    case .propertyValue: metadata.append(bytes, toPropertyName: false)
    case .instruction: if instructions.count < Self.maximumInstructionsByteCount { instructions.append(contentsOf: bytes) }
    case .fonts, .skipped: break
    }
  }

  private static func codePage(ofCharacterSet number: Int) -> Int? {
    [
      77: 10_000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251,
      222: 874, 238: 1250, 255: 437,
    ][number]
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
