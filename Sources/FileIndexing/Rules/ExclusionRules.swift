// SPDX-License-Identifier: Apache-2.0

/// The rules that decide which entries are not indexed.
///
/// These are hidden entries (with a leading dot), directories named `*.noindex`, what is in
/// directories with a ``FolderMarker``, and the entries of ``BuiltInExclusion``. The configuration
/// can exclude more.
///
/// If several lines of the configuration name a path or a directory above it, the line with the
/// longest path decides. A root inside an excluded directory is therefore indexed, and a root is
/// indexed whatever its name is.
package struct ExclusionRules: Sendable {
  /// Whether entries with a leading dot are indexed.
  package var includesHidden = false
  /// Whether folders with mail are indexed although names on their paths have a leading dot. See
  /// ``HiddenMail``.
  package var includesHiddenMail = true
  /// Whether the contents of files in a ``DependencyTree`` are read.
  package var readsDependencies = false
  /// Absolute paths of excluded trees.
  package var paths: [[UInt8]] = []
  /// Absolute paths of trees that are indexed even if a directory above them is excluded.
  package var roots: [[UInt8]] = []
  /// Names that are excluded in every directory.
  package var namePatterns: [NamePattern] = []

  /// Whose markers count, whose folders named `*.noindex`, whose patterns for Git, and whose signs of
  /// dependency trees.
  package var markerAuthors = MarkerAuthors.everybody

  /// Finds the patterns for Git; `nil` if entries that Git ignores are indexed.
  var gitignore: GitignoreFinder?

  package init() {}

  /// Whether the entry `name` of the directory `parent` is excluded. Markers are not considered.
  func excludes(_ name: [UInt8], in parent: [UInt8], isDirectory: Bool) -> Bool {
    entries(of: parent).excludes(name, isDirectory: isDirectory)
  }

  /// The rules for the entries of a directory.
  func entries(of directory: [UInt8]) -> EntryRules { EntryRules(of: directory, in: self) }

  /// Where a directory is among those with mail.
  func mailPlace(of directory: [UInt8]) -> HiddenMail.Place {
    guard includesHiddenMail, !includesHidden else { return .anywhere }
    return HiddenMail.place(of: directory, below: roots.nearest(to: directory))
  }

  /// Whether the entry `name` of the directory `parent` is a root.
  func isRoot(_ name: [UInt8], in parent: [UInt8]) -> Bool { roots.contains { $0.isEntry(name, of: parent) } }

  /// Whether the entry `name` of the directory `parent` is excluded only by its name. Outside all roots, such
  /// entries are in the index if the user has named them.
  func excludesName(_ name: [UInt8], in parent: [UInt8], isDirectory: Bool) -> Bool {
    entries(of: parent).excludesName(name, isDirectory: isDirectory)
  }

  /// The outermost roots inside a directory, without the directory itself.
  func roots(inside directory: [UInt8]) -> [[UInt8]] {
    let inside = roots.filter { $0 != directory && $0.isAtOrBelow(directory) }
    return inside.filter { root in !inside.contains { $0 != root && root.isAtOrBelow($0) } }
  }

  /// Whether the configuration excludes the tree at this absolute path.
  func excludes(tree path: [UInt8]) -> Bool {
    guard let excluded = paths.nearest(to: path) else { return false }
    return excluded.count >= roots.nearest(to: path)?.count ?? 0
  }

  /// Why the entry at an absolute path is excluded; `nil` if it is not.
  ///
  /// Rules for names and markers apply only below a root. A path outside all roots is indexed if
  /// the user names it.
  ///
  /// - Complexity: A few access(2) calls for each directory between the root and the path.
  package func exclusion(of path: [UInt8], isDirectory: Bool) -> Exclusion? {
    let root = roots.nearest(to: path)
    if let excluded = paths.nearest(to: path), excluded.count >= root?.count ?? 0 { return .path(excluded) }
    guard let root else { return nil }
    var directory = root
    for name in path.dropFirst(directory.count).split(separator: UInt8(ascii: "/")).map(Array.init) {
      if let marker = marker(in: directory) { return .marker(marker, directory: directory) }
      let entry = directory.appending(component: name)
      if let rule = entries(of: directory).nameRule(for: name, isDirectory: isDirectory || entry.count < path.count) {
        return .name(rule == .besideMail ? HiddenMail.firstHidden(on: entry, below: root) : entry, rule)
      }
      directory = entry
    }
    return nil
  }

  /// The first marker that counts in the directory at a path; `nil` if there is none.
  package func marker(in directory: [UInt8]) -> FolderMarker? { FolderMarker.inDirectory(at: directory, by: markerAuthors) }

  /// Whether a directory is in the tree of a root and is not excluded.
  package func isIndexed(_ path: [UInt8]) -> Bool { roots.nearest(to: path) != nil && exclusion(of: path, isDirectory: true) == nil }

  /// The outermost dependency tree that a directory is or is in, and whose contents are not read; `nil`
  /// if there is none. Of entries of this directory, only the names, sizes, dates and types are
  /// indexed.
  ///
  /// A root, and what is in it, does not belong to the dependency trees around it, because the user
  /// named it. Outside all roots there are none.
  package func unreadTree(containing directory: [UInt8]) -> [UInt8]? {
    guard !readsDependencies, let root = roots.nearest(to: directory) else { return nil }
    return DependencyTree.outermost(containing: directory, below: root, by: markerAuthors)
  }
}

extension [[UInt8]] {
  /// The longest of these paths that is `path` itself or above it; `nil` if there is none.
  package func nearest(to path: [UInt8]) -> [UInt8]? { filter(path.isAtOrBelow).max { $0.count < $1.count } }
}

extension [UInt8] {
  /// Whether these bytes end in `suffix` and are longer than it.
  func hasSuffix(_ suffix: StaticString) -> Bool {
    let tail = unsafe UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount)
    guard count > tail.count else { return false }
    return unsafe self.suffix(tail.count).elementsEqual(tail)
  }

  /// Whether this is the path of the entry `name` in the directory `parent`. Does not allocate,
  /// because it is called for every entry of a crawl.
  func isEntry(_ name: [UInt8], of parent: [UInt8]) -> Bool {
    let start = parent.last == UInt8(ascii: "/") ? parent.count : parent.count + 1
    guard count == start + name.count, starts(with: parent), self[start - 1] == UInt8(ascii: "/") else { return false }
    return suffix(name.count).elementsEqual(name)
  }
}
