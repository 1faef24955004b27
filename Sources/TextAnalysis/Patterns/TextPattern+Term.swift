// SPDX-License-Identifier: Apache-2.0

extension TextPattern {
  /// A word of the value, or a run of letters of a script without spaces, with all sequences of
  /// adjacent tokens that match it.
  ///
  /// The sequences are paths from node 0 to node ``end`` of a graph. Each step matches one token.
  /// The next step must match a token at the position where the previous one ends
  /// (``Token/position`` + ``Token/width``). A word of several parts has two paths: its parts one
  /// by one, or the whole word. A run of *n* letters has one path for each way to divide it into
  /// words.
  package struct Term: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
      package let start: Int

      /// The end node; greater than `start`.
      package let end: Int

      /// The pattern that the whole token must match.
      package let glob: Glob
    }

    /// The steps, sorted by `start`, then by `end`. Every match contains the literals of the first
    /// step.
    package let steps: [Step]

    package let end: Int

    /// The number of positions that the word takes in a text: of its parts, or 1 for a run of letters of a script without
    /// spaces.
    package let width: Int

    /// The index in `steps` of the first step from each node.
    private let firsts: [Int]

    /// - Parameter steps: Steps, sorted by their starts.
    init(steps: [Step], end: Int, width: Int) {
      self.steps = steps
      self.end = end
      self.width = width
      var firsts: [Int] = []
      for (index, step) in steps.enumerated() {
        while firsts.count <= step.start { firsts.append(index) }
      }
      while firsts.count <= end { firsts.append(steps.count) }
      self.firsts = firsts
    }

    /// The indices in ``steps`` of the steps that start at a node before ``end``.
    package func steps(from node: Int) -> Range<Int> {
      firsts[node]..<firsts[node + 1]
    }
  }
}
