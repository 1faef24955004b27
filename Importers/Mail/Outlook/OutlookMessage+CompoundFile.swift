// SPDX-License-Identifier: Apache-2.0

internal import CompoundFiles
internal import ImporterSupport

/// Messages in files of their own (MS-OXMSG): a stream for each property of variable length, one for all others, and storages for
/// recipients and attachments.
extension OutlookMessage {
  private static let maximumValueByteCount = 64 << 20
  private static let maximumPartCount = 2048
  private static let propertiesStream = "__properties_version1.0"
  private static let namesStorage = "__nameid_version1.0"

  init(_ file: CompoundFile) {
    self.init(file, headerByteCount: 32, categoriesKey: Self.categoriesKey(file), depth: 0)
  }

  /// - Parameter headerByteCount: What precedes the properties: more in a message of its own than in an embedded one.
  private init(_ storage: CompoundFile, headerByteCount: Int, categoriesKey: UInt16?, depth: Int) {
    properties = Self.properties(of: storage, headerByteCount: headerByteCount)
    properties.categoriesKey = categoriesKey
    let codePage = Int(properties.number(.messageCodePage) ?? properties.number(.codePage) ?? 1252)
    properties.codePage = codePage
    var partCount = 0
    for name in storage.names where partCount < Self.maximumPartCount {
      let isRecipient = name.hasPrefix("__recip_version1.0_#")
      guard isRecipient || name.hasPrefix("__attach_version1.0_#"), let part = storage.storage(name) else { continue }
      partCount += 1
      var found = Self.properties(of: part, headerByteCount: 8)
      found.codePage = codePage
      if isRecipient {
        recipients.append(found)
      } else {
        var attachment = Attachment(properties: found)
        if depth < OutlookMessageBox.maximumDepth, let inner = part.storage("__substg1.0_3701000D"), inner.contains(Self.propertiesStream) {
          attachment.message = OutlookMessageBox(
            OutlookMessage(inner, headerByteCount: 24, categoriesKey: categoriesKey, depth: depth + 1))
        }
        attachments.append(attachment)
      }
    }
  }

  private static func properties(of storage: CompoundFile, headerByteCount: Int) -> PropertySet {
    var properties = PropertySet()
    for name in storage.names {
      // `__substg1.0_` and the tag in hexadecimal digits; elements of lists follow with `-` and a number.
      let parts = name.dropFirst("__substg1.0_".count).split(separator: "-")
      guard name.hasPrefix("__substg1.0_"), let tag = parts.first.flatMap({ $0.count == 8 ? UInt32($0, radix: 16) : nil }) else { continue }
      let kind = UInt16(truncatingIfNeeded: tag)
      // A list itself has only the lengths of its elements.
      guard kind != PropertySet.Kind.object, kind & PropertySet.Kind.several == 0 || parts.count == 2, let stream = storage.stream(name)
      else { continue }
      properties.take(stream.bytes(at: 0, count: min(stream.count, maximumValueByteCount)), for: UInt16(tag >> 16), kind: kind)
    }
    guard let stream = storage.stream(propertiesStream) else { return properties }
    let bytes = stream.bytes(at: 0, count: min(stream.count, 1 << 20))
    for offset in stride(from: headerByteCount, to: bytes.count - 15, by: 16) {
      guard let tag = bytes.integer(at: offset, as: UInt32.self, .little),
        let value = bytes.integer(at: offset + 8, as: UInt64.self, .little)
      else { break }
      properties.take(value, for: UInt16(tag >> 16), kind: UInt16(truncatingIfNeeded: tag))
    }
    return properties
  }

  /// The key of the named property `Keywords`, which is the category of a message; `nil` if no message in the file has it.
  private static func categoriesKey(_ file: CompoundFile) -> UInt16? {
    guard let names = file.storage(namesStorage), let entries = names.stream("__substg1.0_00030102"),
      let strings = names.stream("__substg1.0_00040102")
    else { return nil }
    let list = entries.bytes(at: 0, count: min(entries.count, 1 << 20))
    // Each entry has the offset of a name, whether it is one, and its index.
    for offset in stride(from: 0, to: list.count - 7, by: 8) {
      guard let position = list.integer(at: offset, as: UInt32.self, .little),
        let kind = list.integer(at: offset + 4, as: UInt16.self, .little),
        let index = list.integer(at: offset + 6, as: UInt16.self, .little), kind & 1 == 1, index < 0x7FFF
      else { continue }
      guard let length = strings.integer(at: Int(position), as: UInt32.self, .little), length == 16 else { continue }
      let bytes = strings.bytes(at: Int(position) + 4, count: 16)
      if bytes == Array("Keywords".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }) { return 0x8000 + index }
    }
    return nil
  }
}
