// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

extension WriteTransaction {
  /// Stores part of a document's text, so that a long text need not be in memory as a whole. Does
  /// nothing when the document is gone.
  ///
  /// The text is complete only when
  /// ``setContent(_:ifStatusIs:record:type:textChunks:text:warning:state:)`` reports the number of
  /// chunks.
  ///
  /// - Parameter first: Chunk number of the first element of `chunks`.
  package func appendText(of reference: DocumentReference, _ chunks: [TextChunk], from first: Int) throws(StoreError) {
    guard !chunks.isEmpty, try snapshot.transaction.value(.documents, Key(reference)) != nil else { return }
    for (number, chunk) in chunks.enumerated() {
      try put(.texts, Key(reference.document, chunk: UInt32(first + number)), chunk.bytes)
    }
  }

  /// Stores what an importer found in a file.
  ///
  /// - Parameters:
  ///   - status: The file's status when it was opened. If the catalog has recorded a change of the
  ///     file since then, the content is rejected.
  ///   - record: An encoded ``AttributeRecord``; empty for none.
  ///   - type: The type as determined by the file's content; `nil` keeps the present type.
  ///   - textChunks: Number of chunks stored with ``appendText(of:_:from:)``. Further chunks of an
  ///     older, longer text are removed.
  ///   - text: The document in the segment that was added with ``add(_:)``; `nil` when it has no
  ///     text.
  ///   - warning: What the importer could not read. The document is then listed among the failures
  ///     but keeps its content.
  ///   - state: `.none` for a file that has no content to read.
  /// - Returns: `false` when the document is gone, its status changed, or its content is no longer
  ///   wanted, because its state has become `.none` meanwhile. Nothing is stored then.
  package func setContent(
    _ reference: DocumentReference, ifStatusIs status: FileStatus, record: [UInt8], type: TypeID?, textChunks: Int,
    text: TextSegmentWriter.Document? = nil, warning: Failure? = nil, state: ContentState = .current
  ) throws(StoreError) -> Bool {
    guard var file = try stored(at: reference) else { return false }
    let document = reference.document
    guard file.content != .none, !file.status.mayDifferInContent(from: status) else {
      try removeText(of: document)
      return false
    }
    let kept = text == nil && textChunks == 0 ? try keptRecognition(of: document, file, status) : nil
    let record = try kept.map { origin throws(StoreError) in try Self.adding(origin, of: status, to: record, document) } ?? record
    if record.isEmpty { try remove(.attributes, Key(document)) } else { try put(.attributes, Key(document), record) }
    pending.counters.pendingBytes += UInt64(record.count)
    if kept != .recognized {
      try setText(text, of: &file, document)
      try removeText(of: document, from: UInt32(textChunks))
    }
    if let warning {
      try put(.failures, Key(document), warning.encoded())
    } else if kept != .unreadable {
      try remove(.failures, Key(document))
    }
    file.status = status
    try set(&file, state, type, at: reference)
    return true
  }

  /// An encoded record with what was found in the picture of a file.
  private static func adding(
    _ origin: TextOrigin, of status: FileStatus, to record: [UInt8], _ document: DocumentID
  ) throws(StoreError) -> [UInt8] {
    do throws(DecodingError) {
      var attributes = record.isEmpty ? AttributeRecord() : try AttributeRecord(decoding: record.span)
      attributes.setRecognition(origin, of: status.pictureVersion)
      return attributes.encoded()
    } catch {
      throw .damaged(.attributes, "\(document.rawValue)", error)
    }
  }

  /// Sets or removes the document's text in the text layer. An earlier text becomes dead when the
  /// transaction is committed.
  func setText(_ text: TextSegmentWriter.Document?, of file: inout StoredFile, _ document: DocumentID) throws(StoreError) {
    if file.hasText { pending.staleTexts.insert(document.rawValue) }
    file.hasText = text != nil
    guard let text else { return }
    precondition(pending.texts != nil, "Add the segment of texts before the documents in it")
    pending.texts?.taken.insert(text.ordinal)
  }

  /// Updates a file's status to the one found when it was opened, before its content is stored.
  ///
  /// - Parameter known: The status that the reader started from. If the catalog has a different one
  ///   by now, nothing is changed. A directory must be the same one in both.
  package func noteStatus(_ status: FileStatus, of reference: DocumentReference, insteadOf known: FileStatus) throws(StoreError) {
    guard status != known, var file = try stored(at: reference), file.status == known, status.kind == known.kind,
      status.kind != .directory || status.identity == known.identity
    else { return }
    file.status = status
    try putFile(file, at: reference)
    log(.changed, reference)
    noteSidecar(file.name, status.kind, in: reference.directory)
  }

  /// Records that a file's content could not be read. Earlier attributes and text are removed,
  /// because they belong to other content.
  ///
  /// - Parameter record: An encoded ``AttributeRecord`` of attributes known without the content;
  ///   empty for none.
  /// - Returns: `false` when the document is gone, its status changed, or its content is no longer wanted.
  package func setFailure(_ failure: Failure, ifStatusIs status: FileStatus, record: [UInt8] = []) throws(StoreError) -> Bool {
    let reference = failure.reference
    guard var file = try stored(at: reference), file.content != .none, !file.status.mayDifferInContent(from: status) else { return false }
    try removeContent(of: reference.document)
    if !record.isEmpty {
      try put(.attributes, Key(reference.document), record)
      pending.counters.pendingBytes += UInt64(record.count)
    }
    try setText(nil, of: &file, reference.document)
    try put(.failures, Key(reference.document), failure.encoded())
    try set(&file, .failed, nil, at: reference)
    return true
  }

  /// Sets the content state of a document: back to pending, or to `.none` when no importer handles
  /// its type, which also removes its content.
  ///
  /// - Returns: `false` when the document is gone.
  @discardableResult
  package func setContentState(_ reference: DocumentReference, _ state: ContentState, type: TypeID? = nil) throws(StoreError) -> Bool {
    guard var file = try stored(at: reference) else { return false }
    if state == .pending { noteSidecar(file.name, file.status.kind, in: reference.directory) }
    guard file.content != state || type.map({ $0 != file.type }) ?? false else { return true }
    if state == .none {
      try removeContent(of: reference.document)
      try setText(nil, of: &file, reference.document)
    }
    try set(&file, state, type, at: reference)
    return true
  }

  func set(_ file: inout StoredFile, _ state: ContentState, _ type: TypeID?, at reference: DocumentReference) throws(StoreError) {
    count(file.content, by: -1)
    count(state, by: 1)
    file.content = state
    if let type { file.type = type }
    try putFile(file, at: reference)
    log(.content, reference)
    // An earlier version has not marked the directory.
    if Sidecar.isName(file.name.span), try !snapshot.hasSidecars(reference.directory) {
      noteSidecar(file.name, file.status.kind, in: reference.directory)
    }
  }
}

extension Failure {
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(variable: UInt64(reference.directory.rawValue))
    writer.append(string: importer)
    writer.append(string: reason)
    writer.append(signed: when)
    return writer.sealed()
  }

  init(_ document: DocumentID, _ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      let directory = DirectoryID(rawValue: UInt32(truncatingIfNeeded: try reader.variable()))
      reference = DocumentReference(directory: directory, document: document)
      importer = try reader.string()
      reason = try reader.string()
      when = try reader.signed()
    } catch {
      throw .damaged(.failures, "\(document.rawValue)", error)
    }
  }
}

extension Snapshot {
  /// All documents whose content could not be read, or only in part.
  package func failures() throws(StoreError) -> [Failure] {
    var failures: [Failure] = []
    let cursor = try transaction.cursor(.failures)
    var found = try cursor.first()
    while found {
      failures.append(try Failure(DocumentID(rawValue: cursor.number), cursor.value))
      found = try cursor.next()
    }
    return failures
  }

  /// Why a document's content could not be read, or only in part; `nil` when it was read or not
  /// tried.
  package func failure(of document: DocumentID) throws(StoreError) -> Failure? {
    guard let value = try transaction.value(.failures, Key(document)) else { return nil }
    return try Failure(document, value)
  }
}
