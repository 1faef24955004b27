// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments

extension DocumentView {
  /// Adds the view's current document to a segment, as specified by ``AttributeIndexing``.
  func add(to builder: inout SegmentBuilder) throws(StoreError) {
    let record = try attributes()
    let name = name
    let reference = reference
    try translatingSegmentErrors { () throws(SegmentError) in
      try builder.beginDocument(id: reference.document.rawValue, directory: UInt64(reference.directory.rawValue), name: name.span)
      if type != .unknown { try builder.addValue(String(type.rawValue).utf8.span, of: .type) }
    }
    try forEachRankedText { field, text throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in
        try builder.addWords(of: text.utf8.span, to: field.words, hasMeaning: field.hasMeaning)
      }
    }
    if content == .files { try addColumns(to: &builder) }
    try translatingSegmentErrors { () throws(SegmentError) in
      for entry in record.known where AttributeIndexing(entry.key, in: content).hasRecordValues {
        try Self.add(entry.value, to: SegmentField(.known(entry.key)), &builder)
      }
      for entry in record.custom where entry.searchability != .notSearchable {
        try Self.add(entry.value, to: SegmentField(.custom(entry.name)), &builder)
        if entry.searchability == .byDefault { try Self.add(entry.value, to: .customByDefault, &builder) }
      }
    }
  }

  /// Adds the columns that files get from their status, with the values that ``value(of:)`` has for their
  /// attributes.
  private func addColumns(to builder: inout SegmentBuilder) throws(StoreError) {
    let added = try whenAdded()
    try translatingSegmentErrors { () throws(SegmentError) in
      if let size { try builder.addNumber(Double(size), in: .size, as: .number) }
      try builder.addNumber(modified.secondsSinceReferenceDate, in: .modified, as: .date)
      try builder.addNumber(created.secondsSinceReferenceDate, in: .created, as: .date)
      try builder.addNumber(added.secondsSinceReferenceDate, in: .added, as: .date)
      try builder.addNumber(Double(status.userID), in: .user, as: .number)
      try builder.addNumber(Double(status.groupID), in: .group, as: .number)
    }
  }

  /// Adds a value in each form that ``AttributeTest/Condition/holds(for:)`` compares, including its
  /// mere presence.
  private static func add(_ value: AttributeValue, to field: SegmentField, _ builder: inout SegmentBuilder) throws(SegmentError) {
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
    case .array(let elements): for element in elements { try add(element, to: field, &builder) }
    case .dictionary(let entries):
      try builder.addPresence(of: field)
      for value in entries.values { try add(value, to: field, &builder) }
    case .data: try builder.addPresence(of: field)
    case .null: break
    }
  }
}
