internal import Attributes

extension StoreError {
  /// A row whose bytes are not what was written.
  static func damaged(_ tree: CatalogTable, _ row: String, _ cause: DecodingError) -> StoreError {
    let reason =
      switch cause {
      case .checksumMismatch: "its checksum does not fit"
      case .truncated: "it ends too early"
      case .malformed: "it has a value that is never written"
      case .newerVersion(let version): "it has format \(version), of a later version"
      }
    return .corrupted(object: "row \(row) of the catalog's table '\(tree.name)'", reason: reason)
  }
}
