// SPDX-License-Identifier: Apache-2.0

/// Finds the types of a file name by patterns, with a trie of reversed suffixes and a list of other
/// patterns.
///
/// A whole name is a suffix that must begin at the start of the name, so that one walk finds both.
/// As the shared MIME-info specification demands, a whole name takes precedence; then the suffix
/// with the greatest weight, then the longest, then the one that matches with the same case. Other
/// patterns are tried only if nothing else matched.
///
/// - Complexity: a lookup reads the name from its end while suffixes match, typically three to five
///   steps. It allocates nothing.
struct GlobMatcher: Sendable {
  /// The types of a name, as indexes into the database's list.
  struct Verdict: Hashable, Sendable {
    /// The best guess.
    var type: Int
    var weight: UInt8
    /// Whether the name alone determines the type; if not, the content must.
    var isCertain: Bool
    /// The list of all types that claim the name, sorted by descending weight, for
    /// `candidates(of:)`.
    var candidates: Int
  }

  struct Claim: Sendable {
    let form: MIMECache.Glob.Form
    let text: [UInt8]
    let isCaseSensitive: Bool
    let weight: UInt8
    let type: Int
  }

  /// Verdicts for a suffix, as indexes into `verdicts`; −1 for none. *Exact* applies to a name with
  /// these bytes, *lowered* to a name that has them after conversion to lower case.
  private struct Node: Sendable {
    var exactSuffix: Int32 = -1
    var loweredSuffix: Int32 = -1
    var exactName: Int32 = -1
    var loweredName: Int32 = -1
    var firstChild: Int32 = 0
    var childCount: Int32 = 0
  }

  private var nodes: [Node] = []
  /// The byte that leads to each child, and the child's node. The children of a node are adjacent.
  private var labels: [UInt8] = []
  private var targets: [Int32] = []
  /// Children of the root, indexed by byte; −1 for none. Nearly every lookup begins with a byte in
  /// the trie.
  private var roots = [Int32](repeating: -1, count: 256)
  private var patterns: [(pattern: GlobPattern, exact: Int32, lowered: Int32)] = []
  private var verdicts: [Verdict] = []
  private var candidateLists: [[Int]] = []

  /// - Parameter decide: Selects the best type among the claims of one pattern (at least one), and
  ///   determines whether it is certain.
  init(_ claims: [Claim], decide: ([Claim]) -> (type: Int, isCertain: Bool, candidates: [Int])) {
    var builder = Builder()
    for claim in claims where claim.form != .pattern { builder.insert(claim) }
    lay(builder, decide)
    var patternClaims: [[UInt8]: [Claim]] = [:]
    for claim in claims where claim.form == .pattern { patternClaims[claim.text, default: []].append(claim) }
    let weighted = patternClaims.map { (text: $0.key, weight: $0.value.map(\.weight).max() ?? 0, claims: $0.value) }
    // The first match is used: greater weights and longer patterns come first, in the same order in
    // every process.
    let ordered = weighted.sorted {
      ($0.weight, $0.text.count) == ($1.weight, $1.text.count)
        ? $0.text.lexicographicallyPrecedes($1.text) : ($0.weight, $0.text.count) > ($1.weight, $1.text.count)
    }
    for (text, _, claims) in ordered {
      let (exact, lowered) = addVerdicts(claims, decide)
      patterns.append((GlobPattern(text), exact, lowered))
    }
  }

  func candidates(of verdict: Verdict) -> [Int] { candidateLists[verdict.candidates] }

  /// The verdict on a file name; `nil` if no pattern matches.
  func verdict(for name: borrowing Span<UInt8>) -> Verdict? {
    guard !name.isEmpty else { return nil }
    var best: Verdict?
    var bestLength = 0
    if let whole = walk(name, lowered: false, best: &best, bestLength: &bestLength) { return whole }
    var hasCapitals = false
    for index in name.indices where name[index] != name[index].asciiLowered {
      hasCapitals = true
      break
    }
    if hasCapitals, let whole = walk(name, lowered: true, best: &best, bestLength: &bestLength) { return whole }
    if let best { return best }
    for (pattern, exact, lowered) in patterns {
      if exact >= 0, pattern.matches(name, lowered: false) { return verdicts[Int(exact)] }
      if hasCapitals, lowered >= 0, pattern.matches(name, lowered: true) { return verdicts[Int(lowered)] }
    }
    return nil
  }

  /// Reads the name from its end, updates `best` with matching suffixes, and returns the verdict on
  /// the whole name, if any.
  private func walk(_ name: borrowing Span<UInt8>, lowered: Bool, best: inout Verdict?, bestLength: inout Int) -> Verdict? {
    var position = name.count - 1
    var node = roots[Int(lowered ? name[position].asciiLowered : name[position])]
    while node >= 0 {
      let current = nodes[Int(node)]
      let suffix = lowered ? current.loweredSuffix : current.exactSuffix
      if suffix >= 0 {
        let found = verdicts[Int(suffix)]
        let length = name.count - position
        let isBetter = best.map { (found.weight, length) > ($0.weight, bestLength) } ?? true
        if isBetter {
          best = found
          bestLength = length
        }
      }
      if position == 0 {
        let whole = lowered ? current.loweredName : current.exactName
        return whole >= 0 ? verdicts[Int(whole)] : nil
      }
      position -= 1
      node = child(of: current, lowered ? name[position].asciiLowered : name[position])
    }
    return nil
  }

  private func child(of node: Node, _ byte: UInt8) -> Int32 {
    var index = Int(node.firstChild)
    let end = index + Int(node.childCount)
    while index < end {
      if labels[index] == byte { return targets[index] }
      index += 1
    }
    return -1
  }
}

// MARK: - Building

extension GlobMatcher {
  /// The trie under construction.
  private struct Builder {
    struct Branch {
      var children: [(label: UInt8, target: Int)] = []
      var suffixClaims: [Claim] = []
      var nameClaims: [Claim] = []
    }
    var branches = [Branch()]

    mutating func insert(_ claim: Claim) {
      var branch = 0
      for byte in claim.text.reversed() {
        if let next = branches[branch].children.first(where: { $0.label == byte }) {
          branch = next.target
        } else {
          branches.append(Branch())
          branches[branch].children.append((byte, branches.count - 1))
          branch = branches.count - 1
        }
      }
      if claim.form == .literal {
        branches[branch].nameClaims.append(claim)
      } else {
        branches[branch].suffixClaims.append(claim)
      }
    }
  }

  private mutating func lay(_ builder: Builder, _ decide: ([Claim]) -> (type: Int, isCertain: Bool, candidates: [Int])) {
    for branch in builder.branches {
      var node = Node()
      (node.exactSuffix, node.loweredSuffix) = addVerdicts(branch.suffixClaims, decide)
      (node.exactName, node.loweredName) = addVerdicts(branch.nameClaims, decide)
      node.firstChild = Int32(labels.count)
      node.childCount = Int32(branch.children.count)
      for child in branch.children {
        labels.append(child.label)
        targets.append(Int32(child.target))
      }
      nodes.append(node)
    }
    for child in builder.branches[0].children { roots[Int(child.label)] = Int32(child.target) }
  }

  /// The verdicts of all claims, and of those that ignore case.
  private mutating func addVerdicts(
    _ claims: [Claim], _ decide: ([Claim]) -> (type: Int, isCertain: Bool, candidates: [Int])
  ) -> (exact: Int32, lowered: Int32) {
    let exact = addVerdict(claims, decide)
    guard claims.contains(where: \.isCaseSensitive) else { return (exact, exact) }
    return (exact, addVerdict(claims.filter { !$0.isCaseSensitive }, decide))
  }

  private mutating func addVerdict(
    _ claims: [Claim], _ decide: ([Claim]) -> (type: Int, isCertain: Bool, candidates: [Int])
  ) -> Int32 {
    guard !claims.isEmpty, let weight = claims.map(\.weight).max() else { return -1 }
    let (type, isCertain, candidates) = decide(claims.filter { $0.weight == weight })
    let weaker = claims.filter { $0.weight < weight }.map(\.type)
    candidateLists.append(candidates + weaker.filter { !candidates.contains($0) })
    verdicts.append(Verdict(type: type, weight: weight, isCertain: isCertain, candidates: candidateLists.count - 1))
    return Int32(verdicts.count - 1)
  }
}
