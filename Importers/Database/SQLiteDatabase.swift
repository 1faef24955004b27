// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import CSQLiteInput
internal import ImporterSupport
internal import SystemPlatform

/// A database that SQLite reads through a descriptor.
@safe struct SQLiteDatabase: ~Copyable {
  private let raw: OpaquePointer

  /// Reads nothing. A file that is no database is found out by the first statement.
  init(_ file: ImportedFile) throws(ImportError) {
    guard let raw = unsafe sqlite_open_descriptor(file.descriptor, Int64(clamping: file.byteCount)) else {
      throw .outOfMemory("sqlite3_open_v2")
    }
    unsafe self.raw = raw
  }

  deinit { unsafe sqlite3_close(raw) }

  /// Runs a statement without parameters.
  ///
  /// - Throws: ``ImportError`` if the database is damaged, and errors of `body`.
  func forEachRow(of statement: String, _ body: (borrowing Row) throws -> Void) throws {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(raw, statement, -1, &prepared, nil)
    defer { unsafe sqlite3_finalize(prepared) }
    guard code == SQLITE_OK, let prepared = unsafe prepared else { throw Self.error(code) }
    while true {
      switch unsafe sqlite3_step(prepared) {
      case SQLITE_ROW: try body(unsafe Row(prepared))
      case SQLITE_DONE: return
      case let code: throw Self.error(code)
      }
    }
  }

  /// The current row of a statement.
  @safe struct Row: ~Copyable {
    private let raw: OpaquePointer

    fileprivate init(_ raw: OpaquePointer) { unsafe self.raw = unsafe raw }

    /// The text of a column; `nil` if it is null.
    subscript(column: Int32) -> String? { unsafe sqlite3_column_text(raw, column).map { unsafe String(cString: $0) } }
  }

  private static func error(_ code: Int32) -> ImportError {
    switch code {
    case SQLITE_NOTADB: .damaged("it is no database of SQLite, or it is encrypted")
    case SQLITE_INTERRUPT, SQLITE_NOMEM, SQLITE_TOOBIG: .unsupported("a schema that takes very much time or memory to read")
    case SQLITE_IOERR: .system(code: Errno.ioError.rawValue, call: "pread")
    // The messages of a connection contain parts of the schema; these do not.
    default: .damaged(unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) } ?? "SQLite cannot read its schema")
    }
  }
}
