// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage
internal import Segments
internal import TextAnalysis

extension SegmentEvaluation {
  /// The approximate cost of a lookup and an upper bound of its results. Much cheaper than the
  /// lookup.
  struct Estimate {
    var documents: Int
    var nanoseconds: Int
  }

  /// The operands of a conjunction, ordered so that those come first that exclude most for their
  /// cost.
  func ordered(_ operands: [PlanNode]) throws(StoreError) -> [PlanNode] {
    let universe = Double(max(segment.reader.documentCount, 1))
    var ranked: [(rank: Double, node: PlanNode)] = []
    for operand in operands {
      let estimate = try self.estimate(operand)
      if isTimed {
        operand.findings.estimated += estimate.documents
        operand.findings.isEstimated = true
      }
      let passed = min(Double(estimate.documents) / universe, 0.999)
      ranked.append((Double(estimate.nanoseconds + 100) / (1 - passed), operand))
    }
    // Operands of equal rank stay in the order of the query.
    return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.node)
  }

  private func estimate(_ node: PlanNode) throws(StoreError) -> Estimate {
    let universe = segment.reader.documentCount
    switch node.step {
    case .constant(let value): return Estimate(documents: value ? universe : 0, nanoseconds: 0)
    case .not(let operand):
      let estimate = try estimate(operand)
      return Estimate(documents: universe, nanoseconds: estimate.nanoseconds)
    case .all(let operands), .inOrder(let operands):
      var total = Estimate(documents: universe, nanoseconds: 0)
      for operand in operands {
        let estimate = try self.estimate(operand)
        total.documents = min(total.documents, estimate.documents)
        total.nanoseconds += estimate.nanoseconds
      }
      return total
    case .any(let operands):
      var sum = Estimate(documents: 0, nanoseconds: 0)
      for operand in operands {
        let estimate = try self.estimate(operand)
        sum.documents = min(universe, sum.documents + estimate.documents)
        sum.nanoseconds += estimate.nanoseconds
      }
      return sum
    case .candidates(let operand): return try estimate(operand)
    case .lookup(let lookup): return try estimate(node, lookup)
    }
  }

  /// The estimate for the lookup of a node, computed once.
  func estimate(_ node: PlanNode, _ lookup: IndexLookup) throws(StoreError) -> Estimate {
    if let known = estimates.first(where: { $0.node === node }) { return known.estimate }
    let estimate = try self.estimate(lookup)
    estimates.append((node, estimate))
    return estimate
  }

  /// An upper bound of the number of documents, from dictionaries, and an approximate time.
  private func estimate(_ lookup: IndexLookup) throws(StoreError) -> Estimate {
    let universe = segment.reader.documentCount
    switch lookup {
    case .text(let pattern):
      // The lookup's cost counts once, because its result serves all segments.
      let documents = try texts.maximumDocumentCount(matching: pattern)
      return Estimate(documents: min(universe, documents), nanoseconds: try texts.costOfAll(matching: pattern) + documents * 5)
    case .undecided: return Estimate(documents: universe, nanoseconds: universe * Self.confirmation)
    case .names, .types, .presence, .values:
      return try translatingSegmentErrors { () throws(SegmentError) in try estimateOfAttributes(lookup) }
    }
  }

  private func estimateOfAttributes(_ lookup: IndexLookup) throws(SegmentError) -> Estimate {
    let reader = segment.reader
    switch lookup {
    case .names(let pattern):
      let maximum = try reader.maximumDocumentCount(named: pattern)
      return Estimate(documents: maximum, nanoseconds: 20_000 + maximum * 12)
    case .types(let types):
      if types.count == 1 {
        let maximum = try reader.maximumDocumentCount(withValue: Self.pattern(types[0]), in: .type)
        return Estimate(documents: maximum, nanoseconds: 1000 + maximum)
      }
      let maximum = try reader.maximumDocumentCount(in: .type) { Self.isValue($0, of: types) }
      return Estimate(documents: maximum, nanoseconds: 20_000 + maximum)
    case .presence(let field):
      let maximum = try reader.maximumDocumentCount(having: field)
      return Estimate(documents: maximum, nanoseconds: 1000 + maximum)
    case .values(let readings, let fields): return try estimate(readings, fields)
    case .text, .undecided: return Estimate(documents: reader.documentCount, nanoseconds: 0)
    }
  }

  private func estimate(_ readings: AttributeTest.Interpretations, _ fields: [SegmentField]) throws(SegmentError) -> Estimate {
    let reader = segment.reader
    var sum = Estimate(documents: 0, nanoseconds: 0)
    for field in try present(fields) {
      sum.nanoseconds += 500
      let all = try reader.maximumDocumentCount(having: field)
      if all == 0 { continue }
      var found = 0
      for (range, kind) in readings.ranges {
        guard let column = try reader.numbers(of: field, as: kind) else { continue }
        let maximum = try column.maximumValueCount(in: range)
        found += maximum
        sum.nanoseconds += 1000 + maximum + column.count / 100
      }
      if let strings = readings.strings {
        found += try reader.maximumDocumentCount(withValue: strings, in: field)
        // Without a known beginning, all values of the field are compared.
        let isWalk = !strings.isDecidedByGlob || strings.glob.literals.first?.isEmpty ?? true
        sum.nanoseconds += isWalk ? 5000 + all * 100 : 5000 + found
      }
      sum.documents += min(all, found)
    }
    sum.documents = min(sum.documents, reader.documentCount)
    return sum
  }
}
