// SPDX-License-Identifier: Apache-2.0

/// Annotations of DjVu, which are lists in parentheses: `(metadata (title "Roots") (author "Ada"))`.
enum DjVuAnnotations {
  /// The entries of all lists of metadata, by keywords in lower case.
  static func metadata(in bytes: [UInt8]) -> [String: String] {
    var scanner = Scanner(bytes)
    var metadata: [String: String] = [:]
    // The names of the lists that are open.
    var names: [String?] = []
    var depth = 0
    while let token = scanner.next() {
      switch token {
      case .open:
        depth += 1
        if depth <= maximumDepth { names.append(nil) }
      case .close:
        if depth <= maximumDepth, !names.isEmpty { names.removeLast() }
        depth = max(0, depth - 1)
      case .word(let word):
        if depth == names.count, let last = names.indices.last, names[last] == nil { names[last] = word.lowercased() }
      case .string(let string):
        if depth == 2, names.first == "metadata", let key = names.last ?? nil { metadata[key] = string }
      }
    }
    return metadata
  }

  /// Metadata are entries of a list.
  private static let maximumDepth = 2

  private enum Token {
    case open
    case close
    case word(String)
    case string(String)
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token? {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return nil }
      switch bytes[position] {
      case UInt8(ascii: "("):
        position += 1
        return .open
      case UInt8(ascii: ")"):
        position += 1
        return .close
      case UInt8(ascii: "\""): return .string(string())
      default:
        let start = position
        while position < bytes.count, bytes[position] > 0x20, !"()\"".utf8.contains(bytes[position]) { position += 1 }
        return .word(String(decoding: bytes[start..<position], as: UTF8.self))
      }
    }

    /// The string at the position, with the escapes of C.
    private mutating func string() -> String {
      var text: [UInt8] = []
      position += 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
          position += 1
          text.append(escaped())
        } else {
          text.append(bytes[position])
          position += 1
        }
      }
      position += 1
      return String(decoding: text, as: UTF8.self)
    }

    /// The byte that an escape stands for: `n`, `"`, `303`.
    private mutating func escaped() -> UInt8 {
      let digits = bytes[position...].prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
      if !digits.isEmpty {
        position += digits.count
        return UInt8(truncatingIfNeeded: digits.reduce(0) { $0 << 3 | Int($1 & 7) })
      }
      defer { position += 1 }
      switch bytes[position] {
      case UInt8(ascii: "n"): return 0x0A
      case UInt8(ascii: "t"): return 0x09
      case UInt8(ascii: "r"): return 0x0D
      case let byte: return byte
      }
    }
  }
}
