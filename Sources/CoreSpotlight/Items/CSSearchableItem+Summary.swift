internal import AttributeSets
internal import Attributes
internal import Foundation

extension CSSearchableItem {
  /// The values of the item, as its description lists them.
  var summary: String {
    var parts = ["uniqueIdentifier: \(uniqueIdentifier.debugDescription)"]
    if let domainIdentifier { parts.append("domainIdentifier: \(domainIdentifier.debugDescription)") }
    parts.append("expirationDate: \(expirationDate.summary)")
    if isUpdate { parts.append("isUpdate: true") }
    if !updateListenerOptions.isEmpty { parts.append("updateListenerOptions: \(updateListenerOptions.rawValue)") }
    let record = attributeSet.record
    parts += record.known.map { "\($0.key.definition.coreSpotlightName ?? $0.key.description): \($0.value.summary)" }
    parts += record.custom.map { "\($0.name): \($0.value.summary)" }
    return parts.joined(separator: ", ")
  }
}

extension Date {
  /// The date, or its number of seconds if it is so far away that Foundation traps when it
  /// describes it.
  fileprivate var summary: String {
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
