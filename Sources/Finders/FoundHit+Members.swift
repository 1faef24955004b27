// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import CommandLine
package import IndexStore
internal import LogMessages

/// What other programs are told of a hit: an object of JSON, or a dictionary on the message bus.
extension FoundHit {
  private static let keys: [AttributeKey] = [.displayName, .kind, .contentType, .fileSize, .contentModificationDate]

  /// `path` and `uri`, and what is known of `name`, `kind`, `type`, `size` in bytes, `modified`, and, under `attributes`, other attributes by
  /// name.
  ///
  /// - Parameter names: Those of the other attributes. Of files of the system's index, only ``previewedAttributes`` are known.
  package func members(attributes names: [AttributeName]) throws(StoreError) -> [String: AttributeValue] {
    var members = Self.identity(of: path)
    for (name, value) in zip(["name", "kind", "type", "size", "modified"], try values(Self.keys)) {
      guard let value else { continue }
      switch (name, value) {
      case ("size", .integer), ("modified", .date): members[name] = value
      case ("size", _), ("modified", _): break
      default: members[name] = .string(value.plainText())
      }
    }
    if names.isEmpty { return members }
    var attributes: [String: AttributeValue] = [:]
    for (name, value) in zip(names, try values(of: names)) {
      if let value, value != .null { attributes[name.description] = value.shortened }
    }
    members["attributes"] = .dictionary(attributes)
    return members
  }

  private func values(of names: [AttributeName]) throws(StoreError) -> [AttributeValue?] {
    switch self {
    case .stored(let hit, let store):
      try store.read { snapshot throws(StoreError) in try snapshot.values(of: names, for: hit.reference) } ?? []
    case .system:
      try names.map { name throws(StoreError) in if case .known(let key) = name { try values([key])[0] } else { nil } }
    }
  }

  /// `path`, and `uri`, which has the exact bytes of a path that need not be UTF-8. Of an item of a program, both are its address.
  package static func identity(of path: [UInt8]) -> [String: AttributeValue] {
    let text = String(decoding: path, as: UTF8.self)
    return ["path": .string(text), "uri": .string(path.first == UInt8(ascii: "/") ? PercentEncoding.fileURL(ofPath: path) : text)]
  }
}

extension Passage {
  /// `passage`; the number of its `line` in a plain text file; and `outdated` if the file has changed since it was indexed.
  package var members: [String: AttributeValue] {
    var members: [String: AttributeValue] = [:]
    if !text.isEmpty { members["passage"] = .string(text) }
    if let line { members["line"] = .integer(Int64(line)) }
    if isOutdated { members["outdated"] = .boolean(true) }
    return members
  }
}

extension AttributeValue {
  private static let maximumTextLength = 4000
  private static let maximumElementCount = 200

  /// The value without the ends of long texts and lists, and without long data.
  package var shortened: AttributeValue {
    switch self {
    case .string(let text) where text.unicodeScalars.count > Self.maximumTextLength:
      .string(String(text.unicodeScalars.prefix(Self.maximumTextLength)) + "…")
    case .array(let elements): .array(elements.prefix(Self.maximumElementCount).map(\.shortened))
    case .dictionary(let members): .dictionary(members.mapValues(\.shortened))
    case .data(let bytes) where bytes.count > Self.maximumTextLength: .null
    default: self
    }
  }
}
