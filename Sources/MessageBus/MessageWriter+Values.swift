// SPDX-License-Identifier: Apache-2.0

package import Attributes

extension MessageWriter {
  /// Maximum depth of lists and dictionaries in a value. Deeper ones are left out. D-Bus specification, Valid Signatures: 64
  /// containers, of which each level here has up to three.
  private static let maximumDepth = 10

  /// Appends dictionaries `aa{sv}`.
  package func append(dictionaries: [[String: AttributeValue]]) {
    append(array: "a{sv}") { dictionaries.forEach { append(dictionary: $0, depth: 0) } }
  }

  /// Appends a dictionary `a{sv}`: whole numbers as `x`, other numbers and dates, in seconds since 1970, as `d`, texts as `s`, data as `ay`,
  /// lists of texts as `as`, other lists as `av`.
  package func append(dictionary: [String: AttributeValue]) { append(dictionary: dictionary, depth: 0) }

  private func append(dictionary: [String: AttributeValue], depth: Int) {
    append(array: "{sv}") {
      for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) where value != .null {
        append(container: "e", "sv") {
          append(name.valid)
          append(variant: value, depth: depth)
        }
      }
    }
  }

  private func append(variant value: AttributeValue, depth: Int) {
    switch value {
    case .string(let text): append(variant: text.valid)
    case .integer(let number): append(container: "v", "x") { append(number) }
    case .number(let number): append(container: "v", "d") { append(number) }
    case .boolean(let flag): append(container: "v", "b") { append(flag) }
    case .date(let date): append(container: "v", "d") { append(date.secondsSince1970) }
    case .data(let bytes): append(container: "v", "ay") { append(bytes: bytes) }
    case .array(let elements) where depth < Self.maximumDepth:
      let texts = elements.compactMap { element in if case .string(let text) = element { text.valid } else { nil } }
      if texts.count == elements.count {
        append(container: "v", "as") { append(texts: texts) }
      } else {
        append(container: "v", "av") { append(array: "v") { elements.forEach { append(variant: $0, depth: depth + 1) } } }
      }
    case .dictionary(let members) where depth < Self.maximumDepth:
      append(container: "v", "a{sv}") { append(dictionary: members, depth: depth + 1) }
    case .person(let person): append(variant: (person.displayName ?? person.handles.joined(separator: ", ")).valid)
    case .array, .dictionary: append(variant: "…")
    case .null: append(variant: "")
    }
  }
}

extension String {
  /// The text with U+FFFD in place of what the library takes for no text: NUL, and code points that are no characters.
  fileprivate var valid: String {
    func isValid(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value != 0 && scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
    }
    if unicodeScalars.allSatisfy(isValid) { return self }
    var text = ""
    for scalar in unicodeScalars { text.unicodeScalars.append(isValid(scalar) ? scalar : "\u{FFFD}") }
    return text
  }
}
