// SPDX-License-Identifier: Apache-2.0

/// Compares a text with many patterns at once.
///
/// Each pattern is a chain of states, one before each step and one after the last; a gap lets its state
/// persist. A state is one bit, and each byte of the text takes all chains further in a few operations
/// on words (the extended Shift-And algorithm; Navarro and Raffinot, Flexible Pattern Matching in
/// Strings, chapter 4). Nothing is ever tried again, so stars cost nothing.
///
/// - Complexity: O(text × states / 64) for a text. Words whose chains have all ended are left out.
struct GitignoreAutomaton: Sendable {
  private struct Word: Sendable {
    /// The states after the last steps.
    var end: UInt64 = 0
    /// The states from which the next one is reached without a byte when they are entered.
    var skipping: UInt64 = 0
    /// Whether the first chain continues that at the end of the previous word.
    var isContinuation = false
    /// Index in ``ids`` of the first chain that ends in this word.
    var firstID = 0
  }

  private var words: [Word] = []
  /// For each word, the states before the first byte.
  private var start: [UInt64] = []
  /// For each word, the states that persist at any byte but a slash, and those that do at a slash.
  private var persistent: [UInt64] = []
  private var persistentAtSlash: [UInt64] = []
  /// What the caller calls the patterns, in the order of their chains.
  private var ids: [Int] = []
  /// For each byte, the index of its column in ``columns``. Bytes that no pattern names share one.
  private var columnOfByte = [Int](repeating: 0, count: 256)
  /// For each column, and in it for each word, the states that are reached by such a byte.
  private var columns: [UInt64] = []

  /// Number of words that a byte of a text may concern.
  var wordCount: Int { words.count }

  /// - Parameters:
  ///   - patterns: All are for names, or all are for paths.
  ///   - maximumLength: Length of the longest text. Patterns that match only longer ones are left out.
  init(_ patterns: [(id: Int, pattern: GitignorePattern)], maximumLength: Int) {
    // The chains of similar patterns end together, and should share words.
    let patterns = patterns.filter { $0.pattern.steps.count <= maximumLength }
      .map { (id: $0.id, pattern: $0.pattern, prefix: $0.pattern.prefix) }
      .sorted { $0.prefix.lexicographicallyPrecedes($1.prefix) }
    ids = patterns.map(\.id)
    var chains: [(word: Int, bit: Int)] = []
    var (word, bit) = (0, 0)
    for (_, pattern, _) in patterns {
      let length = pattern.steps.count + 1
      if bit + length > 64, bit > 0 { (word, bit) = (word + 1, 0) }
      chains.append((word, bit))
      bit += length
      while bit >= 64 { (word, bit) = (word + 1, bit - 64) }
    }
    words = [Word](repeating: Word(), count: patterns.isEmpty ? 0 : bit == 0 ? word : word + 1)
    start = [UInt64](repeating: 0, count: words.count)
    (persistent, persistentAtSlash) = (start, start)
    // All bytes that are not among these are in the same sets.
    var named: Set<UInt8> = [UInt8(ascii: "/")]
    for (_, pattern, _) in patterns {
      for step in pattern.steps {
        switch step {
        case .byte(let byte): named.insert(byte)
        case .anyByte: break
        case .set(let set): named.formUnion((0...UInt8.max).filter { set.contains($0) != set.containsMost })
        }
      }
    }
    for (column, byte) in named.sorted().enumerated() { columnOfByte[Int(byte)] = column + 1 }
    columns = [UInt64](repeating: 0, count: (named.count + 1) * words.count)
    for ((_, pattern, _), (word, bit)) in zip(patterns, chains) { addChain(pattern, word, bit, named) }
    var count = 0
    for index in words.indices {
      words[index].firstID = count
      count += words[index].end.nonzeroBitCount
    }
  }

  private mutating func addChain(_ pattern: GitignorePattern, _ word: Int, _ bit: Int, _ named: Set<UInt8>) {
    func position(_ state: Int) -> (word: Int, bit: UInt64) { (word + (bit + state) / 64, 1 << UInt64((bit + state) % 64)) }
    let slash = UInt8(ascii: "/")
    for (state, gap) in pattern.gaps.enumerated() {
      let (word, bit) = position(state)
      if state > 0, bit == 1 { words[word].isContinuation = true }
      if gap != .nothing { persistent[word] |= bit }
      if gap == .anything || gap == .components || gap == .run && pattern.isForNames { persistentAtSlash[word] |= bit }
      if gap == .components { words[word].skipping |= bit }
      if state == 0 || state == 1 && pattern.gaps[0] == .components { start[word] |= bit }
    }
    let end = position(pattern.steps.count)
    words[end.word].end |= end.bit
    for (index, step) in pattern.steps.enumerated() {
      let (word, bit) = position(index + 1)
      switch step {
      case .byte(let byte): columns[columnOfByte[Int(byte)] * words.count + word] |= bit
      case .anyByte:
        for column in 0..<(columns.count / words.count) where pattern.isForNames || column != columnOfByte[Int(slash)] {
          columns[column * words.count + word] |= bit
        }
      case .set(let set):
        if set.containsMost { columns[word] |= bit }
        for byte in named where set.contains(byte) && (pattern.isForNames || byte != slash) {
          columns[columnOfByte[Int(byte)] * words.count + word] |= bit
        }
      }
    }
  }

  /// The greatest id of the patterns that match a text and that are wanted; `nil` if there is none.
  func last(matching text: some Collection<UInt8>, where isWanted: (Int) -> Bool) -> Int? {
    guard !words.isEmpty else { return nil }
    var states = start
    // The words that have states, and those that continue them, in ascending order.
    var alive = Array(words.indices)
    for byte in text {
      let count = step(byte, &states, &alive)
      if count == 0 { return nil }
      alive.removeLast(alive.count - count)
    }
    var best: Int?
    for index in alive {
      var ends = states[index] & words[index].end
      while ends != 0 {
        let bit = ends & (0 &- ends)
        let id = ids[words[index].firstID + (words[index].end & (bit - 1)).nonzeroBitCount]
        if id > best ?? -1, isWanted(id) { best = id }
        ends &= ends - 1
      }
    }
    return best
  }

  /// Takes the chains one byte further.
  ///
  /// - Parameter alive: Afterwards, those that still have states precede the others.
  /// - Returns: The number of those.
  private func step(_ byte: UInt8, _ states: inout [UInt64], _ alive: inout [Int]) -> Int {
    let column = columnOfByte[Int(byte)] * words.count
    let (words, columns) = (words.span, columns.span)
    let kept = byte == UInt8(ascii: "/") ? persistentAtSlash.span : persistent.span
    var states = states.mutableSpan
    var alive = alive.mutableSpan
    var count = 0
    // Of the previous word: its states before this byte, and the states that the byte entered and that skip bytes.
    var previous = (index: -1, states: UInt64(0), skips: UInt64(0))
    for position in 0..<alive.count {
      let index = alive[position]
      let old = states[index]
      var entered = old << 1
      let isContinued = previous.index == index - 1 && words[index].isContinuation
      if isContinued { entered |= previous.states >> 63 }
      entered &= columns[column + index]
      if isContinued { entered |= previous.skips >> 63 }
      let skips = entered & words[index].skipping
      let new = entered | skips << 1 | old & kept[index]
      previous = (index, old, skips)
      states[index] = new
      guard new != 0 || isContinued && count > 0 && alive[count - 1] == index - 1 else { continue }
      alive[count] = index
      count += 1
    }
    return count
  }
}
