// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import QueryLanguage
package import TextAnalysis

/// A document in memory, which consists of attributes and text.
package struct MemoryDocument: QueryableDocument, CustomStringConvertible {
  package var record = AttributeRecord()
  package var text: String?

  /// - Parameter custom: Whether `*` includes keys that are not in the schema.
  package init(_ values: [String: AttributeValue] = [:], text: String? = nil, custom: AttributeRecord.Searchability = .byDefault) {
    for (name, value) in values {
      switch AttributeName(name) {
      case .known(let key): record[key] = value
      case .custom(let name): record.setCustom(name, to: value, searchability: custom)
      }
    }
    self.text = text
  }

  package func value(of name: AttributeName) -> AttributeValue? { record[name] }

  package func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) rethrows {
    for entry in record.known where entry.key.definition.wildcardSearch == .searched {
      guard try body(.known(entry.key), entry.value) else { return }
    }
    for entry in record.custom where entry.searchability == .byDefault {
      guard try body(.custom(entry.name), entry.value) else { return }
    }
  }

  package func textMatches(_ pattern: TextPattern) -> Bool { text.map(pattern.matches) ?? false }

  package var description: String {
    let values = record.known.map { "\($0.key): \($0.value)" } + record.custom.map { "\($0.name): \($0.value)" }
    return "\(values.joined(separator: ", ")) text: \(text ?? "none")"
  }
}

extension MemoryDocument {
  package func matches(_ query: String, in context: EvaluationContext = .fixed) throws -> Bool {
    try CompiledPredicate(Query(parsing: query), in: context).matches(self)
  }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: AttributeValue...) { self = .array(elements) }

  package static func date(_ text: String) -> AttributeValue { .date(.at(text)) }
}
