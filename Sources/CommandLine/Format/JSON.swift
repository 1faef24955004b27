// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import LogMessages

/// Writes JSON (RFC 8259) in UTF-8, without spaces, with the members of an object sorted by name.
package enum JSON {
  package static func object(_ members: [(name: String, value: AttributeValue)]) -> String {
    "{" + members.sorted { $0.name < $1.name }.map { "\(string($0.name)):\(value($0.value))" }.joined(separator: ",") + "}"
  }

  /// Dates are written in ISO 8601 in UTC, data in base64, and persons as objects. A number that
  /// JSON cannot express becomes `null`.
  package static func value(_ value: AttributeValue) -> String {
    switch value {
    case .string(let text): string(text)
    case .integer(let number): String(number)
    case .number(let number): number.isFinite ? OldStyleDescription.decimal(number) : "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.isoText.map(string) ?? "null"
    case .data(let bytes): string(Base64.encode(bytes))
    case .person(let person): self.person(person)
    case .array(let elements): "[" + elements.map(self.value).joined(separator: ",") + "]"
    case .dictionary(let entries): object(entries.map { ($0.key, $0.value) })
    case .null: "null"
    }
  }

  private static func person(_ person: Person) -> String {
    var members: [(String, AttributeValue)] = [("handles", .array(person.handles.map { .string($0) }))]
    if let name = person.displayName { members.append(("displayName", .string(name))) }
    return object(members)
  }

  package static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        if PrintableText.isPrintable(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          // All of these characters are in the basic multilingual plane.
          quoted += "\\u" + OldStyleDescription.fourDigits(UInt16(scalar.value))
        }
      }
    }
    return quoted + "\""
  }

  /// The members that identify a file: `kMDItemPath`, and `kMDItemPathBytes` in base64 if the path
  /// is not UTF-8. In `kMDItemPath`, invalid bytes are replaced by U+FFFD.
  package static func path(_ path: [UInt8]) -> [(name: String, value: AttributeValue)] {
    let text = String(decoding: path, as: UTF8.self)
    let isExact = path.elementsEqual(text.utf8)
    return [("kMDItemPath", .string(text))] + (isExact ? [] : [("kMDItemPathBytes", .data(path))])
  }
}
