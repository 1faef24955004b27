/// A pattern with the wildcards of gitignore(5), for names or for paths.
///
/// In a pattern for paths, `*`, `?` and sets do not match a slash, and `**` as a whole component
/// matches any number of components.
struct GitignoreGlob: Sendable {
  private enum Token: Sendable {
    case byte(UInt8)
    case anyByte
    case set(ByteSet)
    /// Any number of bytes, without a slash in patterns for paths.
    case run
    /// Any number of bytes.
    case anything
    /// Skips this number of tokens, or none: for `**/`, which also matches nothing.
    case optional(Int)
  }

  private let tokens: [Token]
  private let isForPaths: Bool
  /// Whether a set of characters does not end, or a backslash precedes nothing. Such a pattern matches
  /// nothing.
  private let isMalformed: Bool

  init(_ pattern: ArraySlice<UInt8>, isForPaths: Bool) {
    self.isForPaths = isForPaths
    var tokens: [Token] = []
    var isMalformed = false
    var isAtComponentStart = true
    var rest = pattern
    while let byte = rest.popFirst() {
      let wasAtComponentStart = isAtComponentStart
      isAtComponentStart = byte == UInt8(ascii: "/")
      switch byte {
      case UInt8(ascii: "*"):
        let stars = 1 + rest.prefix { $0 == byte }.count
        rest = rest.dropFirst(stars - 1)
        let next = rest.first
        let isEscapedSlash = rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "/")])
        let isComponent = wasAtComponentStart && (next == nil || next == UInt8(ascii: "/") || isEscapedSlash)
        if stars == 1 || !isForPaths || !isComponent {
          tokens.append(.run)
        } else {
          if next == UInt8(ascii: "/") { tokens.append(.optional(2)) }
          tokens.append(.anything)
        }
      case UInt8(ascii: "?"): tokens.append(.anyByte)
      case UInt8(ascii: "["):
        if let set = ByteSet(parsing: &rest) { tokens.append(.set(set)) } else { isMalformed = true }
      case UInt8(ascii: "\\"):
        if let escaped = rest.popFirst() { tokens.append(.byte(escaped)) } else { isMalformed = true }
        isAtComponentStart =
          rest.isEmpty ? false : tokens.last.map { if case .byte(UInt8(ascii: "/")) = $0 { true } else { false } } ?? false
      default: tokens.append(.byte(byte))
      }
      if isMalformed { break }
    }
    self.tokens = tokens
    self.isMalformed = isMalformed
  }

  /// - Complexity: O(pattern × text); never exponential.
  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    guard !isMalformed else { return false }
    // The indices of the tokens that may match next, in ascending order.
    var states = [Bool](repeating: false, count: tokens.count + 1)
    states[0] = true
    skip(&states)
    for byte in text {
      var next = [Bool](repeating: false, count: tokens.count + 1)
      var isAlive = false
      for (index, token) in tokens.enumerated() where states[index] {
        switch token {
        case .byte(let expected): if byte == expected { next[index + 1] = true }
        case .anyByte: if !isBarrier(byte) { next[index + 1] = true }
        case .set(let set): if set.contains(byte), !isBarrier(byte) { next[index + 1] = true }
        case .run: if !isBarrier(byte) { next[index] = true }
        case .anything: next[index] = true
        case .optional: continue
        }
        isAlive = isAlive || next[index] || next[index + 1]
      }
      guard isAlive else { return false }
      skip(&next)
      states = next
    }
    return states[tokens.count]
  }

  private func isBarrier(_ byte: UInt8) -> Bool { isForPaths && byte == UInt8(ascii: "/") }

  /// Adds the tokens that are reached without a byte.
  private func skip(_ states: inout [Bool]) {
    for (index, token) in tokens.enumerated() where states[index] {
      switch token {
      case .run, .anything: states[index + 1] = true
      case .optional(let count):
        states[index + 1] = true
        states[index + 1 + count] = true
      case .byte, .anyByte, .set: continue
      }
    }
  }
}
