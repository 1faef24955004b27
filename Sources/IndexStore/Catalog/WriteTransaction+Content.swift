internal import Attributes
internal import LMDB

extension WriteTransaction {
  /// Stores part of a document's text, for a text that is too long to be held until the whole file is read. It counts once
  /// ``setContent(_:ifStatusIs:record:type:textChunks:)`` says how many chunks there are. Does nothing for a document that is gone.
  ///
  /// - Parameter first: The number of the first of `chunks` in the text.
  package func appendText(of reference: DocumentReference, _ chunks: [TextChunk], from first: Int) throws(StoreError) {
    guard !chunks.isEmpty, try snapshot.transaction.value(.documents, Key(reference)) != nil else { return }
    for (number, chunk) in chunks.enumerated() {
      try put(.texts, Key(reference.document, chunk: UInt32(first + number)), chunk.bytes)
    }
  }

  /// Stores what an importer found in a file.
  ///
  /// - Parameter status: The file's status when it was opened. A file that the catalog has since seen change is not taken for read.
  /// - Parameter record: An encoded ``AttributeRecord``; empty for none.
  /// - Parameter type: What looking into the file told; `nil` leaves the type as it is.
  /// - Parameter textChunks: How many chunks ``appendText(of:_:from:)`` stored; those of an older, longer text go.
  /// - Parameter text: The document in the segment that was given to ``add(_:)``; `nil` when it has no text.
  /// - Parameter warning: What the importer could not read; the document is listed among the failures, with the content that it has.
  /// - Parameter state: `.none` for a file in which there was nothing to look for.
  /// - Returns: `false` when the document is gone or its status is another: nothing of the content is kept, and the file is still to be read.
  package func setContent(
    _ reference: DocumentReference, ifStatusIs status: FileStatus, record: [UInt8], type: TypeID?, textChunks: Int,
    text: TextSegmentWriter.Document? = nil, warning: Failure? = nil, state: ContentState = .current
  ) throws(StoreError) -> Bool {
    guard var file = try stored(at: reference) else { return false }
    let document = reference.document
    guard !file.status.mayDifferInContent(from: status) else {
      try removeText(of: document)
      return false
    }
    if record.isEmpty { try remove(.attributes, Key(document)) } else { try put(.attributes, Key(document), record) }
    pending.counters.pendingBytes += UInt64(record.count)
    try setText(text, of: &file, document)
    try removeText(of: document, from: UInt32(textChunks))
    if let warning { try put(.failures, Key(document), warning.encoded()) } else { try remove(.failures, Key(document)) }
    file.status = status
    try set(&file, state, type, at: reference)
    return true
  }

  func setText(_ text: TextSegmentWriter.Document?, of file: inout StoredFile, _ document: DocumentID) throws(StoreError) {
    if file.hasText { pending.staleTexts.insert(document.rawValue) }
    file.hasText = text != nil
    guard let text else { return }
    precondition(pending.texts != nil, "Add the segment of texts before the documents in it")
    pending.texts?.taken.insert(text.ordinal)
  }

  /// Brings a file's status up to what it was found to be when it was opened, ahead of storing the content found with it.
  ///
  /// - Parameter known: The status that the reader started from. Whoever has recorded another one meanwhile knows better.
  package func noteStatus(_ status: FileStatus, of reference: DocumentReference, insteadOf known: FileStatus) throws(StoreError) {
    guard status != known, var file = try stored(at: reference), file.status == known, status.kind == known.kind else { return }
    file.status = status
    try putFile(file, at: reference)
    log(.changed, reference)
  }

  /// Records that a file's content could not be read. Attributes and text from before are dropped: they are of another content.
  ///
  /// - Parameter record: An encoded ``AttributeRecord`` of what is known without the content; empty for none.
  /// - Returns: `false` when the document is gone or its status is another.
  package func setFailure(_ failure: Failure, ifStatusIs status: FileStatus, record: [UInt8] = []) throws(StoreError) -> Bool {
    let reference = failure.reference
    guard var file = try stored(at: reference), !file.status.mayDifferInContent(from: status) else { return false }
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

  /// Puts a document into another state: back to pending, or to `.none` when no importer claims its type.
  ///
  /// - Returns: `false` when the document is gone.
  @discardableResult
  package func setContentState(_ reference: DocumentReference, _ state: ContentState, type: TypeID? = nil) throws(StoreError) -> Bool {
    guard var file = try stored(at: reference) else { return false }
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
  }
}

extension Failure {
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(variable: reference.directory.rawValue)
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
  /// Every document whose content could not be read.
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

  /// Why a document's content could not be read; `nil` when it could, or was not tried.
  package func failure(of document: DocumentID) throws(StoreError) -> Failure? {
    guard let value = try transaction.value(.failures, Key(document)) else { return nil }
    return try Failure(document, value)
  }
}
