// SPDX-License-Identifier: Apache-2.0

/// A query prepared for one search: times are resolved, patterns are folded, and negations and
/// presence tests are explicit.
///
/// Its evaluation defines what matches; the results of indexes must agree with it.
package struct CompiledPredicate: Hashable, Sendable {
  /// A node of the tree. Only the root can be a constant.
  package indirect enum Node: Hashable, Sendable {
    case constant(Bool)
    case not(Node)
    /// At least two nodes.
    case all([Node])
    /// At least two nodes.
    case any([Node])
    case test(AttributeTest)
  }

  package let root: Node

  package init(_ root: Node) { self.root = root }

  package init(_ query: Query, in context: EvaluationContext) {
    root = Compiler(context: context).node(query.predicate)
  }

  /// Whether the document matches.
  ///
  /// - Throws: Errors of the document.
  package func matches(_ document: some QueryableDocument) throws -> Bool { try root.holds(for: document) }

  /// The kinds of data that the predicate uses.
  package var requirements: Requirements { root.requirements }
}

extension CompiledPredicate.Node {
  package func holds(for document: some QueryableDocument) throws -> Bool {
    switch self {
    case .constant(let value): value
    case .not(let node): try !node.holds(for: document)
    case .all(let nodes): try nodes.allSatisfy { try $0.holds(for: document) }
    case .any(let nodes): try nodes.contains { try $0.holds(for: document) }
    case .test(let test): try test.holds(for: document)
    }
  }

  package var requirements: Requirements {
    switch self {
    case .constant: []
    case .not(let node): node.requirements
    case .all(let nodes), .any(let nodes): nodes.reduce(into: []) { $0.formUnion($1.requirements) }
    case .test(let test): test.requirements
    }
  }

  /// Number of tests.
  package var testCount: Int {
    switch self {
    case .constant: 0
    case .not(let node): node.testCount
    case .all(let nodes), .any(let nodes): nodes.reduce(0) { $0 + $1.testCount }
    case .test: 1
    }
  }

  /// The negation, without nesting `not`.
  package var negated: Self {
    switch self {
    case .constant(let value): .constant(!value)
    case .not(let node): node
    default: .not(self)
    }
  }

  /// The conjunction of nodes, with nested conjunctions flattened and constants folded.
  package static func conjunction(_ nodes: [Self]) -> Self {
    var kept: [Self] = []
    for node in nodes {
      switch node {
      case .constant(true): continue
      case .constant(false): return .constant(false)
      case .all(let inner): kept += inner
      default: kept.append(node)
      }
    }
    return kept.count > 1 ? .all(kept) : kept.first ?? .constant(true)
  }

  package static func disjunction(_ nodes: [Self]) -> Self {
    var kept: [Self] = []
    for node in nodes {
      switch node {
      case .constant(false): continue
      case .constant(true): return .constant(true)
      case .any(let inner): kept += inner
      default: kept.append(node)
      }
    }
    return kept.count > 1 ? .any(kept) : kept.first ?? .constant(false)
  }
}

extension AttributeTest {
  package var requirements: Requirements {
    switch subject {
    case .attribute(let name): Requirements(of: name)
    case .text: .text
    case .anything(let includingText): includingText ? [.names, .attributes, .text] : [.names, .attributes]
    }
  }
}
