// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport
internal import Markup

/// A value in a property list of Apple's systems.
indirect enum PropertyListValue {
  case string(String)
  case data([UInt8])
  case array([PropertyListValue])
  case dictionary([(key: String, value: PropertyListValue)])
  /// A number, a date or a truth value.
  case other(String)

  /// The value for a key of a dictionary; `nil` for other values.
  subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements of an array; none for other values.
  var elements: [PropertyListValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// Calls `body` with the keys, texts and numbers, in the order of the file.
  func forEachText(_ body: (String) throws -> Void) rethrows {
    switch self {
    case .string(let text), .other(let text): try body(text)
    case .data: break
    case .array(let elements): for element in elements { try element.forEachText(body) }
    case .dictionary(let entries):
      for entry in entries {
        try body(entry.key)
        try entry.value.forEachText(body)
      }
    }
  }
}

extension PropertyListValue {
  /// The number of bytes at the start that tell the format.
  static func isBinary(_ start: [UInt8]) -> Bool { start.has("bplist0") }

  /// Larger lists are not read, in bytes.
  static let maximumByteCount = 64 << 20

  /// - Throws: `damaged` if the bytes are no property list.
  init(_ bytes: [UInt8]) throws(ImportError) {
    guard Self.isBinary(bytes) else {
      let reader = PropertyListElements()
      try XMLParser.parse(bytes, into: reader)
      guard let value = reader.root else { throw ImportError.damaged("it is no property list") }
      self = value
      return
    }
    guard var reader = BinaryPropertyList(bytes) else { throw ImportError.damaged("its table of values is missing") }
    self = reader.root
  }
}

/// Reads a binary property list: a list of values that refer to others by their index (`CFBinaryPList.c`).
private struct BinaryPropertyList {
  private static let maximumDepth = 64
  /// A value may be in many others, so the values that are read are counted.
  private static let maximumValueCount = 1 << 19

  private let bytes: [UInt8]
  private let offsets: Range<Int>
  private let offsetByteCount: Int
  private let referenceByteCount: Int
  private let top: Int
  private var remaining = maximumValueCount
  private var remainingByteCount = PropertyListValue.maximumByteCount

  init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { return nil }
    func number(_ offset: Int) -> Int? { bytes.integer(at: trailer + offset, as: UInt64.self, .big).flatMap { Int(exactly: $0) } }
    offsetByteCount = Int(bytes[trailer + 6])
    referenceByteCount = Int(bytes[trailer + 7])
    guard let count = number(8), let top = number(16), let table = number(24), (1...8).contains(offsetByteCount),
      (1...8).contains(referenceByteCount), count > 0, table >= 8, table < trailer, count <= (trailer - table) / offsetByteCount
    else { return nil }
    self.top = top
    offsets = table..<(table + count * offsetByteCount)
    self.bytes = bytes
  }

  var root: PropertyListValue { mutating get { value(top, depth: 0) ?? .other("") } }

  private func number(at offset: Int, _ byteCount: Int) -> Int? {
    guard offset >= 0, byteCount >= 1, byteCount <= 8, offset <= bytes.count - byteCount else { return nil }
    return Int(exactly: bytes[offset..<(offset + byteCount)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private mutating func value(_ index: Int, depth: Int) -> PropertyListValue? {
    guard depth < Self.maximumDepth, remaining > 0, index >= 0, index < offsets.count / offsetByteCount,
      let start = number(at: offsets.lowerBound + index * offsetByteCount, offsetByteCount), start >= 8, start < offsets.lowerBound
    else { return nil }
    remaining -= 1
    let kind = bytes[start] >> 4
    let low = Int(bytes[start] & 0x0F)
    switch kind {
    case 0: return .other(low == 9 ? "true" : low == 8 ? "false" : "")
    case 1: return low <= 3 ? number(at: start + 1, 1 << low).map { .other(String($0)) } ?? .other("") : .other("")
    case 2, 3: return .other("")
    default: break
    }
    guard let (count, first) = count(low, after: start) else { return nil }
    switch kind {
    case 4: return take(first, count).map { .data($0) }
    case 5: return take(first, count).map { .string(String(decoding: $0, as: UTF8.self)) }
    case 6:
      guard count <= bytes.count / 2 else { return nil }
      return take(first, count * 2).map { .string(Self.wideText($0)) }
    case 0xA, 0xB, 0xC: return .array(references(first, count).compactMap { value($0, depth: depth + 1) })
    case 0xD:
      guard count <= bytes.count else { return nil }
      let references = references(first, count * 2)
      guard references.count == count * 2 else { return nil }
      var entries: [(key: String, value: PropertyListValue)] = []
      for position in 0..<count {
        guard case .string(let key)? = value(references[position], depth: depth + 1),
          let value = value(references[count + position], depth: depth + 1)
        else { continue }
        entries.append((key, value))
      }
      return .dictionary(entries)
    default: return .other("")
    }
  }

  /// The number of elements, which follows as a value of its own if it is large, and the offset of the first one.
  private func count(_ low: Int, after start: Int) -> (count: Int, first: Int)? {
    guard low == 0x0F else { return (low, start + 1) }
    guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 0x0F <= 3 else { return nil }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    return number(at: start + 2, size).map { ($0, start + 2 + size) }
  }

  private mutating func take(_ start: Int, _ count: Int) -> [UInt8]? {
    guard count >= 0, start <= bytes.count, count <= bytes.count - start, count <= remainingByteCount else { return nil }
    remainingByteCount -= count
    return Array(bytes[start..<(start + count)])
  }

  private func references(_ start: Int, _ count: Int) -> [Int] {
    guard count >= 0, count <= 2 * Self.maximumValueCount, count <= (bytes.count - min(start, bytes.count)) / referenceByteCount else {
      return []
    }
    return (0..<count).compactMap { number(at: start + $0 * referenceByteCount, referenceByteCount) }
  }

  private static func wideText(_ bytes: [UInt8]) -> String {
    String(decoding: (0..<(bytes.count / 2)).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }, as: UTF16.self)
  }
}

/// Builds the value of a property list in XML.
private final class PropertyListElements: XMLHandler {
  private static let maximumDepth = 64
  private static let maximumValueCount = 1 << 19

  private(set) var root: PropertyListValue?
  /// The open containers: their values so far, and the key of the next one.
  private var open: [(isDictionary: Bool, key: String?, entries: [(key: String, value: PropertyListValue)])] = []
  private var text: [UInt8] = []
  private var count = 0

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    text.removeAll(keepingCapacity: true)
    if element == "dict" || element == "array", open.count < Self.maximumDepth { open.append((element == "dict", nil, [])) }
  }

  func add(_ characters: borrowing Span<UInt8>) { unsafe characters.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) } }

  func end(_ element: String) {
    defer { text.removeAll(keepingCapacity: true) }
    let characters = String(decoding: text, as: UTF8.self)
    switch element {
    case "key": if !open.isEmpty { open[open.count - 1].key = characters }
    case "string": put(.string(characters))
    case "data": put(.data(Array(Data(base64Encoded: Data(text.filter { $0 > 0x20 })) ?? Data())))
    case "integer", "real", "date": put(.other(characters))
    case "true", "false": put(.other(element))
    case "dict", "array":
      guard let container = open.popLast() else { return }
      put(container.isDictionary ? .dictionary(container.entries) : .array(container.entries.map(\.value)))
    default: break
    }
  }

  private func put(_ value: PropertyListValue) {
    guard count < Self.maximumValueCount else { return }
    count += 1
    guard !open.isEmpty else { return root = root ?? value }
    open[open.count - 1].entries.append((open[open.count - 1].key ?? "", value))
    open[open.count - 1].key = nil
  }
}
