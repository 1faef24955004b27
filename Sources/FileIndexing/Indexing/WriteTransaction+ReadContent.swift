// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

extension WriteTransaction {
  /// Stores the content of a document.
  ///
  /// - Parameter text: The document in the segment of texts that was added to this transaction;
  ///   `nil` if it has no text.
  /// - Returns: `false` if the document is gone, or if it or its sidecar has changed or moved since it was
  ///   given out. It is then still pending, if it exists.
  func store(_ read: ReadContent, text: TextSegmentWriter.Document?) throws(StoreError) -> Bool {
    let file = read.reading.file
    guard try hasSameSidecar(read.reading) else { return false }
    switch read.outcome {
    case .content(let content):
      guard try isOwn(content.status, file) else { return false }
      // The file may have changed between the crawl and its opening. The content belongs to the
      // status at its opening.
      try noteStatus(content.status, of: file.reference, insteadOf: file.status)
      let type = try content.type.map { type throws(StoreError) in try typeID(for: type) }
      try appendText(of: file.reference, content.chunks, from: content.storedChunks)
      return try setContent(
        file.reference, ifStatusIs: content.status, record: content.record, type: type,
        textChunks: content.storedChunks + content.chunks.count, text: text, warning: content.warning,
        state: content.hasReader || !content.record.isEmpty ? .current : .none)
    case .attributes(let record, let status):
      guard try isOwn(status, file) else { return false }
      try noteStatus(status, of: file.reference, insteadOf: file.status)
      return try setContent(
        file.reference, ifStatusIs: status, record: record, type: nil, textChunks: 0, state: record.isEmpty ? .none : .current)
    case .failure(let failure, let status, let record):
      if let status {
        guard try isOwn(status, file) else { return false }
        try noteStatus(status, of: file.reference, insteadOf: file.status)
      }
      return try setFailure(failure, ifStatusIs: status ?? file.status, record: record)
    // The file may be gone, or a directory above it renamed. An event or the next crawl shows
    // which. Removing the document here would be wrong after a rename: nothing would add it again.
    case .vanished: return false
    }
  }

  /// Whether the document has the sidecar that it had when it was given out.
  ///
  /// A change of the sidecar has made the document pending, but it was pending before.
  private func hasSameSidecar(_ reading: Reading) throws(StoreError) -> Bool {
    if let sidecar = reading.sidecar { return try sidecar.isCurrent(in: reading.file.directory, snapshot) }
    return try !snapshot.hasSidecars(reading.file.directory)
  }

  /// Whether the opened file is the document's: the known one, or one that has replaced it, as
  /// editors do to save. It is another file if the document's directory was meanwhile replaced by a
  /// different directory at the same path, whether or not the catalog has recorded that.
  ///
  /// A directory is never replaced here: the entries in the catalog are those of the known one, and with the
  /// status of another one, nothing would show that they must be listed again.
  private func isOwn(_ opened: FileStatus, _ file: FileRecord) throws(StoreError) -> Bool {
    if file.status.kind == .directory { return opened.identity == file.status.identity }
    guard opened.identity != file.status.identity, let inode = try snapshot.inode(of: file.directory),
      let path = try snapshot.path(of: file.directory)
    else { return true }
    return FileStatus(at: path)?.inode == inode && FileStatus(at: path.appending(component: file.name))?.identity == opened.identity
  }
}
