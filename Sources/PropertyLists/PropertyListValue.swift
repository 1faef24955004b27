// SPDX-License-Identifier: Apache-2.0

/// A value in a property list of Apple's systems.
package indirect enum PropertyListValue: Equatable, Sendable {
  case string(String)
  case data([UInt8])
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  /// In seconds since the beginning of 2001 in UTC.
  case date(Double)
  case array([PropertyListValue])
  /// In the order of the file.
  case dictionary([Entry])
  /// None, or a reference that only archives of objects have.
  case other

  package struct Entry: Equatable, Sendable {
    package let key: String
    package let value: PropertyListValue

    package init(_ key: String, _ value: PropertyListValue) { (self.key, self.value) = (key, value) }
  }

  /// The value for a key of a dictionary; `nil` for other values.
  package subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements of an array; none for other values.
  package var elements: [PropertyListValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// Calls `body` with the keys, texts and whole numbers, in the order of the file.
  package func forEachText(_ body: (String) throws -> Void) rethrows {
    switch self {
    case .string(let text): try body(text)
    case .integer(let number): try body(String(number))
    case .array(let elements): for element in elements { try element.forEachText(body) }
    case .dictionary(let entries):
      for entry in entries {
        try body(entry.key)
        try entry.value.forEachText(body)
      }
    case .data, .boolean, .number, .date, .other: break
    }
  }
}
