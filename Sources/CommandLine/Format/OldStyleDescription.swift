// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// Values in the old property list style, which Apple's tools use for arrays and dictionaries: `(
/// a, "b c" )`, `{ name = value; }`.
package enum OldStyleDescription {
  /// A value after ` = `: strings are quoted, `null` is `(null)`, and arrays and dictionaries take
  /// several lines.
  ///
  /// - Parameter indentation: The indentation of the first line, in columns.
  package static func value(_ value: AttributeValue, indentation: Int = 0) -> String {
    switch value {
    case .string(let text): "\"\(escaped(text, keepingUnicode: true))\""
    case .person(let person): "\"\(escaped(person.shownName, keepingUnicode: true))\""
    case .date(let date): date.columnText
    case .array(let elements): array(elements, indentation: indentation)
    case .dictionary(let entries): dictionary(entries.map { ($0.key, $0.value) }, indentation: indentation)
    case .integer, .number, .boolean, .data, .null: plain(value)
    }
  }

  /// A value on one line, such as `(a, "b c")`. Text at the outermost level is not quoted.
  package static func line(_ value: AttributeValue) -> String {
    switch value {
    case .array(let elements): "(" + elements.map(lineElement).joined(separator: ", ") + ")"
    case .dictionary(let entries):
      "{" + entries.sorted { $0.key < $1.key }.map { "\(quotedIfNeeded($0.key)) = \(lineElement($0.value))" }.joined(separator: "; ") + "}"
    case .string(let text): escapedControls(text)
    default: value.plainText()
    }
  }

  private static func lineElement(_ value: AttributeValue) -> String {
    switch value {
    case .array, .dictionary: line(value)
    case .string(let text) where text.unicodeScalars.contains { !$0.isASCII }: "\"\(escaped(text, keepingUnicode: true))\""
    default: element(value, indentation: 0)
    }
  }

  /// A newline would look like the end of the result.
  private static func escapedControls(_ text: String) -> String {
    text.unicodeScalars.contains { $0.value < 0x20 } ? escaped(text, keepingUnicode: true) : text
  }

  /// `(`, one element per line, `)`.
  private static func array(_ elements: [AttributeValue], indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation + 4)
    let lines = elements.map { margin + element($0, indentation: indentation + 4) }
    return "(\n" + lines.joined(separator: ",\n") + (lines.isEmpty ? "" : "\n") + String(repeating: " ", count: indentation) + ")"
  }

  /// `{`, one `name = value;` per line sorted by name, `}`.
  package static func dictionary(_ entries: [(name: String, value: AttributeValue)], indentation: Int = 0) -> String {
    let margin = String(repeating: " ", count: indentation + 4)
    let lines = entries.sorted { $0.name < $1.name }.map { name, value in
      "\(margin)\(quotedIfNeeded(name)) = \(element(value, indentation: indentation + 4));\n"
    }
    return "{\n" + lines.joined() + String(repeating: " ", count: indentation) + "}"
  }

  /// A value inside another: words are not quoted, and other text is escaped to ASCII.
  private static func element(_ value: AttributeValue, indentation: Int) -> String {
    switch value {
    case .string(let text): quotedIfNeeded(text)
    case .person(let person): quotedIfNeeded(person.shownName)
    case .date(let date): "\"\(date.columnText)\""
    case .array, .dictionary: self.value(value, indentation: indentation)
    case .integer, .number, .boolean, .data, .null: plain(value)
    }
  }

  private static func plain(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let number): String(number)
    case .number(let number): decimal(number)
    case .boolean(let flag): flag ? "1" : "0"
    case .data(let bytes): "<\(hexadecimal(bytes))>"
    case .null: "(null)"
    case .string, .person, .date, .array, .dictionary: preconditionFailure("These have forms of their own")
    }
  }

  /// The shortest text that represents the number exactly; whole numbers have no decimal point.
  package static func decimal(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
    return number.description
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index > 0, index % 4 == 0 { text += " " }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  static func quotedIfNeeded(_ text: String) -> String {
    let isWord =
      !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) }
    return isWord ? text : "\"\(escaped(text, keepingUnicode: false))\""
  }

  /// Text for use between quotes: quotes, backslashes and control characters are escaped. If
  /// `keepingUnicode` is false, other characters outside ASCII are escaped too, as `\U00e9` for
  /// each UTF-16 unit.
  static func escaped(_ text: String, keepingUnicode: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default:
        if (0x20..<0x7F).contains(scalar.value) || (keepingUnicode && scalar.value >= 0xA0) {
          escaped.unicodeScalars.append(scalar)
        } else {
          for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() { escaped += "\\U" + fourDigits(unit) }
        }
      }
    }
    return escaped
  }

  static func fourDigits(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Person {
  /// The name, or else the first address, or else an empty text.
  var shownName: String { displayName ?? handles.first ?? "" }
}
