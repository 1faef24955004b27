internal import IndexStore

extension WriteTransaction {
  /// Takes in what was read of a document.
  ///
  /// - Parameter text: Where its text is in the transaction's run; `nil` when it has none.
  /// - Returns: `false` when the document is gone, or has changed or moved since: then it is still to be read.
  func store(_ read: ReadContent, text: TextSegmentWriter.Document?) throws(StoreError) -> Bool {
    let file = read.reading.file
    switch read.outcome {
    case .content(let content):
      guard try isOwn(content.status, file) else { return false }
      // The file may have changed between the crawl and its opening: what was read is of the status that it was opened with.
      try noteStatus(content.status, of: file.reference, insteadOf: file.status)
      let type = try content.type.map { type throws(StoreError) in try typeID(for: type) }
      try appendText(of: file.reference, content.chunks, from: content.storedChunks)
      return try setContent(
        file.reference, ifStatusIs: content.status, record: content.record, type: type,
        textChunks: content.storedChunks + content.chunks.count, text: text, warning: content.warning)
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
    // It may be gone, or a folder above it may have another name by now. The event that tells which, or else the next crawl, decides: a file
    // that is taken for gone when its folder was renamed would not be seen again.
    case .vanished: return false
    }
  }

  /// Whether what was opened is the document's own file: the one that is known, or one that has replaced it, as editors save. A file of another
  /// folder was opened when that took the place of the document's folder meanwhile, be it that the catalog knows so by now or not.
  private func isOwn(_ opened: FileStatus, _ file: FileRecord) throws(StoreError) -> Bool {
    guard opened.identity != file.status.identity, let inode = try snapshot.inode(of: file.directory),
      let path = try snapshot.path(of: file.directory)
    else { return true }
    return FileStatus(at: path)?.inode == inode && FileStatus(at: path.appending(component: file.name))?.identity == opened.identity
  }
}
