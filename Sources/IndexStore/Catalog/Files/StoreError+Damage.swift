// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import SystemPlatform

extension StoreError {
  /// Whether only a new catalog helps.
  package var isDamageOfCatalog: Bool { if case .corrupted = self { true } else { false } }

  /// Whether files of the catalog are gone.
  package var isLossOfCatalog: Bool {
    switch self {
    case .notFound, .system(_, _, Errno.noSuchFileOrDirectory.rawValue): true
    default: false
    }
  }

  /// The error for a row whose bytes differ from those that were written.
  static func damaged(_ table: CatalogTable, _ row: String, _ cause: DecodingError) -> StoreError {
    let reason =
      switch cause {
      case .checksumMismatch: "its checksum does not match"
      case .truncated: "it is truncated"
      case .malformed: "it contains an invalid value"
      case .newerVersion(let version): "it has format \(version), from a later version"
      }
    return .corrupted(object: "row \(shortened(row)) of the catalog's table '\(table.name)'", reason: reason)
  }

  /// The error for rows whose keys are not ascending.
  static func outOfOrder(_ table: CatalogTable) -> StoreError {
    .corrupted(object: "the catalog's table '\(table.name)'", reason: "its rows are not in order")
  }

  /// The error for a table whose rows do not have the numbers that were assigned.
  static func numbers(of table: CatalogTable) -> StoreError {
    .corrupted(object: "the catalog's table '\(table.name)'", reason: "its rows do not have the assigned numbers")
  }

  /// The error for an entry that leads to a directory with another parent or name, or the reverse.
  static func contradiction(about directory: DirectoryID) -> StoreError {
    .corrupted(object: "directory \(directory.rawValue) of the catalog", reason: "its entry in the parent directory contradicts it")
  }

  /// The key of a damaged row can have any length.
  private static func shortened(_ key: String) -> String { key.utf8.count <= 60 ? key : "\(key.prefix(59))…" }
}
