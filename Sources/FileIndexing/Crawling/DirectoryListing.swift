internal import IndexStore
internal import TextAnalysis
internal import UniformTypeIdentifiers

/// What one look at a directory showed.
struct DirectoryListing: Sendable {
  /// One entry that is to be indexed.
  struct Entry: Sendable {
    var name: [UInt8]
    var status: FileStatus
    /// The type as far as name and status tell.
    var type: FileType
    /// Whether they leave no doubt about it.
    var isTypeCertain: Bool
    /// Whether it has extended attributes that are indexed.
    var extendedAttributes: ExtendedAttributes.Presence
  }

  var path: [UInt8]
  /// The file system that the directory is on.
  var device: UInt64
  /// The kernel's watch on it, made before it was read, so that no change falls between; `nil` when it is not watched.
  var watch: WatchID?
  /// Why it is not watched though it should be.
  var problem: CrawlProblem?
  /// Sorted by name, bytewise.
  var entries: [Entry]

  /// The entries that are directories, in the listing's order.
  var subdirectories: [[UInt8]] { entries.lazy.filter { $0.status.kind == .directory }.map(\.name) }
}

/// A place that could not be crawled. Its documents, if any, stay as they were.
package struct CrawlProblem: Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case unreadable(SystemError)
    /// The limit of watches is reached: changes in this directory are seen at the next start only.
    case unwatched(SystemError)
    /// The tree is on a file system of another machine or of a program, and was not named as a root.
    case remote
  }

  package var path: [UInt8]
  package var reason: Reason

  package var description: String {
    let path = PrintableText.path(path)
    return switch reason {
    case .unreadable(let error): "\(error)"
    case .unwatched(let error): "\(path): changes will not be noticed: \(error); raise fs.inotify.max_user_watches"
    case .remote: "\(path): not indexed, because it is on a network or user-space file system; add it as a root to index it"
    }
  }
}
