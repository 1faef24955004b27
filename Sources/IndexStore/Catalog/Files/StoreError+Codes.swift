// SPDX-License-Identifier: Apache-2.0

internal import LMDB
package import SystemPlatform

extension StoreError {
  /// The error of a failed system call that concerns the store.
  package init(code: Int32, call: StaticString, path: String) { self.init(code: code, name: call.description, path: path) }

  init(code: Int32, name call: String, path: String) {
    if let limit = WatchLimit(call, code) {
      self = .watchRefused(path: path, limit: limit)
    } else {
      self.init(LMDBError(code: code, call: call, path: path))
    }
  }

  init(_ error: SystemError) { self.init(error, path: error.path?.text ?? "") }

  /// The error of a failed system call that concerns the file or folder at a path of the store.
  package init(_ error: SystemError, path: String) { self.init(code: error.code.rawValue, name: error.call, path: path) }

  init(_ error: LMDBError) {
    switch error {
    case .permissionDenied(let path): self = .permissionDenied(path: path)
    case .readOnlyFileSystem(let path): self = .readOnlyFileSystem(path: path)
    case .diskFull(let path): self = .diskFull(path: Self.store(with: path))
    case .fileTooLarge(let path): self = .fileTooLarge(path: path)
    case .mapFull(let path): self = .mapFull(path: path)
    case .readersFull(let path): self = .readersFull(path: path)
    case .missingTable(let name, let path): self = Self.missing(table: name, path)
    case .corrupted(let path, let reason): self = .corrupted(object: Self.object(path), reason: reason)
    case .system(let call, let path, let code): self = .system(call: call, path: path, code: code)
    }
  }

  /// The folder of the store that a file belongs to, whose disk is full for all files. The same trouble
  /// has the same description each time.
  private static func store(with path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let inside = parts.lastIndex(where: { $0 == "segments" || GenerationPointer.number(of: String($0)) != nil }) else { return path }
    return parts[..<inside].joined(separator: "/")
  }

  /// What LMDB calls by its path or by the name of a table.
  private static func object(_ name: String) -> String {
    CatalogTable.allCases.contains { $0.name == name } ? "the catalog's table '\(name)'" : name
  }

  /// A missing table means an older format, because each new format added tables.
  private static func missing(table name: String, _ path: String) -> StoreError {
    switch CatalogTable.allCases.first(where: { $0.name == name }) {
    case .movedDirectories: .olderFormat(path: path, found: 3)
    case .names: .olderFormat(path: path, found: 2)
    case let table? where table.rawValue > CatalogTable.meta.rawValue: .olderFormat(path: path, found: 1)
    default: .corrupted(object: path, reason: "the table '\(name)' is missing")
    }
  }

  static func message(_ code: Int32) -> String { LMDBError.message(code) }
}

/// Rethrows LMDB errors as store errors.
@inline(__always)
func translatingLMDBErrors<Result: ~Copyable>(_ body: () throws(LMDBError) -> Result) throws(StoreError) -> Result {
  do throws(LMDBError) { return try body() } catch { throw StoreError(error) }
}
