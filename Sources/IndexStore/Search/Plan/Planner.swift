// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

/// Turns a predicate into a plan: for each comparison, where segments store the answer according to
/// ``AttributeIndexing``.
struct Planner {
  /// All content types of the catalog; `nil` until first used.
  private var types: [(id: TypeID, type: ContentType)]?

  mutating func plan(_ node: CompiledPredicate.Node, _ snapshot: borrowing Snapshot) throws(StoreError) -> PlanNode {
    switch node {
    case .constant(let value): return PlanNode(.constant(value), of: node)
    case .not(let operand): return PlanNode(.not(try plan(operand, snapshot)), of: node)
    case .all(let operands): return PlanNode(.all(try plans(operands, snapshot)), of: node)
    case .any(let operands): return PlanNode(.any(try plans(operands, snapshot)), of: node)
    case .test(let test): return try plan(test, snapshot).naming(node)
    }
  }

  private mutating func plans(
    _ nodes: [CompiledPredicate.Node], _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> [PlanNode] {
    var plans: [PlanNode] = []
    for node in nodes { plans.append(try plan(node, snapshot)) }
    return plans
  }

  private mutating func plan(_ test: AttributeTest, _ snapshot: borrowing Snapshot) throws(StoreError) -> PlanNode {
    switch test.subject {
    case .text: Self.text(test.condition)
    case .anything(let includingText): try anything(test.condition, includingText, snapshot)
    case .attribute(.known(let key)): try attribute(key, test.condition, snapshot)
    case .attribute(.custom(let name)): Self.custom(name, test.condition)
    }
  }

  // MARK: Subjects

  private static func text(_ condition: AttributeTest.Condition) -> PlanNode {
    switch condition {
    case .present: PlanNode(.text(.anyText))
    case .matches(let readings): readings.text.map { PlanNode(.text($0)) } ?? .constant(false)
    }
  }

  /// The same values as ``DocumentView/forEachSearchableValue(_:)``.
  private mutating func anything(
    _ condition: AttributeTest.Condition, _ includingText: Bool, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> PlanNode {
    let fields = Self.searchedFields(in: snapshot.content)
    guard case .matches(let readings) = condition else {
      // Every file has a name.
      if snapshot.content == .files { return .constant(true) }
      return .any(fields.map { PlanNode(.presence($0)) } + (includingText ? [Self.text(condition)] : []))
    }
    var parts: [PlanNode] = []
    if snapshot.content == .files, let strings = readings.strings {
      parts.append(PlanNode(.names(strings)))
      parts.append(try kind(condition, snapshot))
    }
    parts.append(PlanNode(.values(readings, fields)))
    if includingText { parts.append(Self.text(condition)) }
    return .any(parts)
  }

  /// Fields with recorded values that `*` searches.
  private static func searchedFields(in content: StoreContent) -> [SegmentField] {
    content == .files ? searchedFieldsOfFiles : searchedFieldsOfItems
  }

  private static let searchedFieldsOfFiles = makeSearchedFields(in: .files)
  private static let searchedFieldsOfItems = makeSearchedFields(in: .items)

  private static func makeSearchedFields(in content: StoreContent) -> [SegmentField] {
    let keys = AttributeKey.all.filter { DocumentView.isSearchedInRecords($0, in: content) }
    return keys.map { SegmentField(.known($0)) } + [.customByDefault]
  }

  private static func custom(_ name: String, _ condition: AttributeTest.Condition) -> PlanNode {
    let found = record(SegmentField(.custom(name)), condition)
    // Long names share a field with others that begin alike, so the documents are only candidates.
    return name.utf8.count < SegmentField.maximumNameLength ? found : PlanNode(.candidates(found))
  }

  private mutating func attribute(
    _ key: AttributeKey, _ condition: AttributeTest.Condition, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> PlanNode {
    let own = SegmentField(.known(key))
    switch AttributeIndexing(key, in: snapshot.content) {
    case .name:
      guard case .matches(let readings) = condition else { return .constant(true) }
      return readings.strings.map { PlanNode(.names($0)) } ?? .constant(false)
    case .displayName: return try displayName(condition, snapshot)
    case .type:
      let accepted = try types(snapshot) { type in DocumentView.value(of: key, in: type).map(condition.holds) ?? false }
      return accepted.isEmpty ? .constant(false) : PlanNode(.types(accepted))
    case .kind: return try kind(condition, snapshot)
    case .invisible:
      let hidden = PlanNode(.names(StringPattern(parts: [".", ""], folding: [], wholeWords: false)))
      switch (condition.holds(for: .boolean(true)), condition.holds(for: .boolean(false))) {
      case (true, true): return .constant(true)
      case (true, false): return hidden
      case (false, true): return hidden.negated
      case (false, false): return .constant(false)
      }
    case .status(let field, let kind): return Self.column(field, kind, condition)
    case .record: return Self.record(own, condition)
    case .recordElse(let field, let kind):
      guard case .matches = condition else { return .constant(true) }
      let others = PlanNode(.inOrder([Self.column(field, kind, condition), PlanNode(.presence(own)).negated]))
      return .any([Self.record(own, condition), others])
    case .recordElseConstant(let value):
      guard condition.holds(for: value) else { return Self.record(own, condition) }
      guard case .matches = condition else { return .constant(true) }
      return .any([Self.record(own, condition), PlanNode(.presence(own)).negated])
    case .computed: return PlanNode(.undecided)
    case .absent: return .constant(false)
    }
  }

  private mutating func displayName(_ condition: AttributeTest.Condition, _ snapshot: borrowing Snapshot) throws(StoreError) -> PlanNode {
    guard case .matches(let readings) = condition else { return .constant(true) }
    var found: [PlanNode] = []
    var otherwiseNamed: [PlanNode] = []
    for source in DisplayName.sources {
      let types = try types(snapshot) { DisplayName.source(ofTypes: $0.tree) == source.key }
      if types.isEmpty { continue }
      let field = SegmentField(.known(source.key))
      found.append(PlanNode(.inOrder([Self.record(field, condition), PlanNode(.types(types))])))
      otherwiseNamed.append(PlanNode(.inOrder([PlanNode(.types(types)), PlanNode(.presence(field))])))
    }
    guard let strings = readings.strings else { return .any(found) }
    let names = PlanNode(.names(strings))
    return otherwiseNamed.isEmpty ? names : .any(found + [PlanNode(.inOrder([names, PlanNode.any(otherwiseNamed).negated]))])
  }

  /// The kind of the content type or, if the type has none, the importer's value.
  private mutating func kind(_ condition: AttributeTest.Condition, _ snapshot: borrowing Snapshot) throws(StoreError) -> PlanNode {
    let accepted = try types(snapshot) { type in !type.kind.isEmpty && condition.holds(for: .string(type.kind)) }
    let known = try types(snapshot) { type in !type.kind.isEmpty }
    let others = PlanNode(.inOrder([Self.record(SegmentField(.known(.kind)), condition), PlanNode(.types(known)).negated]))
    return accepted.isEmpty ? others : .any([PlanNode(.types(accepted)), others])
  }

  private static func record(_ field: SegmentField, _ condition: AttributeTest.Condition) -> PlanNode {
    switch condition {
    case .present: PlanNode(.presence(field))
    case .matches(let readings): PlanNode(.values(readings, [field]))
    }
  }

  /// A lookup in a column with values of one kind only.
  private static func column(_ field: SegmentField, _ kind: NumberKind, _ condition: AttributeTest.Condition) -> PlanNode {
    guard case .matches(let readings) = condition else { return PlanNode(.presence(field)) }
    var some = AttributeTest.Interpretations()
    switch kind {
    case .number: some.numbers = readings.numbers
    case .boolean: some.booleans = readings.booleans
    case .date: some.dates = readings.dates
    }
    return some.isEmpty ? .constant(false) : PlanNode(.values(some, [field]))
  }

  private mutating func types(
    _ snapshot: borrowing Snapshot, where isWanted: (ContentType) -> Bool
  ) throws(StoreError) -> [TypeID] {
    let all = if let types { types } else { try snapshot.allContentTypes() }
    types = all
    return all.filter { isWanted($0.type) }.map(\.id)
  }
}
