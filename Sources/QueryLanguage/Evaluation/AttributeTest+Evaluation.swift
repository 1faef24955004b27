// SPDX-License-Identifier: Apache-2.0

package import Attributes
import TextAnalysis

extension AttributeTest {
  /// Whether the document satisfies the condition.
  package func holds(for document: some QueryableDocument) throws -> Bool {
    switch subject {
    case .attribute(let name):
      guard let value = try document.value(of: name) else { return false }
      return condition.holds(for: value)
    case .text:
      return try textHolds(for: document)
    case .anything(let includingText):
      var isFound = false
      try document.forEachSearchableValue { _, value in
        isFound = condition.holds(for: value)
        return !isFound
      }
      return try isFound || (includingText && textHolds(for: document))
    }
  }

  private func textHolds(for document: some QueryableDocument) throws -> Bool {
    switch condition {
    case .present: try document.textMatches(.anyText)
    case .matches(let readings): if let pattern = readings.text { try document.textMatches(pattern) } else { false }
    }
  }
}

extension AttributeTest.Condition {
  /// Whether a value, or any of its elements, satisfies the condition. `null` and the empty array
  /// count as absent.
  package func holds(for value: AttributeValue) -> Bool {
    switch value {
    case .null: return false
    case .array(let elements): return elements.contains { holds(for: $0) }
    default: break
    }
    guard case .matches(let readings) = self else { return true }
    switch value {
    case .string(let string): return readings.strings?.matches(string) ?? false
    case .integer(let number): return readings.numbers?.contains(Double(number)) ?? false
    case .number(let number): return readings.numbers?.contains(number) ?? false
    case .boolean(let flag): return readings.booleans?.contains(flag ? 1 : 0) ?? false
    case .date(let date): return readings.dates?.contains(date.secondsSinceReferenceDate) ?? false
    case .person(let person):
      guard let strings = readings.strings else { return false }
      return person.displayName.map(strings.matches) ?? false || person.handles.contains(where: strings.matches)
    case .dictionary(let entries): return entries.values.contains { holds(for: $0) }
    case .data, .array, .null: return false
    }
  }
}
