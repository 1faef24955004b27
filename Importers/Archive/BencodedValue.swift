// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter

/// A value in the encoding of BitTorrent: `i42e`, `4:text`, `l…e`, `d…e`.
indirect enum BencodedValue {
  case integer(Int)
  case string(ArraySlice<UInt8>)
  case list([BencodedValue])
  case dictionary([(key: String, value: BencodedValue)])

  private static let maximumDepth = 32
  /// Maximum number of values, so that many small ones do not fill the memory.
  private static let maximumCount = 1 << 20

  /// - Returns: `nil` if `bytes` do not begin with a complete value.
  init?(_ bytes: [UInt8]) {
    var parser = Parser(rest: bytes[...], count: 0)
    guard let value = parser.value(depth: 0) else { return nil }
    self = value
  }

  /// The value under a key of a dictionary.
  subscript(key: String) -> BencodedValue? { entries.first { $0.key == key }?.value }

  /// The entries of a dictionary; empty for other values.
  var entries: [(key: String, value: BencodedValue)] { if case .dictionary(let entries) = self { entries } else { [] } }
  /// The elements of a list; empty for other values.
  var elements: [BencodedValue] { if case .list(let elements) = self { elements } else { [] } }
  /// A text, with marks for ``UndeclaredTexts`` if it is not UTF-8.
  var text: String? { if case .string(let bytes) = self { UndeclaredTexts.marked(bytes) } else { nil } }
  var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  private struct Parser {
    var rest: ArraySlice<UInt8>
    var count: Int

    mutating func value(depth: Int) -> BencodedValue? {
      count += 1
      guard depth < maximumDepth, count <= maximumCount, let first = rest.first else { return nil }
      switch first {
      case UInt8(ascii: "i"):
        rest = rest.dropFirst()
        return number(until: "e").map { .integer($0) }
      case UInt8(ascii: "l"):
        rest = rest.dropFirst()
        var elements: [BencodedValue] = []
        while rest.first != UInt8(ascii: "e") {
          guard let element = value(depth: depth + 1) else { return nil }
          elements.append(element)
        }
        rest = rest.dropFirst()
        return .list(elements)
      case UInt8(ascii: "d"):
        rest = rest.dropFirst()
        var entries: [(String, BencodedValue)] = []
        while rest.first != UInt8(ascii: "e") {
          guard let key = string(), let entry = value(depth: depth + 1) else { return nil }
          entries.append((String(decoding: key, as: UTF8.self), entry))
        }
        rest = rest.dropFirst()
        return .dictionary(entries)
      default: return string().map { .string($0) }
      }
    }

    private mutating func string() -> ArraySlice<UInt8>? {
      guard let length = number(until: ":"), length >= 0, length <= rest.count else { return nil }
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }

    private mutating func number(until end: Unicode.Scalar) -> Int? {
      guard let position = rest.prefix(21).firstIndex(of: UInt8(ascii: end)) else { return nil }
      defer { rest = rest[(position + 1)...] }
      return Int(String(decoding: rest[..<position], as: UTF8.self))
    }
  }
}
