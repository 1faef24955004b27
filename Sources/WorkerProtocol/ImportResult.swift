/// The end of an import that brought something, possibly nothing: a file that no importer reads has a type and no attributes.
package struct ImportResult: Hashable, Sendable {
  package var id: ImportRequest.ID
  /// Bytes of text at the start of the window: the last piece, and of most files the only one, so that they need no turn of their own.
  package var textByteCount: Int
  /// Bytes of the encoded `AttributeRecord` behind the text.
  package var recordByteCount: Int
  /// The type in the end: what the request said, or what the content says. `nil`: unknown to both.
  package var typeIdentifier: String?
  /// MIME type, when looking at the content gave one.
  package var mimeType: String?
  /// Name of the importer that ran; `nil` when none reads the type.
  package var importer: String?
  /// Whether the text handed over is the file's whole content byte for byte, but for a UTF-8 byte order mark at the start, which is left
  /// out: who keeps the file need not keep the text. `false` says nothing. The parent checks the length and believes the rest.
  package var textIsFileContent: Bool
  /// Set when the importer stopped early: the attributes found before are delivered, and this says what is missing.
  package var warning: ImportFailure?

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
