// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import SystemPlatform

/// Finds the rows of ascending names by passing over the rows of a directory once.
///
/// It finds the rows of a *chain*: each has a greater name than those of the chain before it. In a directory
/// that was listed in the order of names, and in which few entries were added later, most rows belong to the
/// chain. Others are *strays*.
struct RowMerge: Sendable {
  /// The last row that was passed; `nil` before the first one.
  private var position: DocumentReference?
  private var chain = Chain()

  /// Decides which rows belong to the chain, when they are passed in the order of DocumentIDs.
  struct Chain: Sendable {
    private var lastName: [UInt8] = []

    /// - Returns: `false` if the row is a stray.
    mutating func add(_ row: borrowing FileRow) -> Bool {
      guard row.name.order(to: lastName.span) > 0 else { return false }
      lastName = row.nameBytes
      return true
    }

    func contains(_ row: borrowing FileRow) -> Bool { row.name.order(to: lastName.span) > 0 }

    /// Adds a row of the chain whose name is known.
    mutating func add(named name: [UInt8]) { lastName = name }
  }

  /// Passes over the rows until the last of the names.
  ///
  /// - Parameters:
  ///   - names: In ascending order, and greater than those of earlier calls.
  ///   - body: Called with each row that was found, and the index of its name.
  mutating func pass(
    _ names: [ListedName], in directory: DirectoryID, _ snapshot: borrowing Snapshot,
    _ body: (Int, borrowing FileRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    let owners = try snapshot.owners
    let cursor = try snapshot.transaction.cursor(.documents)
    var previous = position
    var found = try cursor.seek(position.map { Key($0) } ?? Key(firstIn: directory))
    if found, cursor.reference == position { found = try cursor.next() }
    for (index, name) in names.enumerated() {
      while found {
        let reference = try cursor.reference(after: previous)
        guard reference.directory == directory else { return }
        let row = try FileRow(reference, cursor.value, owners: owners)
        let order = row.name.order(to: name.bytes.span)
        if order == 0 {
          chain.add(named: name.bytes)
          if name.isOfKind(row.status.kind) { try body(index, row) }
        } else if order < 0 {
          _ = chain.add(row)
        } else if chain.contains(row) {
          break
        }
        (previous, position) = (reference, reference)
        found = try cursor.next()
        if order == 0 { break }
      }
    }
  }
}

extension Span<UInt8> {
  /// The order of two names, bytewise: negative if this one precedes the other, and zero if they are equal.
  fileprivate func order(to other: Span<UInt8>) -> Int {
    let order = unsafe withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { other in
        guard let start = bytes.baseAddress, let otherStart = other.baseAddress else { return 0 }
        return unsafe Int(RawMemory.order(start, otherStart, count: min(bytes.count, other.count)))
      }
    }
    return order == 0 ? count - other.count : order
  }
}
