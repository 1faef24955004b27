// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// What a search for text in the picture of a document has found: the value of the document's attribute
/// ``attributeName``.
///
/// The attribute belongs to the content that was searched. When a file changes, its importer's attributes replace all
/// earlier ones, so its picture is searched again. If only the metadata of the file have changed, such as its tags, what was found is kept.
package enum TextOrigin: String, Sendable, CaseIterable {
  /// The document has text, and it was recognised in a picture.
  case recognized
  /// There is no text in the picture.
  case none
  /// The picture cannot be decoded or searched.
  case unreadable

  package static let attributeName = "org_searchlight_textOrigin"
  /// The name under which records tell which version of the file was searched.
  static let versionName = "_searchlight_recognizedVersion"
  /// The name under which users know the importer of text in pictures.
  package static let importerName = "PictureText"

  /// How many times its length a recognised text has for ranking, so that its words count less than those of a text
  /// that was typed: as much as in a text of twice the length. All that ranking computes follows from lengths.
  static let lengthFactor: UInt32 = 2
}

extension WriteTransaction {
  /// Adds to a document what was found in its picture.
  ///
  /// - Parameters:
  ///   - status: The file's status when it was opened.
  ///   - chunks: The whole text; empty if there is none.
  ///   - text: The document in the segment that was added with ``add(_:)``; `nil` if it has no text.
  ///   - problem: What could not be read. It is listed among the failures, unless the document is listed already.
  /// - Returns: `false` if the document is gone or has changed, or has a text. Nothing is stored then.
  package func addRecognition(
    _ origin: TextOrigin, to reference: DocumentReference, ifStatusIs status: FileStatus, chunks: [TextChunk] = [],
    text: TextSegmentWriter.Document? = nil, problem: Failure? = nil
  ) throws(StoreError) -> Bool {
    guard var file = try stored(at: reference), file.content == .current, !file.hasText, !file.status.mayDifferInContent(from: status)
    else {
      return false
    }
    let document = reference.document
    var attributes = try snapshot.attributes(of: document) ?? AttributeRecord()
    attributes.setRecognition(origin, of: status.pictureVersion)
    let record = attributes.encoded()
    try put(.attributes, Key(document), record)
    pending.counters.pendingBytes += UInt64(record.count)
    try appendText(of: reference, chunks, from: 0)
    try setText(text, of: &file, document)
    if let problem, try snapshot.failure(of: document) == nil { try put(.failures, Key(document), problem.encoded()) }
    try set(&file, .current, nil, at: reference)
    return true
  }
}

extension WriteTransaction {
  /// Forgets what was found in the picture of a document, so that it is searched again.
  func forgetRecognition(of reference: DocumentReference) throws(StoreError) {
    let document = reference.document
    guard var file = try stored(at: reference), var attributes = try snapshot.attributes(of: document),
      let origin = attributes.textOrigin
    else { return }
    attributes.setRecognition(nil, of: nil)
    if attributes.isEmpty { try remove(.attributes, Key(document)) } else { try put(.attributes, Key(document), attributes.encoded()) }
    if origin == .recognized {
      try removeText(of: document)
      try setText(nil, of: &file, document)
    }
    if try snapshot.failure(of: document)?.importer == TextOrigin.importerName { try remove(.failures, Key(document)) }
    try set(&file, file.content, nil, at: reference)
  }

  /// What was found in the picture of a document, if that applies to a new version of the file whose importer has found no text.
  ///
  /// - Parameter file: The document's row.
  /// - Returns: `nil` if the picture was not searched, or if it may have changed since.
  func keptRecognition(of document: DocumentID, _ file: StoredFile, _ status: FileStatus) throws(StoreError) -> TextOrigin? {
    guard let attributes = try snapshot.attributes(of: document), let origin = attributes.textOrigin,
      attributes[custom: TextOrigin.versionName] == .string(status.pictureVersion)
    else { return nil }
    guard origin == .recognized else { return origin }
    let hasStoredText = try snapshot.hasText(document)
    return file.hasText && hasStoredText ? origin : nil
  }
}

extension AttributeRecord {
  /// `nil` if no picture was searched.
  fileprivate var textOrigin: TextOrigin? {
    guard case .string(let value)? = self[custom: TextOrigin.attributeName] else { return nil }
    return TextOrigin(rawValue: value)
  }

  mutating func setRecognition(_ origin: TextOrigin?, of version: String?) {
    setCustom(TextOrigin.attributeName, to: origin.map { .string($0.rawValue) })
    setCustom(TextOrigin.versionName, to: version.map { .string($0) }, searchability: .notSearchable)
  }
}

extension FileStatus {
  /// Changes whenever the picture of the file changes. The time of the last status change is left out: tags and permissions change it, too. Whoever
  /// writes other pixels into the same file and sets its modification time back is not noticed.
  var pictureVersion: String { "\(inode) \(size) \(modified)" }
}

extension Snapshot {
  /// Whether the stored text of a document was recognised in a picture.
  func hasRecognizedText(_ document: DocumentID, _ type: ContentType?) throws(StoreError) -> Bool {
    // The attributes of other documents need not be read.
    guard let type, type.tree.contains("public.image") || type.identifier == "com.adobe.pdf" else { return false }
    return try attributes(of: document)?[custom: TextOrigin.attributeName] == .string(TextOrigin.recognized.rawValue)
  }
}
