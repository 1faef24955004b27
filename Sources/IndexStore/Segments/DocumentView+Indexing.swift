// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments

extension DocumentView {
  /// Adds the view's current document to a segment, as specified by ``AttributeIndexing``.
  func add(to builder: SegmentBuilder) throws(StoreError) {
    let record = try attributes()
    let name = name
    let reference = reference
    try translatingSegmentErrors { () throws(SegmentError) in
      try builder.beginDocument(id: reference.document.rawValue, directory: UInt64(reference.directory.rawValue), name: name.span)
      if type != .unknown { try builder.addValue(String(type.rawValue).utf8.span, of: .type) }
    }
    try forEachRankedText { field, text throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try builder.addWords(of: text.utf8.span, to: field.words) }
    }
    for (key, field, kind) in content == .files ? Self.columns : [] {
      guard let number = try value(of: key).flatMap(Self.number) else { continue }
      try translatingSegmentErrors { () throws(SegmentError) in try builder.addNumber(number, in: field, as: kind) }
    }
    try translatingSegmentErrors { () throws(SegmentError) in
      for entry in record.known where AttributeIndexing(entry.key, in: content).hasRecordValues {
        try Self.add(entry.value, to: SegmentField(.known(entry.key)), builder)
      }
      for entry in record.custom where entry.searchability != .notSearchable {
        try Self.add(entry.value, to: SegmentField(.custom(entry.name)), builder)
        if entry.searchability == .byDefault { try Self.add(entry.value, to: .customByDefault, builder) }
      }
    }
  }

  /// Columns that documents get from their status.
  private static let columns: [(AttributeKey, SegmentField, NumberKind)] = [
    (.fileSize, .size, .number), (.fsContentChangeDate, .modified, .date), (.fsCreationDate, .created, .date),
    (.addedDate, .added, .date), (.fsOwnerUserID, .user, .number), (.fsOwnerGroupID, .group, .number),
  ]

  private static func number(_ value: AttributeValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .date(let date): date.secondsSinceReferenceDate
    default: nil
    }
  }

  /// Adds a value in each form that ``AttributeTest/Condition/holds(for:)`` compares, including its
  /// mere presence.
  private static func add(_ value: AttributeValue, to field: SegmentField, _ builder: SegmentBuilder) throws(SegmentError) {
    switch value {
    case .string(let string): try builder.addValue(string.utf8.span, of: field)
    case .integer(let number): try builder.addNumber(Double(number), in: field, as: .number)
    case .number(let number): try builder.addNumber(number, in: field, as: .number)
    case .boolean(let flag): try builder.addNumber(flag ? 1 : 0, in: field, as: .boolean)
    case .date(let date): try builder.addNumber(date.secondsSinceReferenceDate, in: field, as: .date)
    case .person(let person):
      if let name = person.displayName { try builder.addValue(name.utf8.span, of: field) }
      for handle in person.handles { try builder.addValue(handle.utf8.span, of: field) }
      try builder.addPresence(of: field)
    case .array(let elements): for element in elements { try add(element, to: field, builder) }
    case .dictionary(let entries):
      try builder.addPresence(of: field)
      for value in entries.values { try add(value, to: field, builder) }
    case .data: try builder.addPresence(of: field)
    case .null: break
    }
  }
}
