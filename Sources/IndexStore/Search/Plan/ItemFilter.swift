// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

/// Tells of most queries that no item of a store matches, without opening the store: a set of hashes of
/// all *trigrams*, three bytes in a row, of the words and values in the store.
///
/// A literal of a query has only trigrams of the words and values that match it. Hashes collide, so a
/// filter finds candidates; a store that it excludes has no match.
struct ItemFilter: Equatable, Sendable {
  /// A bit for each hash. The size is a compromise between reading it and telling large stores apart.
  private(set) var bytes = [UInt8](repeating: 0, count: Self.byteCount)

  static let byteCount = 1 << (bitNumberWidth - 3)
  private static let bitNumberWidth = 15
  private static let trigramLength = 3

  init() {}

  /// - Parameter bytes: Those of another filter.
  init(bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount, "a filter has a fixed size")
    self.bytes = bytes
  }

  /// Excludes nothing.
  static let everything = ItemFilter(bytes: [UInt8](repeating: 0xFF, count: byteCount))

  // MARK: Adding

  /// Adds a word or value, folded with ``Folding/all``.
  mutating func add(_ folded: Span<UInt8>) {
    guard folded.count >= Self.trigramLength else { return }
    for start in 0...folded.count - Self.trigramLength {
      let bit = Self.bit(folded[start], folded[start + 1], folded[start + 2])
      bytes[bit >> 3] |= 1 << (bit & 7)
    }
  }

  /// Adds all texts of a value.
  mutating func add(_ value: AttributeValue) {
    switch value {
    case .string(let text): add(text)
    case .person(let person): for text in [person.displayName, person.contactIdentifier].compactMap(\.self) + person.handles { add(text) }
    case .array(let elements): for element in elements { add(element) }
    case .dictionary(let elements): for element in elements.values { add(element) }
    case .integer, .number, .boolean, .date, .data, .null: break
    }
  }

  private mutating func add(_ text: String) {
    var folded: [UInt8] = []
    foldUTF8(text.utf8.span, .all, into: &folded)
    add(folded.span)
    // A pattern may match without them.
    guard let rest = removingInnerMarks(text.utf8.span) else { return }
    folded.removeAll()
    foldUTF8(rest.span, .all, into: &folded)
    add(folded.span)
  }

  // MARK: Asking

  /// Whether an item may match.
  func mayMatch(_ predicate: CompiledPredicate) -> Bool { mayMatch(predicate.root) }

  private func mayMatch(_ node: CompiledPredicate.Node) -> Bool {
    switch node {
    case .constant(let value): value
    case .not: true
    case .all(let nodes): nodes.allSatisfy(mayMatch)
    case .any(let nodes): nodes.contains(where: mayMatch)
    case .test(let test): mayMatch(test)
    }
  }

  private func mayMatch(_ test: AttributeTest) -> Bool {
    if case .attribute(.known(let key)) = test.subject {
      switch AttributeIndexing(key, in: .items) {
      case .absent: return false
      case .record: break
      // Not from strings in the record alone.
      default: return true
      }
    }
    guard case .matches(let readings) = test.condition else { return true }
    let mayMatchText = readings.text.map { $0.terms.allSatisfy { mayContain($0.steps.first?.glob.literals ?? []) } } ?? false
    let mayMatchValue = !readings.ranges.isEmpty || (readings.strings.map { mayContain($0.glob.literals) } ?? false)
    return switch test.subject {
    case .text: mayMatchText
    case .anything(let includingText): mayMatchValue || includingText && mayMatchText
    case .attribute: mayMatchValue
    }
  }

  /// Whether some word or value may contain all of these literals. Only runs of ASCII are compared,
  /// because what becomes of other letters may depend on their neighbours.
  private func mayContain(_ literals: [[UInt8]]) -> Bool {
    literals.allSatisfy { literal in
      literal.split { $0 >= 0x80 }.allSatisfy { ascii in
        var run: [UInt8] = []
        foldUTF8(Array(ascii).span, .all, into: &run)
        guard run.count >= Self.trigramLength else { return true }
        return (0...run.count - Self.trigramLength).allSatisfy { start in
          let bit = Self.bit(run[start], run[start + 1], run[start + 2])
          return bytes[bit >> 3] & 1 << (bit & 7) != 0
        }
      }
    }
  }

  /// The number of a trigram's bit. Multiplicative hashing, as in Knuth's volume 3.
  private static func bit(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    let trigram = UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16
    return Int((trigram &* 0x9E37_79B1) >> (32 - UInt32(bitNumberWidth)))
  }
}
