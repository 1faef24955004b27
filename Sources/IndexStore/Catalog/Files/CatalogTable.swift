// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// The tables of the catalog. All are in one environment, so one transaction covers them.
///
/// The order is part of the format, because LMDB numbers tables in the order they are opened.
enum CatalogTable: UInt32, CaseIterable {
  /// (DirectoryID, DocumentID) → file record.
  case documents = 0
  /// DirectoryID → directory record.
  case directories
  /// (DirectoryID, name) → DirectoryID, for directories that have no document of their own
  /// because they only lead to an indexed directory.
  case ancestors
  /// DirectoryID → nothing: detached trees whose rows are not removed yet.
  case detached
  /// DocumentID → attribute record.
  case attributes
  /// (DocumentID, chunk) → compressed text.
  case texts
  /// DocumentID → the reason why its content could not be imported.
  case failures
  /// TypeID → content type.
  case types
  /// OwnerID → user, group, permission bits.
  case owners
  /// FilesystemID → identifier of 8 bytes.
  case filesystems
  /// Sequence number of the first change in the row → runs of changes.
  case changes
  /// Name → counters, the store's identifier, the importers' versions.
  case meta
  /// SegmentID → segment record.
  case segments
  /// (SegmentID, chunk number) → the dead ordinals of the chunk.
  case masks
  /// (DirectoryID, hash of the name, DocumentID) → nothing, for large directories. See
  /// ``NameIndex``.
  case names
  /// DirectoryID → nothing: directories whose parent or name differs from the directory table.
  case movedDirectories
  /// Identifier of an item → its document and its expiration. Only application stores have this
  /// table and the next one. See ``ItemRow``.
  case items
  /// (Time of expiration, DocumentID) → DirectoryID, for items that expire.
  case expirations
  /// (DocumentID, folded query) → how much the document was used after the query. See
  /// ``EngagementRow``.
  case engagement

  /// The tables that only stores of items have.
  static let ofItems: [CatalogTable] = [.items, .expirations, .engagement]

  /// The tables that every store has.
  static let common = allCases.filter { !ofItems.contains($0) }

  /// Whether the rows have empty values.
  var hasOnlyKeys: Bool { self == .detached || self == .names || self == .movedDirectories }

  /// The table's name in LMDB.
  var name: String { table.name.description }

  // Written out because `"\(self)"` finds the name of a case by reflection, which takes 10 µs for
  // each case at every start of a program.
  var table: Table {
    switch self {
    case .documents: Table("documents", index: rawValue, keyLengths: 12...12)
    case .directories: Table("directories", index: rawValue, keyLengths: 4...4)
    case .ancestors: Table("ancestors", index: rawValue, keyLengths: 5...259)
    case .detached: Table("detached", index: rawValue, keyLengths: 4...4)
    case .attributes: Table("attributes", index: rawValue, keyLengths: 8...8)
    case .texts: Table("texts", index: rawValue, keyLengths: 12...12)
    case .failures: Table("failures", index: rawValue, keyLengths: 8...8)
    case .types: Table("types", index: rawValue, keyLengths: 2...2)
    case .owners: Table("owners", index: rawValue, keyLengths: 8...8)
    case .filesystems: Table("filesystems", index: rawValue, keyLengths: 2...2)
    case .changes: Table("changes", index: rawValue, keyLengths: 8...8)
    case .meta: Table("meta", index: rawValue, keyLengths: 1...511)
    case .segments: Table("segments", index: rawValue, keyLengths: 4...4)
    case .masks: Table("masks", index: rawValue, keyLengths: 8...8)
    case .names: Table("names", index: rawValue, keyLengths: 16...16)
    case .movedDirectories: Table("movedDirectories", index: rawValue, keyLengths: 4...4)
    case .items: Table("items", index: rawValue, keyLengths: 1...511)
    case .expirations: Table("expirations", index: rawValue, keyLengths: 16...16)
    case .engagement: Table("engagement", index: rawValue, keyLengths: 8...511)
    }
  }
}
