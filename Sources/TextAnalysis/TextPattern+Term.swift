extension TextPattern {
  /// A word of the value, or a run of letters of a script without spaces: the ways to find it in tokens side by side.
  ///
  /// The ways are paths from place 0 to the place ``end``. A step is taken by one token; the next step must be taken by a token at the
  /// position where that one ends (``Token/position`` + ``Token/width``). A word of several parts has two paths: part by part, or at once.
  /// A run of *n* letters has as many as there are ways to cut it into words.
  package struct Term: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
      package let start: Int

      /// Greater than `start`.
      package let end: Int

      /// What the token must match, all of it.
      package let glob: Glob
    }

    /// In order of `start`; those with the same start in order of `end`. The literals of the first are in every match.
    package let steps: [Step]

    package let end: Int

    /// Where in `steps` those from each place begin.
    private let firsts: [Int]

    /// - Parameter steps: In order of their starts.
    init(steps: [Step], end: Int) {
      self.steps = steps
      self.end = end
      var firsts: [Int] = []
      for (index, step) in steps.enumerated() {
        while firsts.count <= step.start { firsts.append(index) }
      }
      while firsts.count <= end { firsts.append(steps.count) }
      self.firsts = firsts
    }

    /// The steps that begin at a place before ``end``, as indices of ``steps``.
    package func steps(from place: Int) -> Range<Int> {
      firsts[place]..<firsts[place + 1]
    }
  }
}
