// SPDX-License-Identifier: Apache-2.0

/// A shell pattern as in `fnmatch` without flags: `*`, `?`, `[a-z]`, `[!a]` and backslash. It
/// matches bytes, independent of the locale.
struct GlobPattern: Sendable {
  private enum Element: Sendable {
    case byte(UInt8)
    case any
    case many
    case oneOf([ClosedRange<UInt8>], negated: Bool)

    func matches(_ byte: UInt8) -> Bool {
      switch self {
      case .byte(let wanted): wanted == byte
      case .any: true
      case .many: false
      case .oneOf(let ranges, let negated): ranges.contains { $0.contains(byte) } != negated
      }
    }
  }

  private var elements: [Element] = []

  init(_ pattern: [UInt8]) {
    var position = 0
    while position < pattern.count {
      let byte = pattern[position]
      position += 1
      switch byte {
      case UInt8(ascii: "*"): elements.append(.many)
      case UInt8(ascii: "?"): elements.append(.any)
      case UInt8(ascii: "["):
        if let (set, end) = Self.set(in: pattern, from: position) {
          elements.append(set)
          position = end
        } else {
          elements.append(.byte(byte))
        }
      case UInt8(ascii: "\\") where position < pattern.count:
        elements.append(.byte(pattern[position]))
        position += 1
      default: elements.append(.byte(byte))
      }
    }
  }

  /// A bracket expression that begins after its `[`, and the position after its `]`; `nil` if it is
  /// not closed.
  private static func set(in pattern: [UInt8], from start: Int) -> (Element, Int)? {
    var position = start
    var negated = false
    if position < pattern.count, pattern[position] == UInt8(ascii: "!") || pattern[position] == UInt8(ascii: "^") {
      negated = true
      position += 1
    }
    var ranges: [ClosedRange<UInt8>] = []
    let first = position
    while position < pattern.count {
      let low = pattern[position]
      if low == UInt8(ascii: "]"), position > first { return (.oneOf(ranges, negated: negated), position + 1) }
      if position + 2 < pattern.count, pattern[position + 1] == UInt8(ascii: "-"), pattern[position + 2] != UInt8(ascii: "]") {
        let high = pattern[position + 2]
        if low <= high { ranges.append(low...high) }
        position += 3
      } else {
        ranges.append(low...low)
        position += 1
      }
    }
    return nil
  }

  /// Whether the whole of `name` matches. If `lowered`, capitals in `name` count as small letters.
  ///
  /// - Complexity: O(elements × name) in the worst case; only the last `*` is ever retried.
  func matches(_ name: borrowing Span<UInt8>, lowered: Bool) -> Bool {
    var element = 0
    var position = 0
    var retryElement = -1
    var retryPosition = 0
    while position < name.count {
      if element < elements.count {
        if case .many = elements[element] {
          retryElement = element + 1
          retryPosition = position
          element += 1
          continue
        }
        if elements[element].matches(lowered ? name[position].asciiLowered : name[position]) {
          element += 1
          position += 1
          continue
        }
      }
      guard retryElement >= 0 else { return false }
      retryPosition += 1
      position = retryPosition
      element = retryElement
    }
    while element < elements.count, case .many = elements[element] { element += 1 }
    return element == elements.count
  }
}
