internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

/// How a part of a query is answered: a tree, made once for a search and asked of each segment. For a search that is explained it notes
/// what it found.
// Safe to send: only `findings` changes, and a search that is explained uses one thread.
final class PlanNode: @unchecked Sendable {
  enum Step {
    case constant(Bool)
    case not(PlanNode)
    case all([PlanNode])
    /// As ``all(_:)``, when the first one is known to be the one to begin with.
    case inOrder([PlanNode])
    case any([PlanNode])
    /// What the node finds are candidates only.
    case candidates(PlanNode)
    case lookup(IndexLookup)
  }

  let step: Step
  /// The part of the query; `nil` where one part takes several nodes, for all but the uppermost.
  let part: CompiledPredicate.Node?
  var findings = Findings()

  /// What came of it, over all segments.
  struct Findings {
    var estimated = 0
    var isEstimated = false
    var certain = 0
    var undecided = 0
    /// How many segments were asked, and how many of them passed the question on to the reference evaluator because it had become cheaper.
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

/// One question to a segment.
enum IndexLookup {
  /// Names that match.
  case names(StringPattern)
  /// Documents of these content types.
  case types([TypeID])
  /// Documents with a value of the field.
  case presence(SegmentField)
  /// Documents with a value of one of the fields that fits one of the readings.
  case values(AttributeTest.Interpretations, [SegmentField])
  /// Texts that match.
  case text(TextPattern)
  /// No index knows: the reference evaluator is asked.
  case undecided
}
