internal import Attributes

extension StoreError {
  /// Whether only a new catalog helps.
  package var isDamageOfCatalog: Bool { if case .corrupted = self { true } else { false } }

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

  /// The key of a damaged row can have any length.
  private static func shortened(_ key: String) -> String { key.utf8.count <= 60 ? key : "\(key.prefix(59))…" }
}
