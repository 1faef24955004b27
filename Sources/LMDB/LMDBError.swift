// SPDX-License-Identifier: Apache-2.0

internal import CLMDB
internal import Glibc

/// A failure to open, read or write an environment.
package enum LMDBError: Error, Equatable {
  case permissionDenied(path: String)
  case readOnlyFileSystem(path: String)
  case diskFull(path: String)
  /// The file has reached the maximum file size of the process (`RLIMIT_FSIZE`).
  case fileTooLarge(path: String)
  /// The environment has reached the size of its map.
  case mapFull(path: String)
  /// All reader slots are taken.
  case readersFull(path: String)
  /// The environment has no table of this name, and it was opened without creating tables.
  case missingTable(name: String, path: String)
  /// The file contains data that LMDB never writes.
  case corrupted(path: String, reason: String)
  /// Another failure. `code` is an `errno`, or an LMDB error code if negative.
  case system(call: String, path: String, code: Int32)
}

extension LMDBError {
  /// - Parameters:
  ///   - code: An `errno`, or an LMDB error code.
  ///   - path: The environment's folder or a file in it, or the name of a table.
  package init(code: Int32, call: String, path: String) {
    switch code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    // LMDB reports a partial page write as EIO.
    case EIO where Self.isAtLengthLimit(path): self = .fileTooLarge(path: path)
    case EIO where Self.isDiskFull(path): self = .diskFull(path: path)
    case EFBIG: self = .fileTooLarge(path: path)
    case EROFS: self = .readOnlyFileSystem(path: path)
    // LMDB reports a change to an environment that is open for reading only as EACCES.
    case EACCES where Self.isReadOnly(path): self = .readOnlyFileSystem(path: path)
    case EACCES, EPERM: self = .permissionDenied(path: path)
    case MDB_MAP_FULL: self = .mapFull(path: path)
    case MDB_READERS_FULL: self = .readersFull(path: path)
    // Callers that expect MDB_NOTFOUND or MDB_KEYEXIST handle it themselves.
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_INVALID, MDB_PANIC, MDB_BAD_DBI, MDB_INCOMPATIBLE, MDB_CURSOR_FULL, MDB_PAGE_FULL,
      MDB_NOTFOUND, MDB_KEYEXIST:
      self = .corrupted(path: path, reason: Self.message(code))
    // LMDB ignores the error of reading the root of a table, and fails later. Callers do not use a
    // transaction after an error.
    case MDB_BAD_TXN: self = .corrupted(path: path, reason: "the root of a table cannot be read")
    // All environments at a path have maps of one size, unless the address space is limited; see
    // ``Environment/isOutgrown``.
    case MDB_MAP_RESIZED: self = .corrupted(path: path, reason: "a meta page names pages beyond the map")
    case MDB_VERSION_MISMATCH: self = .corrupted(path: path, reason: "written by another version of LMDB")
    default: self = .system(call: call, path: path, code: code)
    }
  }

  static func misplacedPage(_ table: Table) -> LMDBError {
    .corrupted(path: table.name.description, reason: "one of its pages is in the place of another")
  }

  static func unorderedKeys(_ table: Table) -> LMDBError {
    .corrupted(path: table.name.description, reason: "its keys are not in order")
  }

  static func wrongKeyLength(_ table: Table) -> LMDBError {
    .corrupted(path: table.name.description, reason: "a key has the wrong length")
  }

  /// Whether the file system of `path` has less space than a commit needs.
  private static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return false }
    return status.f_bavail * status.f_frsize < 1 << 20
  }

  private static func isReadOnly(_ path: String) -> Bool {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return false }
    return status.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Whether the environment's file has the maximum length that the process may write.
  private static func isAtLengthLimit(_ path: String) -> Bool {
    var limit = rlimit()
    var status = stat()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur < rlim_t(Int64.max),
      unsafe stat(path + "/data.mdb", &status) == 0
    else { return false }
    return Int(status.st_size) + 4096 > Int(limit.rlim_cur)
  }

  /// Throws unless `code` is 0.
  static func check(_ code: Int32, _ call: StaticString, _ path: @autoclosure () -> String) throws(LMDBError) {
    guard code != 0 else { return }
    throw LMDBError(code: code, call: call.description, path: path())
  }

  /// The message for an `errno` or an LMDB error code.
  package static func message(_ code: Int32) -> String {
    // For positive codes, mdb_strerror calls strerror.
    unsafe String(cString: mdb_strerror(code))
  }
}
