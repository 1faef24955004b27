// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// Writes Apple's XML property lists.
package enum PropertyList {
  /// A whole file with one value.
  package static func document(_ value: AttributeValue) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(element(value, depth: 0))</plist>

    """
  }

  /// - Returns: Lines indented by tabs. `null` is omitted, because property lists cannot represent
  ///   it.
  private static func element(_ value: AttributeValue, depth: Int) -> String {
    let margin = String(repeating: "\t", count: depth)
    switch value {
    case .string(let text): return "\(margin)<string>\(escaped(text))</string>\n"
    case .person(let person): return "\(margin)<string>\(escaped(person.shownName))</string>\n"
    case .integer(let number): return "\(margin)<integer>\(number)</integer>\n"
    case .number(let number): return "\(margin)<real>\(OldStyleDescription.decimal(number))</real>\n"
    case .boolean(let flag): return "\(margin)<\(flag ? "true" : "false")/>\n"
    case .date(let date): return date.isoText.map { "\(margin)<date>\($0)</date>\n" } ?? ""
    case .data(let bytes): return "\(margin)<data>\(Base64.encode(bytes))</data>\n"
    case .null: return ""
    case .array(let elements):
      guard !elements.isEmpty else { return "\(margin)<array/>\n" }
      return "\(margin)<array>\n" + elements.map { element($0, depth: depth + 1) }.joined() + "\(margin)</array>\n"
    case .dictionary(let entries):
      let members = entries.sorted { $0.key < $1.key }.map { name, value in (name, element(value, depth: depth + 1)) }.filter {
        !$0.1.isEmpty
      }
      guard !members.isEmpty else { return "\(margin)<dict/>\n" }
      return "\(margin)<dict>\n" + members.map { "\(margin)\t<key>\(escaped($0))</key>\n\($1)" }.joined() + "\(margin)</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\r": escaped += "&#13;"
      default:
        // XML cannot represent these characters, not even escaped.
        let isForbidden = scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        escaped.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }
}
