/// The catalog's trees, all in one environment so that one transaction covers them.
///
/// The numbers are on disk: they fix the order in which LMDB hands out its handles.
enum Tree: UInt32, CaseIterable {
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

  /// What LMDB knows the tree by. Spelled out: the compiler's description of a case is found by reflection, 10 µs for each at every start.
  var name: String {
    switch self {
    case .documents: "documents"
    case .directories: "directories"
    case .ancestors: "ancestors"
    case .detached: "detached"
    case .attributes: "attributes"
    case .texts: "texts"
    case .failures: "failures"
    case .types: "types"
    case .owners: "owners"
    case .filesystems: "filesystems"
    case .changes: "changes"
    case .meta: "meta"
    case .segments: "segments"
    case .masks: "masks"
    case .names: "names"
    case .movedDirectories: "movedDirectories"
    }
  }

  /// LMDB numbers handles in the order of opening, after its two own; ``Environment`` checks it.
  var handle: UInt32 { rawValue + 2 }
}
