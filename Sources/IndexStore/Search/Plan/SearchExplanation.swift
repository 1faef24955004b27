// SPDX-License-Identifier: Apache-2.0

internal import QueryLanguage
internal import Segments

/// How a query was answered, for people and tests.
package struct SearchExplanation: Sendable {
  /// How a part of the query is answered.
  package enum Method: String, Sendable {
    case constant = "constant"
    case all = "all of"
    case any = "any of"
    case not = "not"
    case candidates = "candidates"
    case names = "index of names"
    case types = "index of types"
    case presence = "index of attributes"
    case values = "index of values"
    case text = "index of words"
    case evaluation = "evaluation of rows"
  }

  package struct Node: Sendable {
    /// The part of the query; `nil` for a step that is not a part by itself.
    package var title: String?
    package var method: Method
    /// Upper bound of the number of documents; `nil` when it was not needed.
    package var estimated: Int?
    /// Number of documents that match the part, among those that it was evaluated for.
    package var certain: Int
    /// Number of documents whose rows must be evaluated.
    package var undecided: Int
    /// Number of segments in which the part was looked up, and in how many of them it was left to
    /// the evaluation of the few remaining rows.
    package var segments: Int
    package var deferred: Int
    package var time: Duration
    package var children: [Node]
  }

  package var root: Node
  package var attributesSegments: Int
  package var textSegments: Int
  /// Live versions of documents in the segments.
  package var documents: Int
  /// Pending documents, whose rows are evaluated.
  package var pending: Int
  /// Documents that the index left undecided, and how many of them match.
  package var undecided: Int
  package var confirmed: Int
  /// Whether all documents were evaluated instead.
  package var isScan: Bool
  package var hits: Int
  package var time: Duration
}

extension SearchExplanation {
  /// The plan as a tree and the results, for people.
  package var lines: [String] {
    var lines = ["plan:"]
    if isScan { lines.append("  scan every document: \(Self.why(undecided))") }
    root.addLines(to: &lines, indented: 1)
    lines.append(
      "documents: \(documents) in \(Self.count(attributesSegments, "segment")), \(pending) pending; texts in "
        + Self.count(textSegments, "segment"))
    if !isScan {
      lines.append("evaluated: \(undecided) rows that the index left undecided, \(confirmed) of them match; \(pending) pending")
    }
    lines.append("matches: \(hits)")
    lines.append("time: \(Self.milliseconds(time))")
    return lines
  }

  private static func why(_ undecided: Int) -> String {
    undecided > 0 ? "the index leaves \(undecided) undecided" : "a segment is damaged; mds, mdimport and 'mdutil --repair' rebuild it"
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  fileprivate static func milliseconds(_ time: Duration) -> String {
    let hundredths = (time / .microseconds(10)).rounded()
    return "\(hundredths / 100) ms"
  }
}

extension SearchExplanation.Node {
  fileprivate func addLines(to lines: inout [String], indented depth: Int) {
    var line = String(repeating: "  ", count: depth) + (title.map { "\($0) " } ?? "") + "[\(method.rawValue)]"
    if segments == 0 {
      line += " not needed"
    } else {
      if let estimated { line += " at most \(estimated) expected," }
      line += " \(certain) found"
      if undecided > 0 { line += ", \(undecided) undecided" }
      if deferred > 0 { line += ", left to evaluation in \(deferred) of \(segments) segments" }
      line += ", \(SearchExplanation.milliseconds(time))"
    }
    lines.append(line)
    for child in children { child.addLines(to: &lines, indented: depth + 1) }
  }
}

/// What a search records for its explanation.
struct SearchReport {
  let plan: PlanNode
  let segments: SegmentSet
  let start: ContinuousClock.Instant
  var undecided = 0
  var confirmed = 0
  var isScan = false

  init(plan: PlanNode, segments: SegmentSet, start: ContinuousClock.Instant) {
    self.plan = plan
    self.segments = segments
    self.start = start
  }

  func explanation(hits: Int) -> SearchExplanation {
    SearchExplanation(
      root: Self.node(plan), attributesSegments: segments.attributes.count, textSegments: segments.text.count,
      documents: segments.attributes.reduce(0) { $0 + $1.live.count }, pending: segments.pending.references.count, undecided: undecided,
      confirmed: confirmed, isScan: isScan, hits: hits, time: ContinuousClock.now - start)
  }

  private static func node(_ node: PlanNode) -> SearchExplanation.Node {
    let findings = node.findings
    let children: [PlanNode] =
      switch node.step {
      case .constant, .lookup: []
      case .not(let operand), .candidates(let operand): [operand]
      case .all(let operands), .inOrder(let operands), .any(let operands): operands
      }
    return SearchExplanation.Node(
      title: node.title, method: node.step.method, estimated: findings.isEstimated ? findings.estimated : nil, certain: findings.certain,
      undecided: findings.undecided, segments: findings.segments, deferred: findings.deferred, time: findings.time,
      children: children.map(Self.node))
  }
}

extension PlanNode.Step {
  fileprivate var method: SearchExplanation.Method {
    switch self {
    case .constant: .constant
    case .not: .not
    case .all, .inOrder: .all
    case .any: .any
    case .candidates: .candidates
    case .lookup(.names): .names
    case .lookup(.types): .types
    case .lookup(.presence): .presence
    case .lookup(.values): .values
    case .lookup(.text): .text
    case .lookup(.undecided): .evaluation
    }
  }
}

extension PlanNode {
  fileprivate var title: String? {
    switch part {
    case .test(let test): return test.description
    case .constant(let value): return "\(value)"
    default: break
    }
    switch step {
    case .lookup(.names(let pattern)): return "names like \(pattern.description)"
    case .lookup(.types(let types)): return types.count == 1 ? "of a type" : "of one of \(types.count) types"
    case .lookup(.values(_, let fields)):
      return fields.count == 1 ? "values that an importer found" : "values of \(fields.count) attributes"
    case .lookup(.text(let pattern)): return "text with \(pattern.description)"
    case .lookup(.presence): return "has a value that an importer found"
    default: return nil
    }
  }
}
