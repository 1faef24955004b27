// SPDX-License-Identifier: Apache-2.0

extension AttributeRecord {
  /// Cuts or removes values that exceed the limits, or do not have the type that the schema
  /// demands.
  ///
  /// - Returns: What was lost; empty for an ordinary record.
  package mutating func restrict(to limits: RecordLimits) -> [RecordLoss] {
    var restriction = Restriction(limits: limits)
    known = known.compactMap { entry in
      let value = restriction.restrict(entry.value, of: .known(entry.key), as: entry.key.definition)
      return value.map { Entry(key: entry.key, value: $0) }
    }
    var custom: [CustomEntry] = []
    for entry in self.custom {
      let name = AttributeName.custom(entry.name)
      guard custom.count < limits.customCount, entry.name.utf8.count <= limits.customNameByteCount else {
        restriction.lose(name, .tooMuch)
        continue
      }
      guard let value = restriction.restrict(entry.value, of: name, as: nil) else { continue }
      custom.append(CustomEntry(name: entry.name, searchability: entry.searchability, value: value))
    }
    self.custom = custom
    return restriction.losses
  }
}

/// The state of one call of `restrict(to:)`.
private struct Restriction {
  /// An attribute cannot be kept.
  private struct Excess: Error {
    let reason: RecordLoss.Reason
  }

  /// A hostile record may have a hundred thousand attributes, and nobody reads about each.
  private static let maximumLossCount = 1_000

  let limits: RecordLimits
  private(set) var losses: [RecordLoss] = []
  private var valueCount = 0
  /// The length of the longest string of the attribute that was cut.
  private var longestCut: Int?

  init(limits: RecordLimits) { self.limits = limits }

  mutating func lose(_ attribute: AttributeName, _ reason: RecordLoss.Reason) {
    if losses.count < Self.maximumLossCount { losses.append(RecordLoss(attribute: attribute, reason: reason)) }
  }

  /// - Parameter definition: `nil` for a custom key, which may have any value.
  /// - Returns: `nil` if the attribute must be left out.
  mutating func restrict(_ value: AttributeValue, of name: AttributeName, as definition: AttributeDefinition?) -> AttributeValue? {
    longestCut = nil
    do throws(Excess) {
      if let definition, !value.conforms(to: definition) { throw Excess(reason: .invalid) }
      let restricted = try restrict(value, depth: 0)
      if let longestCut { lose(name, .cut(byteCount: longestCut)) }
      return restricted
    } catch {
      lose(name, error.reason)
      return nil
    }
  }

  private mutating func restrict(_ value: AttributeValue, depth: Int) throws(Excess) -> AttributeValue {
    valueCount += 1
    guard valueCount <= limits.valueCount else { throw Excess(reason: .tooMuch) }
    guard depth <= AttributeRecord.maximumDepth else { throw Excess(reason: .invalid) }
    switch value {
    case .integer, .boolean, .null: return value
    case .number(let number):
      guard number.isFinite else { throw Excess(reason: .invalid) }
      return value
    case .date(let date):
      // Also false if it is not a number.
      guard abs(date.secondsSinceReferenceDate) <= limits.dateRange else { throw Excess(reason: .invalid) }
      return value
    case .string(let string):
      let count = string.utf8.count
      guard count > limits.valueByteCount else { return value }
      longestCut = max(count, longestCut ?? 0)
      return .string(string.prefix(utf8ByteCount: limits.valueByteCount))
    case .data(let bytes):
      try check(bytes.count, limits.valueByteCount)
      return value
    case .person(let person):
      try check(person.texts.reduce(0) { $0 + $1.utf8.count }, limits.valueByteCount)
      return value
    case .array(let elements):
      var kept: [AttributeValue] = []
      for element in elements { kept.append(try restrict(element, depth: depth + 1)) }
      return .array(kept)
    case .dictionary(let entries):
      var kept: [String: AttributeValue] = [:]
      for (key, element) in entries {
        try check(key.utf8.count, limits.customNameByteCount)
        kept[key] = try restrict(element, depth: depth + 1)
      }
      return .dictionary(kept)
    }
  }

  private func check(_ count: Int, _ limit: Int) throws(Excess) {
    guard count <= limit else { throw Excess(reason: .tooMuch) }
  }
}

extension AttributeValue {
  /// Whether the schema permits the value.
  fileprivate func conforms(to definition: AttributeDefinition) -> Bool {
    switch self {
    case .null: true
    case .array(let elements): definition.multiplicity == .many && elements.allSatisfy { $0.conforms(to: definition.type) }
    default: conforms(to: definition.type)
    }
  }

  private func conforms(to type: AttributeDefinition.ValueType) -> Bool {
    switch (self, type) {
    // Programs need not know whether a number is whole, or stands for a condition.
    case (.integer, .integer), (.integer, .number), (.integer, .boolean), (.number, .integer), (.number, .number), (.number, .boolean),
      (.boolean, .integer), (.boolean, .number), (.boolean, .boolean):
      true
    case (.string, .string), (.string, .url), (.date, .date), (.data, .data), (.person, .person), (.dictionary, .dictionary): true
    // A localized string.
    case (.dictionary(let forms), .string): forms.values.allSatisfy { if case .string = $0 { true } else { false } }
    default: false
    }
  }
}

extension Person {
  fileprivate var texts: [String] { [displayName, contactIdentifier, handleIdentifier].compactMap { $0 } + handles }
}
