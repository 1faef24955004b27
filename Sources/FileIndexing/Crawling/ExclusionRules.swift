internal import Glibc

/// What is not indexed.
///
/// As on a Mac: hidden entries (a leading dot), folders named `*.noindex`, the contents of folders that hold a file
/// `.metadata_never_index`; further what the configuration excludes.
///
/// Of the lines of the configuration that name a path or a folder above it, the nearest decides. So a root inside an
/// excluded folder is indexed, and a root is indexed whatever it is called.
package struct ExclusionRules: Sendable {
  /// A folder that holds an entry of this name, the never-index marker, is indexed itself; of its contents only roots are.
  static let neverIndexMarker = Array(".metadata_never_index".utf8)

  /// Whether entries with a leading dot are indexed.
  package var includesHidden = false
  /// Absolute paths whose trees are left out.
  package var paths: [[UInt8]] = []
  /// Absolute paths whose trees are indexed although something above them is left out.
  package var roots: [[UInt8]] = []
  /// Shell patterns (`*`, `?`, `[…]`) of names that are left out wherever they stand.
  package var namePatterns: [String] = []

  package init() {}

  /// Whether the entry `name` of the folder at `parent` is left out.
  func excludes(_ name: [UInt8], in parent: [UInt8], isDirectory: Bool) -> Bool {
    if nameRule(for: name, isDirectory: isDirectory) != nil { return !(isDirectory && isRoot(name, in: parent)) }
    guard !paths.isEmpty else { return false }
    return isDirectory ? excludes(tree: parent.appending(component: name)) : paths.contains { $0.isEntry(name, of: parent) }
  }

  /// Whether the entry `name` of the folder at `parent` is a root.
  func isRoot(_ name: [UInt8], in parent: [UInt8]) -> Bool { roots.contains { $0.isEntry(name, of: parent) } }

  /// The roots inside a folder, without those that are inside another one of them.
  func roots(inside folder: [UInt8]) -> [[UInt8]] {
    let inside = roots.filter { $0 != folder && $0.isAtOrBelow(folder) }
    return inside.filter { root in !inside.contains { $0 != root && root.isAtOrBelow($0) } }
  }

  /// Whether the configuration leaves out the tree at this absolute path.
  private func excludes(tree path: [UInt8]) -> Bool {
    guard let excluded = paths.nearest(to: path) else { return false }
    return excluded.count >= roots.nearest(to: path)?.count ?? 0
  }

  /// Why the entry at an absolute path is left out; `nil` when it is not.
  ///
  /// Rules for names hold below a root only: a path outside of all roots is indexed when the user names it.
  package func exclusion(of path: [UInt8], isDirectory: Bool) -> Exclusion? {
    let root = roots.nearest(to: path)
    if let excluded = paths.nearest(to: path), excluded.count >= root?.count ?? 0 { return .path(excluded) }
    guard var folder = root else { return nil }
    for name in path.dropFirst(folder.count).split(separator: UInt8(ascii: "/")).map(Array.init) {
      if Self.hasMarker(folder) { return .marker(folder: folder) }
      let entry = folder.appending(component: name)
      if let rule = nameRule(for: name, isDirectory: isDirectory || entry.count < path.count) { return .name(entry, rule) }
      folder = entry
    }
    return nil
  }

  /// Whether a folder is in the tree of a root and not left out.
  func isIndexed(_ path: [UInt8]) -> Bool { roots.nearest(to: path) != nil && exclusion(of: path, isDirectory: true) == nil }

  private func nameRule(for name: [UInt8], isDirectory: Bool) -> Exclusion.NameRule? {
    if name.first == UInt8(ascii: "."), !includesHidden { return .hidden }
    if isDirectory, name.hasSuffix(".noindex") { return .noIndexFolder }
    guard !namePatterns.isEmpty else { return nil }
    return unsafe withCPath(name) { name in namePatterns.first { unsafe fnmatch($0, name, 0) == 0 } }.map { .pattern($0) }
  }

  private static func hasMarker(_ folder: [UInt8]) -> Bool {
    unsafe withCPath(folder.appending(component: neverIndexMarker)) { unsafe access($0, F_OK) == 0 }
  }
}

extension [[UInt8]] {
  /// The longest of these paths that `path` is at or below; `nil` when there is none.
  func nearest(to path: [UInt8]) -> [UInt8]? { filter(path.isAtOrBelow).max { $0.count < $1.count } }
}

extension [UInt8] {
  /// Whether these bytes end in `suffix` and are longer.
  fileprivate func hasSuffix(_ suffix: StaticString) -> Bool {
    let tail = unsafe UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount)
    guard count > tail.count else { return false }
    return unsafe self.suffix(tail.count).elementsEqual(tail)
  }

  /// Whether this path is that of the entry `name` in the folder at `parent`. Allocates nothing: it is asked of every file.
  fileprivate func isEntry(_ name: [UInt8], of parent: [UInt8]) -> Bool {
    let start = parent.last == UInt8(ascii: "/") ? parent.count : parent.count + 1
    guard count == start + name.count, starts(with: parent), self[start - 1] == UInt8(ascii: "/") else { return false }
    return suffix(name.count).elementsEqual(name)
  }
}
