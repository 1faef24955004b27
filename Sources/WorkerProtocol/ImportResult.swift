// SPDX-License-Identifier: Apache-2.0

/// The result of a successful import. It may be empty: a file that no importer reads has a type but
/// no attributes.
package struct ImportResult: Hashable, Sendable {
  package var id: ImportRequest.ID
  /// The number of bytes of text at the start of the window. This is the last piece; for most files
  /// it is the only one, so that no additional round trip is needed.
  package var textByteCount: Int
  /// The number of bytes of the encoded `AttributeRecord` after the text.
  package var recordByteCount: Int
  /// Whether the record has the names of attributes instead of their numbers and a checksum.
  package var recordHasNames = false
  /// Whether the names of the place in the record were found by the position. Other names of the place take precedence.
  package var namesPosition = false
  /// The final type: from the request or from the content; `nil` if neither is known.
  package var typeIdentifier: String?
  /// The MIME type, if it was detected from the content.
  package var mimeType: String?
  /// The name of the importer; `nil` if no importer reads the type.
  package var importer: String?
  /// Whether the text is the whole content of the file, byte for byte, except for a UTF-8 byte
  /// order mark at its start. A parent that has the file then need not store the text. `false` has
  /// no meaning. The parent checks only the length.
  package var textIsFileContent: Bool
  /// Set if the importer stopped early. The attributes found before are delivered, and this
  /// describes what is missing.
  package var warning: ImportFailure?

  /// - Note: ``recordHasNames`` and ``namesPosition`` are `false`. At most one of them may be set.
  package init(
    id: ImportRequest.ID, textByteCount: Int = 0, recordByteCount: Int, typeIdentifier: String?, mimeType: String?, importer: String?,
    textIsFileContent: Bool = false, warning: ImportFailure? = nil
  ) {
    self.id = id
    self.textByteCount = textByteCount
    self.recordByteCount = recordByteCount
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
    self.importer = importer
    self.textIsFileContent = textIsFileContent
    self.warning = warning
  }
}
