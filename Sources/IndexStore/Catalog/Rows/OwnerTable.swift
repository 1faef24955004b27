// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB

/// User, group and permission bits of a file. There are few combinations for any number of files,
/// so a row stores only the number of one.
struct Owner: Hashable {
  let user: UInt32
  let group: UInt32
  let mode: UInt16

  init(user: UInt32, group: UInt32, mode: UInt16) {
    self.user = user
    self.group = group
    self.mode = mode
  }

  init(_ status: FileStatus) { self.init(user: status.userID, group: status.groupID, mode: status.mode) }
}

/// The owners known to a snapshot, in memory.
final class OwnerTable {
  private(set) var owners: [Owner] = []
  /// Only writers need this; the first lookup builds it.
  private lazy var numbers = Dictionary(owners.enumerated().map { ($1, UInt64($0)) }) { _, last in last }

  /// The owner that was looked up last. The next file usually has the same one.
  private var last: (owner: Owner, number: UInt64)?

  init(_ owners: [Owner]) { self.owners = owners }

  init(_ transaction: borrowing CatalogTransaction) throws(StoreError) {
    let cursor = try transaction.cursor(.owners)
    var found = try cursor.first()
    while found {
      guard cursor.number == owners.count else { throw .numbers(of: .owners) }
      do throws(DecodingError) {
        var reader = try ByteReader(checked: cursor.value)
        owners.append(
          Owner(
            user: UInt32(truncatingIfNeeded: try reader.variable()), group: UInt32(truncatingIfNeeded: try reader.variable()),
            mode: try reader.uint16()))
        guard reader.isAtEnd else { throw .malformed(at: reader.position) }
      } catch {
        throw .damaged(.owners, "\(owners.count)", error)
      }
      found = try cursor.next()
    }
  }

  subscript(number: UInt64) -> Owner? { number < owners.count ? owners[Int(number)] : nil }

  /// The number of an owner. A new owner gets the next number and a row.
  func number(of owner: Owner, in transaction: borrowing CatalogTransaction) throws(StoreError) -> UInt64 {
    if let last, last.owner == owner { return last.number }
    let number = if let known = numbers[owner] { known } else { try add(owner, in: transaction) }
    last = (owner, number)
    return number
  }

  private func add(_ owner: Owner, in transaction: borrowing CatalogTransaction) throws(StoreError) -> UInt64 {
    var writer = ByteWriter()
    writer.append(variable: UInt64(owner.user))
    writer.append(variable: UInt64(owner.group))
    writer.append(fixed: owner.mode)
    try transaction.put(.owners, Key(number: UInt64(owners.count)), writer.sealed(), appending: true)
    numbers[owner] = UInt64(owners.count)
    owners.append(owner)
    return UInt64(owners.count - 1)
  }
}
