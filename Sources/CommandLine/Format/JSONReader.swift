// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// A text is not JSON, or exceeds a limit of the reader.
package struct JSONError: Error, Hashable, CustomStringConvertible {
  package let reason: String
  /// In bytes from the start of the text.
  package let offset: Int

  package var description: String { "\(reason) at byte \(offset)" }
}

extension JSON {
  /// Reads one value (RFC 8259) in UTF-8.
  ///
  /// Of members with the same name, the last one counts. A number without a fraction or exponent that fits into 64 bits is an integer.
  ///
  /// - Complexity: O(length)
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> AttributeValue {
    var reader = JSONReader(bytes)
    return try reader.document()
  }
}

/// Not Foundation's, which would add 7.5 MB to programs that do without Foundation.
private struct JSONReader {
  /// Maximum depth of arrays and objects, each of which takes a frame of the stack.
  private static let maximumDepth = 64
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> AttributeValue {
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw fault("text after the value") }
    return value
  }

  // MARK: Characters

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func fault(_ reason: String) -> JSONError { JSONError(reason: reason, offset: offset) }

  private mutating func skipSpace() { while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 } }

  private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: wanted) else { return false }
    offset += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  // MARK: Values

  private mutating func value() throws(JSONError) -> AttributeValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in .dictionary(try reader.members()) }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in .array(try reader.elements()) }
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): return try number()
    case nil: throw fault("a value is missing")
    default:
      if take(word: "true") { return .boolean(true) }
      if take(word: "false") { return .boolean(false) }
      if take(word: "null") { return .null }
      throw fault("no value begins with this character")
    }
  }

  private mutating func nested(_ body: (inout Self) throws(JSONError) -> AttributeValue) throws(JSONError) -> AttributeValue {
    guard depth < Self.maximumDepth else { throw fault("arrays and objects are nested too deeply") }
    depth += 1
    offset += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func elements() throws(JSONError) -> [AttributeValue] {
    skipSpace()
    if take("]") { return [] }
    var elements: [AttributeValue] = []
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw fault("an array needs a comma or its end") }
    }
  }

  private mutating func members() throws(JSONError) -> [String: AttributeValue] {
    skipSpace()
    if take("}") { return [:] }
    var members: [String: AttributeValue] = [:]
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault("a member needs a name in quotation marks") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw fault("a member needs a colon") }
      members[name] = try value()
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw fault("an object needs a comma or its end") }
    }
  }

  private mutating func number() throws(JSONError) -> AttributeValue {
    let start = offset
    var isWhole = true
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let number = Int64(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else { throw fault("a number is too large") }
    return .number(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while let byte = next, Self.digits.contains(byte) { offset += 1 }
    guard offset > start else { throw fault("a digit is missing") }
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw fault("a string is not UTF-8") }
        offset += 1
        return string
      case UInt8(ascii: "\\"):
        offset += 1
        text += try escaped().utf8
      case 0..<0x20: throw fault("a string has a control character")
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw fault("a string has no end")
  }

  private static let escapes: [UInt8: Character] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}",
    UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  /// What follows a backslash.
  private mutating func escaped() throws(JSONError) -> String {
    if let byte = next, let character = Self.escapes[byte] {
      offset += 1
      return String(character)
    }
    guard take("u") else { throw fault("no such escape") }
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(UInt32(unit)) { return String(scalar) }
    // Half of a character beyond the basic multilingual plane.
    guard UTF16.isLeadSurrogate(unit), take(word: "\\u") else { throw fault("half of a surrogate pair") }
    let other = try hexadecimal()
    guard UTF16.isTrailSurrogate(other) else { throw fault("half of a surrogate pair") }
    return String(decoding: [unit, other], as: UTF16.self)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    let digits = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }), let unit = UInt16(digits, radix: 16)
    else { throw fault("an escape needs four hexadecimal digits") }
    offset += 4
    return unit
  }
}
