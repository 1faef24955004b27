// SPDX-License-Identifier: Apache-2.0

/// A line of a file `.gitignore`. gitignore(5)
///
/// In a pattern for paths, `*`, `?` and sets do not match a slash, and `**` as a whole component
/// matches any number of components.
struct GitignorePattern: Sendable {
  /// A part of a pattern that matches one byte.
  enum Step: Sendable {
    case byte(UInt8)
    case anyByte
    case set(ByteSet)
  }

  /// What may be between two steps.
  enum Gap: Sendable {
    case nothing
    /// Any bytes, without a slash in patterns for paths.
    case run
    /// Any bytes.
    case anything
    /// `**/`: any bytes and the slash that is the next step, or nothing instead of both.
    case components
  }

  /// The number of the line, from 1.
  let line: Int
  let isNegated: Bool
  let isForDirectories: Bool
  /// Whether the pattern has no slash, so that it applies to names in all directories.
  let isForNames: Bool
  private(set) var steps: [Step] = []
  /// What may precede each step, and at the end what may follow the last one.
  private(set) var gaps: [Gap] = [.nothing]

  /// - Returns: `nil` for a comment, and for a line that matches nothing: an empty one, one with a set of
  ///   characters that does not end, and one with a backslash that precedes nothing.
  init?(_ line: ArraySlice<UInt8>, number: Int) {
    guard !line.isEmpty, line.first != UInt8(ascii: "#") else { return nil }
    var rest = Self.withoutSpacesAtEnd(line)
    isNegated = rest.first == UInt8(ascii: "!")
    if isNegated { rest.removeFirst() }
    isForDirectories = rest.last == UInt8(ascii: "/")
    if isForDirectories { rest.removeLast() }
    guard !rest.isEmpty else { return nil }
    self.line = number
    isForNames = !rest.contains(UInt8(ascii: "/"))
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    guard parse(rest) else { return nil }
  }

  /// - Returns: `false` if the pattern is malformed.
  private mutating func parse(_ pattern: ArraySlice<UInt8>) -> Bool {
    // Git compares what precedes the first wildcard by itself, and takes the wildcard for the start of a
    // component.
    var isAtComponentStart = true
    var isLiteral = true
    var rest = pattern
    while let byte = rest.popFirst() {
      if Array("*?[\\".utf8).contains(byte) { isLiteral = false }
      let wasAtComponentStart = isAtComponentStart
      isAtComponentStart = isLiteral || byte == UInt8(ascii: "/")
      switch byte {
      case UInt8(ascii: "*"):
        let stars = 1 + rest.prefix { $0 == byte }.count
        rest = rest.dropFirst(stars - 1)
        let next = rest.first
        let isEscapedSlash = rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "/")])
        let isComponent = wasAtComponentStart && (next == nil || next == UInt8(ascii: "/") || isEscapedSlash)
        if stars == 1 || isForNames || !isComponent {
          gaps[steps.count] = .run
        } else if next != UInt8(ascii: "/") {
          gaps[steps.count] = .anything
        } else if let last = gaps.dropLast().last, last == .components {
          // `**/**/` means the same as `**/`.
          rest.removeFirst()
          isAtComponentStart = true
        } else {
          gaps[steps.count] = .components
        }
      case UInt8(ascii: "?"): append(.anyByte)
      case UInt8(ascii: "["):
        guard let set = ByteSet(parsing: &rest) else { return false }
        append(.set(set))
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return false }
        append(.byte(escaped))
        isAtComponentStart = !rest.isEmpty && escaped == UInt8(ascii: "/")
      default: append(.byte(byte))
      }
    }
    return true
  }

  private mutating func append(_ step: Step) {
    steps.append(step)
    gaps.append(.nothing)
  }

  /// The bytes with which every text begins that the pattern matches.
  var prefix: [UInt8] {
    var bytes: [UInt8] = []
    for (gap, step) in zip(gaps, steps) {
      guard gap == .nothing, case .byte(let byte) = step else { break }
      bytes.append(byte)
    }
    return bytes
  }

  /// The bytes that the pattern consists of, if it has no wildcards, or only one at its start.
  var literal: (bytes: [UInt8], isSuffix: Bool)? {
    guard gaps.dropFirst().allSatisfy({ $0 == .nothing }), gaps[0] == .nothing || gaps[0] == .run && isForNames else { return nil }
    var bytes: [UInt8] = []
    for step in steps {
      guard case .byte(let byte) = step else { return nil }
      bytes.append(byte)
    }
    return (bytes, isSuffix: gaps[0] == .run)
  }

  /// Spaces at the end have no meaning unless a backslash precedes them.
  private static func withoutSpacesAtEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: "\\") {
        index = min(index + 2, line.endIndex)
        end = index
      } else {
        index += 1
        if line[index - 1] != UInt8(ascii: " ") { end = index }
      }
    }
    return line[..<end]
  }
}
