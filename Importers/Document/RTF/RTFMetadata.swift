// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The document properties of RTF.
struct RTFMetadata {
  /// The control words of the properties.
  enum Field: String {
    case author, category, company, creationTime = "creatim", comment = "doccomm", generator, keywords, lastAuthor = "operator", manager
    case revisionTime = "revtim", subject, title
  }

  var pageCount: Int?
  /// The properties that the author of the document has defined.
  private(set) var properties: [(name: [UInt8], value: [UInt8])] = []
  private var texts: [Field: [UInt8]] = [:]
  private var dates: [Field: [String: Int]] = [:]

  private static let maximumLength = 64 << 10
  private static let maximumPropertyCount = 256

  mutating func beginProperty() { if properties.count < Self.maximumPropertyCount { properties.append(([], [])) } }

  mutating func append(_ bytes: some Sequence<UInt8>, toPropertyName isName: Bool) {
    guard let last = properties.indices.last else { return }
    if isName, properties[last].name.count < 256 { properties[last].name.append(contentsOf: bytes) }
    if !isName, properties[last].value.count < 4096 { properties[last].value.append(contentsOf: bytes) }
  }

  /// Begins a group of a property. LibreOffice writes the last editor as a second author.
  ///
  /// - Returns: The property that the group is for.
  mutating func begin(_ field: Field) -> Field {
    guard text(field) != nil else { return field }
    if field == .author, text(.lastAuthor) == nil { return .lastAuthor }
    append("; ".utf8, to: field)
    return field
  }

  mutating func append(_ bytes: some Sequence<UInt8>, to field: Field) {
    if texts[field, default: []].count < Self.maximumLength { texts[field, default: []].append(contentsOf: bytes) }
  }

  /// Stores a part of a date.
  mutating func take(_ word: String, _ number: Int, for field: Field) {
    if ["yr", "mo", "dy", "hr", "min", "sec"].contains(word) { dates[field, default: [:]][word] = number }
  }

  /// The text of a property; `nil` if it is empty.
  func text(_ field: Field) -> String? {
    guard let bytes = texts[field] else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }

  /// The date of a property in local time.
  func date(_ field: Field) -> Date? {
    guard let parts = dates[field], let year = parts["yr"], year > 1900 else { return nil }
    let components = DateComponents(
      year: year, month: parts["mo"] ?? 1, day: parts["dy"] ?? 1, hour: parts["hr"] ?? 0, minute: parts["min"] ?? 0,
      second: parts["sec"] ?? 0)
    let calendar = Calendar(identifier: .gregorian)
    return components.isValidDate(in: calendar) ? calendar.date(from: components) : nil
  }
}
