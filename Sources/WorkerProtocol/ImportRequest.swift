package import Attributes

/// What a worker is told about the file whose open descriptor comes with the request.
package struct ImportRequest: Hashable, Sendable {
  /// Pairs a reply with its request. The parent never uses a number twice on one connection.
  package struct ID: Hashable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
  }

  package var id: ID
  /// Last component of the path, in the file system's bytes; for type detection and names without extension, never opened.
  package var fileName: [UInt8]
  /// Bytes, when the file was opened.
  package var byteCount: UInt64
  package var modified: Timestamp
  /// The type that the name says; `nil` when it says nothing, and the content decides.
  package var typeIdentifier: String?
  /// Whether the name leaves no doubt about the type. When `false`, the content is looked at first.
  package var isTypeCertain: Bool
  /// Whether text is to be delivered, or attributes only.
  package var wantsText: Bool

  package init(
    id: ID, fileName: [UInt8], byteCount: UInt64, modified: Timestamp, typeIdentifier: String?, isTypeCertain: Bool, wantsText: Bool
  ) {
    self.id = id
    self.fileName = fileName
    self.byteCount = byteCount
    self.modified = modified
    self.typeIdentifier = typeIdentifier
    self.isTypeCertain = isTypeCertain
    self.wantsText = wantsText
  }

  /// Whether a text of so many bytes can be the whole content of the file, with or without a UTF-8 byte order mark in front.
  package func mayBeContent(ofTextByteCount count: UInt64) -> Bool {
    let markByteCount: UInt64 = 3
    return wantsText && count > 0 && (count == byteCount || byteCount >= markByteCount && count == byteCount - markByteCount)
  }
}
