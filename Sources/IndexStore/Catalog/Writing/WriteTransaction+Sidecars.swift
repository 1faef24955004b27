// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// Files that are read again because of their sidecars.
///
/// Invariants:
/// 1. A directory that has contained a sidecar is marked (``DirectoryRecord/hasSidecars``). In all others, sidecars
///    cost nothing.
/// 2. If a sidecar was added, changed, renamed or removed, the files that it describes, or has described, are pending
///    in the same transaction.
/// 3. If a file of a described type was renamed in, or moved from or to, a marked directory, it is pending.
/// 4. Who stores the content of a file checks that the catalog has the sidecar with which the file was read, because
///    a file that was pending already does not tell of a change.
extension WriteTransaction {
  /// Notes that a sidecar was added, changed, renamed or removed, if the name is that of one.
  func noteSidecar(_ name: [UInt8], _ kind: FileStatus.Kind, in directory: DirectoryID) {
    guard kind == .regular, Sidecar.isName(name.span), snapshot.content == .files else { return }
    let pending = pending
    pending.sidecars[directory, default: []].insert(name)
  }

  /// Marks the files to be read again that the noted sidecars describe. Each transaction does so at its end; call it
  /// before to learn which files these are.
  ///
  /// - Returns: The files, also those that were pending before.
  /// - Complexity: O(entries) for each directory in which a sidecar has changed, 0.2 µs each.
  @discardableResult
  package func readDescribedFiles() throws(StoreError) -> [DocumentReference] {
    var described: [DocumentReference] = []
    let pending = pending
    while let (directory, names) = pending.sidecars.popFirst() {
      // The rows of detached trees are removed, too.
      guard var record = try snapshot.directoryRecord(directory), directory == .root || record.parent != .nowhere else { continue }
      if !record.hasSidecars {
        record.hasSidecars = true
        try putDirectory(record)
      }
      if record.isNamesOnly { continue }
      let (found, count) = try documents(in: directory, describedBy: names)
      for document in found { try setContentState(document, .pending) }
      described += found
      // Reading the files looks up the names of their sidecars.
      if count > pending.nameIndexThreshold { try indexNames(of: directory) }
    }
    return described
  }

  private func documents(
    in directory: DirectoryID, describedBy names: Set<[UInt8]>
  ) throws(StoreError) -> (described: [DocumentReference], count: Int) {
    let matcher = Sidecar.Matcher(names)
    var described: [DocumentReference] = []
    var count = 0
    try snapshot.forEachRow(in: directory) { row throws(StoreError) in
      count += 1
      if row.status.kind == .regular, matcher.matches(row.name), try snapshot.isDescribed(row.type) { described.append(row.reference) }
      return true
    }
    return (described, count)
  }

  /// The content state of a new or changed entry. A picture of which nothing else is read, such as an empty file, may
  /// have a sidecar.
  func contentState(of entry: ListedFile, in directory: DirectoryID) throws(StoreError) -> ContentState {
    guard entry.content == .none, entry.status.kind == .regular, let record = try snapshot.directoryRecord(directory), record.hasSidecars,
      !record.isNamesOnly, try snapshot.isDescribed(entry.type)
    else { return entry.content }
    return .pending
  }

  /// Whether a file may get or lose a sidecar by moving from one directory to another, which may be the same.
  func mayChangeSidecar(
    _ file: StoredFile, as entry: ListedFile, from old: DirectoryID, to new: DirectoryID
  ) throws(StoreError) -> Bool {
    guard entry.status.kind == .regular else { return false }
    var hasSidecars = try snapshot.hasSidecars(new)
    if !hasSidecars, old != new { hasSidecars = try snapshot.hasSidecars(old) }
    guard hasSidecars else { return false }
    if try snapshot.isDescribed(entry.type) { return true }
    return try snapshot.isDescribed(file.type)
  }
}

extension Snapshot {
  /// Whether a directory contains sidecars, or has contained some.
  package func hasSidecars(_ directory: DirectoryID) throws(StoreError) -> Bool {
    try directoryRecord(directory)?.hasSidecars ?? false
  }

  /// The first of some names in a directory that belongs to a regular file; `nil` if there is none.
  ///
  /// - Parameter names: Of sidecars, see ``Sidecar/names(for:sharesStem:)``.
  /// - Complexity: O(log n) for each name if the names of the directory are indexed, otherwise O(entries), 100 ns each.
  package func sidecar(named names: [[UInt8]], in directory: DirectoryID) throws(StoreError) -> FileRecord? {
    if names.isEmpty { return nil }
    if try directoryRecord(directory)?.isNamed == true {
      for name in names {
        if let child = try child(named: name, of: directory), child.status.kind == .regular { return child }
      }
      return nil
    }
    var best: (index: Int, record: FileRecord)?
    try forEachRow(in: directory) { row throws(StoreError) in
      guard row.status.kind == .regular, Sidecar.isName(row.name) else { return true }
      for (index, name) in names.enumerated() where index < best?.index ?? .max && row.name.isEqual(to: name.span) {
        best = (index, try record(row))
      }
      return true
    }
    return best?.record
  }

  /// Whether a sidecar may describe files of a type.
  fileprivate func isDescribed(_ type: TypeID) throws(StoreError) -> Bool {
    try contentType(type).map { Sidecar.isDescribed($0.tree) } ?? false
  }
}
