// SPDX-License-Identifier: Apache-2.0

/// A shell pattern: `*` matches any characters, `?` matches one character, `[a-c]` matches one of
/// several characters, and `[!a-c]` matches any other.
///
/// A character is a scalar of the folded text; `ß` counts as two if case is ignored. A bracket that
/// is not closed is an ordinary character. A backslash removes the special meaning of the next
/// character.
struct ShellPattern: Hashable, Sendable {
  private enum Element: Hashable {
    case literal([UInt8])
    case star
    case anyCharacter
    case oneOf([ClosedRange<UInt32>], isNegated: Bool)
  }

  private let elements: [Element]

  /// The pattern as typed.
  let spelling: String

  /// - Parameter parts: The parts between stars; at least one.
  init(parts: [String], folding: Folding) {
    var elements: [Element] = []
    for (number, part) in parts.enumerated() {
      if number > 0 { elements.append(.star) }
      var reader = Reader(part, folding)
      while let element = reader.next() { elements.append(element) }
    }
    self.elements = elements
    spelling = parts.joined(separator: "*")
  }

  /// The literals of the pattern, with everything between them replaced by stars. Every matching
  /// text also matches this.
  var literals: [[UInt8]] {
    var literals: [[UInt8]] = [[]]
    for element in elements {
      if case .literal(let bytes) = element { literals[literals.count - 1] += bytes } else { literals.append([]) }
    }
    return [literals[0]] + literals.dropFirst().dropLast().filter { !$0.isEmpty } + literals.dropFirst().suffix(1)
  }

  /// - Parameter text: Folded text, or ASCII that is lowercased during the comparison.
  /// - Complexity: O(*n* · *m*), *m* = length of the pattern. Allocates nothing.
  func matches(_ text: Haystack) -> Bool {
    var (element, index) = (0, 0)
    // Where to continue if the elements after the last star do not match. Earlier stars need not be
    // reconsidered: the elements after them matched at the first possible index, which leaves the
    // most room for the rest.
    var retry: (element: Int, index: Int)?
    while element < elements.count || index < text.count {
      if element < elements.count {
        if elements[element] == .star {
          element += 1
          retry = (element, index)
          continue
        }
        if let end = end(of: elements[element], in: text, at: index) {
          element += 1
          index = end
          continue
        }
      }
      guard let last = retry, last.index < text.count else { return false }
      index = last.index + text.scalar(at: last.index).stride
      element = last.element
      retry = (element, index)
    }
    return true
  }

  /// The end of the element in the text if it matches at `index`.
  private func end(of element: Element, in text: Haystack, at index: Int) -> Int? {
    switch element {
    case .star: return index
    case .literal(let bytes): return text.hasLiteral(bytes.span, at: index) ? index + bytes.count : nil
    case .anyCharacter: return index < text.count ? index + text.scalar(at: index).stride : nil
    case .oneOf(let ranges, let isNegated):
      guard index < text.count else { return nil }
      let scalar = text.scalar(at: index)
      return ranges.contains { $0.contains(scalar.value) } != isNegated ? index + scalar.stride : nil
    }
  }

  /// Parses a part.
  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private let folding: Folding
    private var index = 0
    /// Whether no closed bracket follows. Searching for one again would take quadratic time.
    private var hasNoSets = false

    init(_ part: String, _ folding: Folding) {
      scalars = Array(part.unicodeScalars)
      self.folding = folding
    }

    mutating func next() -> Element? {
      guard index < scalars.count else { return nil }
      if scalars[index] == "?" {
        index += 1
        return .anyCharacter
      }
      if let set = takeSet() { return set }
      if scalars[index] == "[" { hasNoSets = true }
      var literal = String.UnicodeScalarView()
      repeat { literal.append(take()) } while index < scalars.count && scalars[index] != "?" && !startsSet
      return .literal(Array(folded(String(literal)).utf8))
    }

    private func folded(_ text: String) -> String { fold(text, folding) }

    /// Takes the next character, and removes a backslash before it.
    private mutating func take() -> Unicode.Scalar {
      if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
      index += 1
      return scalars[index - 1]
    }

    private var startsSet: Bool { scalars[index] == "[" && !hasNoSets }

    /// Takes a set in brackets. Returns `nil` and takes nothing if no closed bracket follows.
    private mutating func takeSet() -> Element? {
      guard scalars[index] == "[", !hasNoSets else { return nil }
      var reader = self
      reader.index += 1
      var isNegated = false
      if reader.index < scalars.count, scalars[reader.index] == "!" || scalars[reader.index] == "^" {
        isNegated = true
        reader.index += 1
      }
      var ranges: [ClosedRange<UInt32>] = []
      let first = reader.index
      while reader.index < scalars.count {
        // A bracket at the beginning is an element of the set.
        if scalars[reader.index] == "]", reader.index > first {
          index = reader.index + 1
          return .oneOf(ranges, isNegated: isNegated)
        }
        let lower = reader.take()
        var upper = lower
        if reader.index + 1 < scalars.count, scalars[reader.index] == "-", scalars[reader.index + 1] != "]" {
          reader.index += 1
          upper = reader.take()
        }
        let (low, high) = (folded(String(lower)).unicodeScalars, folded(String(upper)).unicodeScalars)
        if lower == upper {
          ranges += low.map { $0.value...$0.value }
        } else if let low = low.first, let high = high.first, low <= high {
          ranges.append(low.value...high.value)
        }
      }
      return nil
    }
  }
}
