// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport

/// Messages in the transport format of Exchange (MS-OXTNEF), usually named `winmail.dat`: a list of attributes of the message and of
/// its attachments, of which some contain properties.
extension OutlookMessage {
  private static let signature: UInt32 = 0x223E_9F78
  private static let maximumAttributeCount = 1 << 16

  /// - Returns: `nil` if the bytes do not begin with the signature.
  init?(tnef bytes: [UInt8], depth: Int = 0) {
    guard bytes.integer(at: 0, as: UInt32.self, .little) == Self.signature else { return nil }
    var offset = 6
    var count = 0
    while count < Self.maximumAttributeCount, offset + 9 <= bytes.count,
      let identifier = bytes.integer(at: offset + 1, as: UInt16.self, .little),
      let length = bytes.integer(at: offset + 5, as: UInt32.self, .little).map(Int.init)
    {
      count += 1
      // The level, the identifier, the kind, the length, the data, a checksum.
      let data = Array(bytes[(offset + 9)..<min(bytes.count, offset + 9 + length)])
      take(identifier, data, depth)
      offset += 9 + length + 2
    }
    for index in attachments.indices { attachments[index].properties.codePage = properties.codePage }
  }

  private mutating func take(_ identifier: UInt16, _ data: [UInt8], _ depth: Int) {
    switch identifier {
    case 0x8004: properties.take(data, for: PropertySet.Key.subject.rawValue, kind: PropertySet.Kind.string)
    case 0x8008: properties.take(data, for: PropertySet.Key.messageClass.rawValue, kind: PropertySet.Kind.string)
    case 0x800C: properties.take(data, for: PropertySet.Key.body.rawValue, kind: PropertySet.Kind.string)
    case 0x8000: takeSender(data)
    case 0x9007: if let page = data.integer(at: 0, as: UInt32.self, .little), page > 0, page < 70_000 { properties.codePage = Int(page) }
    case 0x9003: Self.readProperties(data, depth) { properties.take($0) }
    case 0x9004: readRecipients(data, depth)
    // The place of the next attachment in the text.
    case 0x9002: if attachments.count < 2048 { attachments.append(Attachment()) }
    case 0x8010: if let last = attachments.indices.last { attachments[last].title = Self.text(data, properties.codePage) }
    case 0x800F: if let last = attachments.indices.last { attachments[last].data = data }
    case 0x9005:
      guard let last = attachments.indices.last else { return }
      var inner: [UInt8]?
      Self.readProperties(data, depth) { value in
        // An object begins with the number of its interface.
        if value.key == PropertySet.Key.attachmentData.rawValue, value.kind == PropertySet.Kind.object,
          case .bytes(let bytes) = value.content
        {
          inner = Array(bytes.dropFirst(16))
        }
        attachments[last].properties.take(value)
      }
      if let inner, depth < OutlookMessageBox.maximumDepth, let message = OutlookMessage(tnef: inner, depth: depth + 1) {
        attachments[last].message = OutlookMessageBox(message)
      }
    default: break
    }
  }

  private static func text(_ bytes: [UInt8], _ codePage: Int) -> String? {
    var properties = PropertySet()
    properties.codePage = codePage
    properties.take(bytes, for: PropertySet.Key.name.rawValue, kind: PropertySet.Kind.string)
    return properties.text(.name)
  }

  /// Lengths of a structure, of the name and of the address, and then both.
  private mutating func takeSender(_ data: [UInt8]) {
    guard let nameCount = data.integer(at: 4, as: UInt16.self, .little).map(Int.init),
      let addressCount = data.integer(at: 6, as: UInt16.self, .little).map(Int.init), 8 + nameCount <= data.count
    else { return }
    properties.take(Array(data[8..<(8 + nameCount)]), for: PropertySet.Key.senderName.rawValue, kind: PropertySet.Kind.string)
    let address = data.dropFirst(8 + nameCount).prefix(addressCount)
    // `SMTP:ada@example.org`
    let start = address.firstIndex(of: UInt8(ascii: ":")).map { address.index(after: $0) } ?? address.startIndex
    properties.take(Array(address[start...]), for: PropertySet.Key.senderAddress.rawValue, kind: PropertySet.Kind.string)
  }

  private mutating func readRecipients(_ data: [UInt8], _ depth: Int) {
    var reader = PropertyReader(data)
    for _ in 0..<min(reader.takeInteger() ?? 0, 2048) {
      var recipient = PropertySet()
      recipient.codePage = properties.codePage
      guard reader.takeProperties({ recipient.take($0) }) else { return }
      recipients.append(recipient)
    }
  }

  private static func readProperties(_ data: [UInt8], _ depth: Int, _ take: (PropertyReader.Value) -> Void) {
    var reader = PropertyReader(data)
    _ = reader.takeProperties(take)
  }
}

extension PropertySet {
  fileprivate mutating func take(_ value: PropertyReader.Value) {
    if value.name == "Keywords" { categoriesKey = value.key }
    switch value.content {
    case .bytes(let bytes): if value.kind != Kind.object { take(bytes, for: value.key, kind: value.kind) }
    case .number(let number): take(number, for: value.key, kind: value.kind)
    }
  }
}

/// Reads lists of properties.
private struct PropertyReader {
  struct Value {
    enum Content {
      case bytes([UInt8])
      case number(UInt64)
    }

    let key: UInt16
    let kind: UInt16
    /// The name of a property without a number of its own.
    let name: String?
    let content: Content
  }

  private let bytes: [UInt8]
  private var offset = 0

  private static let maximumCount: UInt32 = 1 << 16

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func takeInteger() -> UInt32? {
    guard let number = bytes.integer(at: offset, as: UInt32.self, .little) else { return nil }
    offset += 4
    return number
  }

  /// - Returns: Whether the whole list was read.
  mutating func takeProperties(_ take: (Value) -> Void) -> Bool {
    guard let count = takeInteger() else { return false }
    for _ in 0..<min(count, Self.maximumCount) { guard takeProperty(take) else { return false } }
    return true
  }

  private mutating func takeProperty(_ take: (Value) -> Void) -> Bool {
    guard let tag = takeInteger() else { return false }
    let (key, kind) = (UInt16(tag >> 16), UInt16(truncatingIfNeeded: tag))
    var name: String?
    if key >= 0x8000 {
      offset += 16
      guard let isName = takeInteger() else { return false }
      if isName == 1 {
        guard let bytes = takeBytes() else { return false }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        name = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
      } else if takeInteger() == nil {
        return false
      }
    }
    let single = kind & ~PropertySet.Kind.several
    let isVariable = [PropertySet.Kind.string, PropertySet.Kind.wideString, PropertySet.Kind.binary, PropertySet.Kind.object].contains(
      single)
    // Values of variable length are lists, usually of one.
    let valueCount = isVariable || kind != single ? takeInteger() : 1
    guard let valueCount, valueCount <= Self.maximumCount else { return false }
    for _ in 0..<valueCount {
      if isVariable {
        guard let value = takeBytes() else { return false }
        take(Value(key: key, kind: single, name: name, content: .bytes(value)))
      } else {
        guard let byteCount = Self.byteCount(of: single), offset + byteCount <= bytes.count else { return false }
        let value: UInt64? =
          byteCount == 4
          ? bytes.integer(at: offset, as: UInt32.self, .little).map(UInt64.init) : bytes.integer(at: offset, as: UInt64.self, .little)
        offset += byteCount
        if let value { take(Value(key: key, kind: single, name: name, content: .number(value))) }
      }
    }
    return true
  }

  /// Bytes after their length, padded to a multiple of four.
  private mutating func takeBytes() -> [UInt8]? {
    guard let count = takeInteger().map(Int.init), count <= bytes.count - offset else { return nil }
    defer { offset += (count + 3) & ~3 }
    return Array(bytes[offset..<(offset + count)])
  }

  /// The number of bytes of a value of fixed length.
  private static func byteCount(of kind: UInt16) -> Int? {
    switch kind {
    case 0x0001, 0x0002, 0x0003, 0x0004, 0x000A, 0x000B: 4
    case 0x0005, 0x0006, 0x0007, 0x0014, 0x0040: 8
    case 0x0048: 16
    default: nil
    }
  }
}
