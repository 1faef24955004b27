// SPDX-License-Identifier: Apache-2.0

internal import CLMDB
internal import CSystem
internal import Glibc

/// The lock that writers of an environment wait for, read directly from LMDB's lock file. LMDB has
/// no API to query it.
///
/// A query only reads memory, so every transaction can afford it.
@safe
final class WriteLock: Sendable {
  /// The environment's folder.
  let environment: String
  /// The lock file.
  let path: String
  // Only read, with a single atomic load.
  nonisolated(unsafe) private let firstPage: UnsafeRawPointer?

  /// Length of the lock file: three cache lines of 64 bytes, which include the first reader slot,
  /// and 64 bytes for each further slot.
  private static let fileLength = (Int64(Environment.readerSlots) - 1 + 3) * 64

  /// Allocates disk space for the lock file and maps it. LMDB maps a sparse file: on a full disk,
  /// the first write to a hole in it would raise SIGBUS.
  ///
  /// The environment must not be open in this process: closing the file here would release the
  /// locks that this process holds on it.
  ///
  /// - Parameter environment: The environment's folder.
  init(of environment: String) throws(LMDBError) {
    self.environment = environment
    path = environment + "/lock.mdb"
    var page: UnsafeRawPointer?
    guard unsafe file_reserve(path, Self.fileLength, &page) == 0 else { throw LMDBError(code: errno, call: "fallocate", path: path) }
    unsafe firstPage = page
  }

  deinit {
    if let firstPage = unsafe firstPage { unsafe file_unmap_page(firstPage) }
  }

  /// Thread ID of the current writer in any process. `nil` if there is none or it is unknown. Valid
  /// only after LMDB has opened the environment.
  var owner: Int32? {
    guard let firstPage = unsafe firstPage else { return nil }
    let owner = unsafe write_lock_owner(firstPage)
    return owner == 0 ? nil : owner
  }

  /// The process that writes, as far as it is visible from here.
  var holder: LockHolder? { owner.map { LockHolder($0, of: self) } }
}
