// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
package import LogMessages
package import SystemPlatform
internal import UniformTypeIdentifiers

/// The entries of one directory as they were on disk when it was read, or some of them.
struct DirectoryListing: Sendable {
  /// An entry that is to be indexed.
  struct Entry: Sendable {
    var name: [UInt8]
    var status: FileStatus
    /// The index of the type according to the name and the status, see `FileType.index`. Copies of the type itself would
    /// contend for its count of references, because several threads handle entries.
    var typeIndex: Int
    /// Whether the name and the status determine the type. If not, a worker examines the content.
    var isTypeCertain: Bool
    /// Whether the entry has extended attributes that are indexed.
    var extendedAttributes: ExtendedAttributes.Presence

    /// Whether the entry is a file with several hard links.
    var hasOtherNames: Bool { status.kind == .regular && status.linkCount > 1 }
  }

  /// A part of a listing that is too long to be held in memory.
  struct Part: Sendable {
    var isFirst: Bool
    var isLast: Bool
    /// The names of the entries of all parts. Names that are excluded may be among them.
    var names: SortedNames
  }

  var path: [UInt8]
  /// Which part of the listing this is; `nil` for the whole listing. The parts have ascending names.
  /// Each has the properties of the directory, and the problems of its own entries.
  var part: Part?
  /// Device number of the file system that the directory is on.
  var device: UInt64
  /// What tells the file system that the directory is on from others, 0 if the directory was not entered;
  /// `nil` if it is not recorded, see ``DirectoryReader/recordsFileSystems``.
  var filesystem: UInt64?
  /// The identifier of the file system, if the directory is its root or a root of the configuration;
  /// `nil` for other directories, and for file systems that are in memory, remote, or without an
  /// identifier.
  var volume: UInt64?
  /// The status of the directory itself, read after the watch was added; `nil` if the directory was
  /// not entered. That in the listing of the parent directory may be older.
  var status: FileStatus?
  /// Whether the contents of the entries are not read, because the directory belongs to a
  /// ``DependencyTree``.
  var isNamesOnly = false
  /// The watch on the directory, or `nil` if it is not watched. The watch is added before the
  /// directory is read, so that no change between the two is missed.
  var watch: WatchID?
  /// Why the directory is not watched although it should be, and why the status of entries is
  /// unknown.
  var problems: [CrawlProblem] = []
  /// Number of entries that are not indexed, of this part.
  var skipped = 0
  /// Sorted by name, bytewise.
  var entries: [Entry]
  /// The names of entries that exist, but whose status could not be determined, or whose names the rules
  /// exclude in a tree that is imported. Their documents in the catalog stay unchanged.
  var unknown: [[UInt8]] = []

  /// The names of the entries that are directories, in the order of ``entries``.
  var subdirectories: [[UInt8]] { entries.lazy.filter { $0.status.kind == .directory }.map(\.name) }
}

/// A directory that could not be crawled or watched, or an entry that could not be examined. Its
/// documents in the catalog stay unchanged.
package struct CrawlProblem: Hashable, Sendable, LogMessageConvertible {
  package enum Reason: Hashable, Sendable {
    case unreadable(SystemError)
    /// A watch could not be added, usually because the user's limit is reached. Changes in this
    /// directory are not noticed until it is listed again.
    case unwatched(SystemError)
    /// The tree is on a network or user-space file system and is not a root.
    case remote
    /// The directory is a mount point of autofs.
    case automount
    /// The directory was the root of a file system that is not mounted now.
    case unmounted
    /// The tree has left the index, because the configuration does not include it any more.
    case unconfigured
  }

  package var path: [UInt8]
  package var reason: Reason

  /// The path if the process lacks the permission to read there.
  var deniedPath: [UInt8]? {
    if case .unreadable(let error) = reason, error.code == .permissionDenied { path } else { nil }
  }

  var isUnwatched: Bool { if case .unwatched = reason { true } else { false } }

  package var logMessage: LogMessage {
    switch reason {
    case .unreadable(let error): "\(error)"
    case .unwatched(let error):
      "\(path: path): not watched, so its changes are found by scans, after seconds to minutes: \(error)"
    case .remote: "\(path: path): not indexed, because it is on a network or user-space file system; add it as a root to index it"
    case .unmounted:
      "\(path: path): its file system is not mounted; searches leave its files out until it is mounted again"
    case .unconfigured: "\(path: path): removed from the index, because the configuration does not include it any more"
    case .automount: "\(path: path): not indexed, because a file system is mounted there when it is used; add it as a root to index it"
    }
  }
}
