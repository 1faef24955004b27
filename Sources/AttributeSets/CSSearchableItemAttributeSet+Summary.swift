// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import Foundation

extension CSSearchableItemAttributeSet {
  /// The names and values of the attributes, as descriptions list them: CoreSpotlight's name if
  /// there is one, and long texts and lists shortened.
  package var summary: String {
    let known = record.known.map { "\($0.key.definition.coreSpotlightName ?? $0.key.description): \($0.value.summary)" }
    let custom = record.custom.map { "\($0.name): \($0.value.summary)" }
    return (known + custom).joined(separator: ", ")
  }
}

extension Date {
  /// The date, or its number of seconds if it is so far away that Foundation traps when it
  /// describes it.
  package var summary: String {
    // Dates do not compare as their numbers do: every date is at most `NaN`.
    let seconds = timeIntervalSinceReferenceDate
    let describable = Date.distantPast.timeIntervalSinceReferenceDate...Date.distantFuture.timeIntervalSinceReferenceDate
    return describable.contains(seconds) ? description : "\(seconds) seconds after 2001"
  }
}

extension AttributeValue {
  private static let maximumTextLength = 60
  private static let maximumElementCount = 5

  /// The value on one line, of bounded length.
  fileprivate var summary: String {
    switch self {
    case .string(let text):
      text.count > Self.maximumTextLength ? "\(text.prefix(Self.maximumTextLength))…".debugDescription : text.debugDescription
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .date(let timestamp): Date(timestamp).summary
    case .data(let bytes): "\(bytes.count) bytes"
    case .person(let person): (person.displayName ?? person.handles.first ?? "").debugDescription
    case .array(let elements):
      "["
        + (elements.prefix(Self.maximumElementCount).map(\.summary) + (elements.count > Self.maximumElementCount ? ["…"] : []))
        .joined(separator: ", ") + "]"
    case .dictionary(let entries): "\(entries.count) entries"
    case .null: "null"
    }
  }
}
