// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments

/// A group of attributes whose words rank alike. Segments of the attributes layer have the words of
/// each group, see ``SegmentBuilder/addWords(of:to:)``.
enum RankedField: UInt8, CaseIterable, Sendable {
  // The raw values are on disk.
  case name = 0
  case title = 1
  case keywords = 2
  case people = 3
  case description = 4

  /// The group of an attribute that records have.
  init?(_ key: AttributeKey) {
    guard let group = Self.groups[Int(key.rawValue)] else { return nil }
    self = group
  }

  /// The group of each attribute of the schema.
  private static let groups = AttributeKey.all.map { group(of: $0) }

  private static func group(of key: AttributeKey) -> RankedField? {
    switch key {
    case .displayName, .title, .alternateNames, .album: .title
    case .keywords, .contactKeywords, .projects, .musicalGenre, .genre: .keywords
    case .authors, .authorNames, .authorEmailAddresses, .authorAddresses, .primaryRecipients, .additionalRecipients, .recipientNames,
      .recipientEmailAddresses, .recipientAddresses, .participants, .editors, .contributors, .publishers, .organizations, .artist,
      .composer, .lyricist, .performers, .director, .producer, .emailAddresses, .phoneNumbers:
      .people
    case .subject, .contentDescription, .comment, .headline, .theme, .information, .textContentSummary, .namedLocation, .city,
      .stateOrProvince, .country, .containerTitle, .containerDisplayName:
      .description
    default: nil
    }
  }

  /// The attributes in the group ``title``.
  static let titleKeys = AttributeKey.all.filter { RankedField($0) == .title }

  /// The field of the group's words.
  var words: SegmentField { Self.wordFields[Int(rawValue)] }

  private static let wordFields = allCases.map { SegmentField(reserved: 3 + $0.rawValue) }

  /// Whether the group's words belong to the vector of the document. Names of files do not, because a file is renamed without its
  /// text, and keywords and names of people are no sentences.
  var hasMeaning: Bool { self == .title || self == .description }

  /// Whether the group's words are a name of the document.
  var isTitle: Bool { self == .name || self == .title }
}

extension DocumentView {
  /// Calls `body` with each text of the current document that is ranked, except its text content.
  ///
  /// - Parameter isWanted: Texts of other fields are skipped.
  func forEachRankedText(
    in isWanted: (RankedField) -> Bool = { _ in true }, _ body: (RankedField, String) throws(StoreError) -> Void
  ) throws(StoreError) {
    if !name.isEmpty, isWanted(.name) { try body(.name, String(decoding: name, as: UTF8.self)) }
    for entry in try attributes().known {
      guard let field = RankedField(entry.key), isWanted(field) else { continue }
      try Self.forEachText(in: entry.value) { text throws(StoreError) in try body(field, text) }
    }
  }

  private static func forEachText(
    in value: AttributeValue, _ body: (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    switch value {
    case .string(let text): try body(text)
    case .person(let person):
      if let name = person.displayName { try body(name) }
      for handle in person.handles { try body(handle) }
    case .array(let elements): for element in elements { try forEachText(in: element, body) }
    case .dictionary(let entries): for value in entries.values { try forEachText(in: value, body) }
    case .integer, .number, .boolean, .date, .data, .null: break
    }
  }
}
