// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage
internal import Segments
internal import TextAnalysis
internal import Threading

/// Evaluates a plan in one segment of the attributes layer.
///
/// The operands of a conjunction are evaluated in the order in which they exclude most for the
/// least work, each only for the documents that are left. If few are left, an expensive lookup is
/// replaced by the evaluation of these documents.
///
/// A confined evaluation must not depend on dead documents: somebody may not see them. Each result is
/// restricted to live documents at once, and no decision is based on an estimate, because dictionaries
/// have the words of all documents.
final class SegmentEvaluation {
  let segment: LiveSegment
  let texts: TextMatches
  /// The segment's share of the documents of the layer, from 0 to 1.
  private let share: Double
  /// Whether to record the findings and the time of each node.
  let isTimed: Bool
  private let isConfined: Bool
  /// Maximum number of threads for a search of names, including the caller's.
  private let threads: Int
  /// The searched fields that the segment has; `nil` until first used.
  private var searchedFields: [SegmentField]?
  /// Estimates so far. A lookup is estimated when operands are ordered and again before it is done.
  var estimates: [(node: PlanNode, estimate: Estimate)] = []

  /// - Parameters:
  ///   - share: The segment's share of the documents of the layer, from 0 to 1.
  ///   - threads: Number of threads that work on all segments together. A segment with most of the
  ///     documents uses all of them.
  ///   - isConfined: Whether dead documents must not have any influence.
  init(_ segment: LiveSegment, _ texts: TextMatches, share: Double, threads: Int, isTimed: Bool, isConfined: Bool) {
    self.isConfined = isConfined
    self.segment = segment
    self.texts = texts
    self.share = share
    self.isTimed = isTimed
    self.threads = share > 0.5 ? threads : 1
  }

  /// Time to evaluate one document, in nanoseconds.
  static let confirmation = 3000

  private var universe: Int { segment.reader.documentCount }

  /// What the segment knows about its live documents.
  func bounds(_ root: PlanNode) throws(StoreError) -> Bounds {
    try bounds(root, among: isConfined ? segment.live : nil).subtracting(segment.dead)
  }

  /// - Parameter candidates: The documents for which the result matters; `nil` for all.
  private func bounds(_ node: PlanNode, among candidates: OrdinalSet?) throws(StoreError) -> Bounds {
    let start = isTimed ? ContinuousClock.now : nil
    var bounds =
      switch node.step {
      case .constant(let value): Bounds(certain: value ? OrdinalSet(all: universe) : OrdinalSet(universe: universe))
      case .not(let operand): try self.bounds(operand, among: candidates).complement
      case .all(let operands): try conjunction(isConfined ? Self.orderedByKind(operands) : try ordered(operands), among: candidates)
      case .inOrder(let operands): try conjunction(operands, among: candidates)
      case .any(let operands): try disjunction(operands, among: candidates)
      case .candidates(let operand): Bounds(undecided: try self.bounds(operand, among: candidates).candidates)
      case .lookup(let lookup): try answer(lookup, node, among: candidates)
      }
    if isConfined, let candidates { bounds = bounds.intersection(candidates) }
    if let start { note(bounds, since: start, in: node, among: candidates) }
    return bounds
  }

  private func note(_ bounds: Bounds, since start: ContinuousClock.Instant, in node: PlanNode, among candidates: OrdinalSet?) {
    node.findings.time += ContinuousClock.now - start
    node.findings.segments += 1
    let relevant = candidates.map { $0.subtracting(segment.dead) } ?? segment.live
    node.findings.certain += bounds.certain.intersection(relevant).count
    node.findings.undecided += bounds.undecided.intersection(relevant).count
  }

  private func conjunction(_ operands: [PlanNode], among candidates: OrdinalSet?) throws(StoreError) -> Bounds {
    var result: Bounds?
    for operand in operands {
      guard let sofar = result else {
        result = try bounds(operand, among: candidates)
        continue
      }
      let remaining = sofar.candidates
      if remaining.isEmpty { break }
      result = sofar.intersection(try bounds(operand, among: candidates.map { $0.intersection(remaining) } ?? remaining))
    }
    return result ?? Bounds(certain: OrdinalSet(all: universe))
  }

  private func disjunction(_ operands: [PlanNode], among candidates: OrdinalSet?) throws(StoreError) -> Bounds {
    var result: Bounds?
    for operand in operands {
      guard let sofar = result else {
        result = try bounds(operand, among: candidates)
        continue
      }
      if sofar.certain.count == universe { break }
      guard let candidates else {
        result = sofar.union(try bounds(operand, among: nil))
        continue
      }
      let rest = candidates.subtracting(sofar.certain)
      if rest.isEmpty { break }
      result = sofar.union(try bounds(operand, among: rest))
    }
    return result ?? Bounds(certain: OrdinalSet(universe: universe))
  }

  // MARK: Lookups

  private func answer(_ lookup: IndexLookup, _ node: PlanNode, among candidates: OrdinalSet?) throws(StoreError) -> Bounds {
    if isConfined, let candidates { return try answer(lookup, confinedTo: candidates) }
    switch lookup {
    case .text(let pattern): return Bounds(certain: try documents(withText: pattern, among: candidates))
    case .names(let pattern):
      if let candidates, try candidates.count * Self.nameReading < estimate(node, lookup).nanoseconds {
        return Bounds(certain: try documents(named: pattern, among: candidates))
      }
    default:
      if let candidates, try candidates.count * Self.confirmation < estimate(node, lookup).nanoseconds {
        if isTimed { node.findings.deferred += 1 }
        return Bounds(undecided: candidates)
      }
    }
    if case .names(let pattern) = lookup { return Bounds(certain: try documents(named: pattern)) }
    return try documents(with: lookup) ?? Bounds(undecided: candidates ?? OrdinalSet(all: universe))
  }

  /// Up to this many documents are evaluated instead of looking up values in a confined evaluation.
  private static let maximumCandidatesReadSingly = 8

  private func answer(_ lookup: IndexLookup, confinedTo candidates: OrdinalSet) throws(StoreError) -> Bounds {
    if candidates.isEmpty { return Bounds(certain: candidates) }
    switch lookup {
    case .text(let pattern): return Bounds(certain: try ordinals(of: texts.documents(matching: pattern)))
    case .names(let pattern):
      let isSearched = candidates.count > universe / 16
      return Bounds(certain: isSearched ? try documents(named: pattern) : try documents(named: pattern, among: candidates))
    default:
      if candidates.count <= Self.maximumCandidatesReadSingly { return Bounds(undecided: candidates) }
      return try documents(with: lookup) ?? Bounds(undecided: candidates)
    }
  }

  /// - Returns: `nil` if the segment's attributes have no such documents.
  private func documents(with lookup: IndexLookup) throws(StoreError) -> Bounds? {
    try translatingSegmentErrors { () throws(SegmentError) in
      switch lookup {
      case .types(let types): Bounds(certain: try documents(ofTypes: types))
      case .presence(let field): Bounds(certain: try segment.reader.documents(having: field))
      case .values(let readings, let fields): try documents(withValues: readings, in: fields)
      case .names, .text, .undecided: nil
      }
    }
  }

  /// The operands of a conjunction in the order of what their kinds cost, whatever the segment has.
  private static func orderedByKind(_ operands: [PlanNode]) -> [PlanNode] {
    operands.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  private static func rank(_ node: PlanNode) -> Int {
    switch node.step {
    case .constant: 0
    case .not(let operand), .candidates(let operand): rank(operand)
    case .all(let operands), .inOrder(let operands), .any(let operands): operands.lazy.map(rank).max() ?? 0
    case .lookup(.types), .lookup(.presence), .lookup(.values): 1
    case .lookup(.text): 2
    case .lookup(.names): 3
    case .lookup(.undecided): 4
    }
  }

  /// Time to read and compare one name, in nanoseconds. For many documents, searching all names is
  /// faster.
  private static let nameReading = 150

  private func documents(named pattern: StringPattern) throws(StoreError) -> OrdinalSet {
    let search = try translatingSegmentErrors { () throws(SegmentError) in try NameSearch(pattern, in: segment.reader) }
    let found = try Parallel.map(search.pieces.count, threads: threads) { index throws(StoreError) in
      try translatingSegmentErrors { () throws(SegmentError) in try search.ordinals(in: search.pieces[index]) }
    }
    return OrdinalSet(universe: universe, joining: found)
  }

  private func documents(named pattern: StringPattern, among candidates: OrdinalSet) throws(StoreError) -> OrdinalSet {
    try translatingSegmentErrors { () throws(SegmentError) in
      var found: [UInt32] = []
      try segment.reader.forEachName(of: candidates) { ordinal, name in
        if pattern.matches(utf8: name) { found.append(ordinal) }
      }
      return OrdinalSet(universe: universe, ascending: found)
    }
  }

  private func documents(ofTypes types: [TypeID]) throws(SegmentError) -> OrdinalSet {
    if types.count == 1 { return try segment.reader.documents(withValue: Self.pattern(types[0]), in: .type).matching }
    // A segment has few types, so comparing all of them costs less than looking up several.
    return try segment.reader.documents(in: .type) { Self.isValue($0, of: types) }
  }

  /// Whether a value of ``SegmentField/type`` stands for one of the types.
  static func isValue(_ digits: Span<UInt8>, of types: [TypeID]) -> Bool {
    var number = 0
    for index in digits.indices { number = (number * 10 + Int(digits[index] &- UInt8(ascii: "0"))) & 0xFFFF }
    return types.contains { Int($0.rawValue) == number }
  }

  static func pattern(_ type: TypeID) -> StringPattern {
    StringPattern(parts: [String(type.rawValue)], folding: [], wholeWords: false)
  }

  /// The fields that the segment has. Of the many that `*` searches, these are few.
  func present(_ fields: [SegmentField]) throws(SegmentError) -> [SegmentField] {
    if fields.count == 1 { return fields }
    if let searchedFields { return searchedFields }
    let known = try segment.reader.schemaFields()
    let found = fields.filter { $0 == .customByDefault || known.contains($0) }
    searchedFields = found
    return found
  }

  private func documents(
    withValues readings: AttributeTest.Interpretations, in fields: [SegmentField]
  ) throws(SegmentError) -> Bounds {
    var found = Bounds(certain: OrdinalSet(universe: universe))
    for field in try present(fields) {
      if let strings = readings.strings {
        let (matching, undecided) = try segment.reader.documents(withValue: strings, in: field)
        found = found.union(Bounds(certain: matching, undecided: undecided))
      }
      for (range, kind) in readings.ranges {
        guard let column = try segment.reader.numbers(of: field, as: kind) else { continue }
        found = found.union(Bounds(certain: try column.documents(in: range)))
      }
    }
    return found
  }

  private func documents(withText pattern: TextPattern, among candidates: OrdinalSet?) throws(StoreError) -> OrdinalSet {
    guard let candidates, candidates.count < universe / 16 else { return try ordinals(of: texts.documents(matching: pattern)) }
    // A lookup in all texts also serves the other segments, so only this segment's share is
    // counted.
    let ownPart = Double(try texts.costOfAll(matching: pattern)) * share
    let documents: DocumentIDSet
    if Double(texts.cost(ofSome: candidates.count, matching: pattern)) < ownPart {
      let some = try translatingSegmentErrors { () throws(SegmentError) in try segment.reader.documentIDs(of: candidates) }
      documents = try texts.documents(matching: pattern, among: some)
    } else {
      documents = try texts.documents(matching: pattern)
    }
    return try translatingSegmentErrors { () throws(SegmentError) in
      var found: [UInt32] = []
      try segment.reader.forEachDocumentID(of: candidates) { ordinal, document in
        if documents.contains(document) { found.append(ordinal) }
      }
      return OrdinalSet(universe: universe, ascending: found)
    }
  }

  private func ordinals(of documents: DocumentIDSet) throws(StoreError) -> OrdinalSet {
    try translatingSegmentErrors { () throws(SegmentError) in try segment.reader.ordinals(of: documents) }
  }
}

extension AttributeTest.Interpretations {
  /// The range to look up in the columns of each kind.
  var ranges: [(range: ClosedRange<Double>, kind: NumberKind)] {
    var ranges: [(range: ClosedRange<Double>, kind: NumberKind)] = []
    if let numbers { ranges.append((numbers, .number)) }
    if let booleans { ranges.append((booleans, .boolean)) }
    if let dates { ranges.append((dates, .date)) }
    return ranges
  }
}
