// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import UniformTypeIdentifiers

/// A document that is being read. Identifies it in all stages of the content pipeline.
struct Reading: Sendable {
  /// The document's row when the job was made. The row may change before the content is committed.
  var file: FileRecord
  /// Whether the document changed just now. Fresh documents are read and committed before others.
  var isFresh: Bool
  /// The sidecar that the document had when the job was made; `nil` if its directory has never contained one.
  var sidecar: FoundSidecar?
}

/// The result of looking for the sidecar of a document.
struct FoundSidecar: Sendable {
  /// The names that it may have; empty if the document has none in any case.
  var names: [[UInt8]]
  /// The document of the sidecar; `nil` if there is none.
  var file: FileRecord?

  /// Looks for the sidecar of a file.
  ///
  /// - Parameter types: What the name says of the type decides whether the file may have a sidecar.
  /// - Returns: `nil` if the directory of the file has never contained a sidecar.
  init?(of file: FileRecord, _ types: TypeDatabase, in snapshot: borrowing Snapshot) throws(StoreError) {
    guard try snapshot.hasSidecars(file.directory) else { return nil }
    names = file.status.kind == .regular ? Sidecar.names(for: file.name, types) : []
    self.file = try snapshot.sidecar(named: names, in: file.directory)
  }

  /// Whether the catalog still has the same sidecar.
  func isCurrent(in directory: DirectoryID, _ snapshot: borrowing Snapshot) throws(StoreError) -> Bool {
    let present = try snapshot.sidecar(named: names, in: directory)
    return present?.document == file?.document && present?.status == file?.status && present?.name == file?.name
  }
}
