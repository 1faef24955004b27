// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

/// How a part of a query is answered: a node of a plan, which is made once for a search and applied
/// to each segment. An explained search also records its findings here.
// Safe to send: only `findings` changes, and an explained search uses a single thread.
final class PlanNode: @unchecked Sendable {
  enum Step {
    case constant(Bool)
    case not(PlanNode)
    case all([PlanNode])
    /// Like ``all(_:)``, but the operands are evaluated in the given order.
    case inOrder([PlanNode])
    case any([PlanNode])
    /// The operand finds only candidates.
    case candidates(PlanNode)
    case lookup(IndexLookup)
  }

  let step: Step
  /// The part of the query. If several nodes answer one part, only the topmost one has it.
  let part: CompiledPredicate.Node?
  var findings = Findings()

  /// Totals over all segments.
  struct Findings {
    var estimated = 0
    var isEstimated = false
    var certain = 0
    var undecided = 0
    /// Number of segments that were asked, and in how many of them the lookup was left to
    /// evaluation because that was cheaper.
    var segments = 0
    var deferred = 0
    var time = Duration.zero
  }

  init(_ step: Step, of part: CompiledPredicate.Node? = nil) {
    self.step = step
    self.part = part
  }

  convenience init(_ lookup: IndexLookup) { self.init(.lookup(lookup)) }

  static func constant(_ value: Bool) -> PlanNode { PlanNode(.constant(value)) }

  func naming(_ part: CompiledPredicate.Node) -> PlanNode { PlanNode(step, of: part) }

  static func any(_ nodes: [PlanNode]) -> PlanNode {
    nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .constant(false) : PlanNode(.any(nodes))
  }

  var negated: PlanNode {
    if case .constant(let value) = step { return .constant(!value) }
    return PlanNode(.not(self))
  }
}

/// A lookup in a segment.
enum IndexLookup {
  /// Documents whose names match.
  case names(StringPattern)
  /// Documents of these content types.
  case types([TypeID])
  /// Documents with a value of the field.
  case presence(SegmentField)
  /// Documents with a value in one of the fields that matches one of the interpretations.
  case values(AttributeTest.Interpretations, [SegmentField])
  /// Documents whose texts match.
  case text(TextPattern)
  /// No index knows; documents must be evaluated.
  case undecided
}
