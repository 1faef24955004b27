// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport
internal import Markup
internal import PropertyLists

extension PropertyListValue {
  /// - Throws: `damaged` if the bytes are no property list.
  init(_ bytes: [UInt8]) throws(ImportError) {
    guard !BinaryPropertyList.isBinary(bytes) else {
      guard let value = BinaryPropertyList.value(in: bytes) else { throw ImportError.damaged("its table of values is missing") }
      self = value
      return
    }
    let reader = PropertyListElements()
    try XMLParser.parse(bytes, into: reader)
    guard let value = reader.root else { throw ImportError.damaged("it is no property list") }
    self = value
  }
}

/// Builds the value of a property list in XML.
private final class PropertyListElements: XMLHandler {
  private static let maximumDepth = 64
  private static let maximumValueCount = 1 << 19

  private(set) var root: PropertyListValue?
  /// The open containers: their values so far, and the key of the next one.
  private var open: [(isDictionary: Bool, key: String?, entries: [PropertyListValue.Entry])] = []
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
    case "integer": put(Int64(characters).map { .integer($0) } ?? .other)
    case "real": put(Double(characters).map { .number($0) } ?? .other)
    // No more than their text is needed.
    case "date": put(.string(characters))
    case "true", "false": put(.boolean(element == "true"))
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
    open[open.count - 1].entries.append(.init(open[open.count - 1].key ?? "", value))
    open[open.count - 1].key = nil
  }
}
