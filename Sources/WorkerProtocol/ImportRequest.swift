// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// A request to import a file, whose open descriptor is attached.
package struct ImportRequest: Hashable, Sendable {
  /// Associates a reply with its request. The parent never uses a number twice on one connection.
  package struct ID: Hashable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
  }

  package var id: ID
  /// The last component of the path, in bytes. It is used to detect the type and to derive names;
  /// it is never opened.
  package var fileName: [UInt8]
  /// The size of the file in bytes when it was opened.
  package var byteCount: UInt64
  package var modified: Timestamp
  /// The type according to the name; `nil` if the content must determine it.
  package var typeIdentifier: String?
  /// Whether the name alone determines the type. If `false`, the content is examined first.
  package var isTypeCertain: Bool
  /// Whether the parent wants text, or only attributes.
  package var wantsText: Bool
  /// Types that installed importers read. If the content is of such a type, the worker returns only
  /// the type. Empty if the type is certain.
  package var typesOfOthers: [String]
  /// The path of the file in bytes, for an importer that opens it; `nil` for others.
  package var path: [UInt8]?

  package init(
    id: ID, fileName: [UInt8], byteCount: UInt64, modified: Timestamp, typeIdentifier: String?, isTypeCertain: Bool, wantsText: Bool,
    typesOfOthers: [String] = [], path: [UInt8]? = nil
  ) {
    self.id = id
    self.fileName = fileName
    self.byteCount = byteCount
    self.modified = modified
    self.typeIdentifier = typeIdentifier
    self.isTypeCertain = isTypeCertain
    self.wantsText = wantsText
    self.typesOfOthers = typesOfOthers
    self.path = path
  }

  /// Whether a text of `count` bytes can be the whole content of the file, with or without a UTF-8
  /// byte order mark at its start.
  package func mayBeContent(ofTextByteCount count: UInt64) -> Bool {
    let markByteCount: UInt64 = 3
    return wantsText && count > 0 && (count == byteCount || byteCount >= markByteCount && count == byteCount - markByteCount)
  }
}
