internal import LMDB

/// The tables of the catalog, all in one environment so that one transaction covers them.
///
/// The order is part of the format: LMDB numbers tables as they are opened.
enum CatalogTable: UInt32, CaseIterable {
  /// (DirectoryID, DocumentID) → file record.
  case documents = 0
  /// DirectoryID → directory record.
  case directories
  /// (DirectoryID, name) → DirectoryID, for directories without a document of their own.
  case ancestors
  /// DirectoryID → nothing: trees that were taken out and whose rows are still to be removed.
  case detached
  /// DocumentID → attribute record.
  case attributes
  /// (DocumentID, chunk) → compressed text.
  case texts
  /// DocumentID → why its content is missing.
  case failures
  /// TypeID → content type.
  case types
  /// OwnerID → user, group, permission bits.
  case owners
  /// FilesystemID → UUID.
  case filesystems
  /// First sequence number → packed changes.
  case changes
  /// Name → counters, identity, the importers' versions.
  case meta
  /// SegmentID → what the segment holds.
  case segments
  /// (SegmentID, chunk of ordinals) → the ordinals of the chunk that are dead.
  case masks
  /// (DirectoryID, hash of a name, DocumentID) → nothing, for the documents of large directories.
  case names
  /// DirectoryID → nothing: directories that are no longer where the table of directories says.
  case movedDirectories

  /// Whether keys are all that the tree has.
  var hasOnlyKeys: Bool { self == .detached || self == .names || self == .movedDirectories }

  /// The table's name for LMDB.
  var name: String { table.name.description }

  // Spelled out: the compiler finds a case's description by reflection, which takes 10 µs each at every start.
  var table: Table {
    switch self {
    case .documents: Table("documents", index: rawValue)
    case .directories: Table("directories", index: rawValue)
    case .ancestors: Table("ancestors", index: rawValue)
    case .detached: Table("detached", index: rawValue)
    case .attributes: Table("attributes", index: rawValue)
    case .texts: Table("texts", index: rawValue)
    case .failures: Table("failures", index: rawValue)
    case .types: Table("types", index: rawValue)
    case .owners: Table("owners", index: rawValue)
    case .filesystems: Table("filesystems", index: rawValue)
    case .changes: Table("changes", index: rawValue)
    case .meta: Table("meta", index: rawValue)
    case .segments: Table("segments", index: rawValue)
    case .masks: Table("masks", index: rawValue)
    case .names: Table("names", index: rawValue)
    case .movedDirectories: Table("movedDirectories", index: rawValue)
    }
  }
}
