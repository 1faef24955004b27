internal import CLMDB
internal import CSystem
internal import Glibc

/// The lock that the writers of an environment wait for, as LMDB's lock file shows it: LMDB itself tells nothing of it.
///
/// Looking costs nothing but reading memory, so that every transaction can do it.
@safe
final class WriteLock: Sendable {
  /// The environment's folder.
  let environment: String
  /// The lock file.
  let path: String
  // Only ever read, by one atomic load.
  nonisolated(unsafe) private let firstPage: UnsafeRawPointer?

  /// Of a file with so many places of 64 bytes, behind a header of three.
  private static let fileLength = (Int64(Environment.readerSlots) - 1 + 3) * 64

  /// Reserves the lock file's room, and maps it. LMDB maps it with holes; a place in it that is written to for the first time on a full disk
  /// would be a bus error.
  ///
  /// For an environment that this process does not have open: closing the file here would end the locks that are held on it.
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

  /// The thread that writes, of whatever process; `nil` when none does, or it is not known. Once LMDB has opened the environment.
  var owner: Int32? {
    guard let firstPage = unsafe firstPage else { return nil }
    let owner = unsafe write_lock_owner(firstPage)
    return owner == 0 ? nil : owner
  }

  /// The process that writes, as far as it can be seen from here.
  var holder: LockHolder? { owner.map { LockHolder($0, of: self) } }
}
