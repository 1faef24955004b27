internal import Glibc

/// What is not indexed.
///
/// As on a Mac: hidden entries (a leading dot), folders named `*.noindex`, folders that hold a file `.metadata_never_index`; further what
/// the configuration excludes. A root that the user named is indexed whatever it is called.
package struct ExclusionRules: Sendable {
  /// A folder that holds an entry of this name is indexed itself, its contents are not.
  static let neverIndexMarker = Array(".metadata_never_index".utf8)

  /// Whether entries with a leading dot are indexed.
  package var includesHidden = false
  /// Absolute paths whose trees are left out.
  package var paths: [[UInt8]] = []
  /// Shell patterns (`*`, `?`, `[…]`) of names that are left out wherever they stand.
  package var namePatterns: [String] = []

  package init() {}

  /// Whether the entry `name` of the folder at `parent` is left out.
  func excludes(_ name: [UInt8], in parent: [UInt8], isDirectory: Bool) -> Bool {
    if name.first == UInt8(ascii: "."), !includesHidden { return true }
    if isDirectory, name.hasSuffix(".noindex") { return true }
    if !namePatterns.isEmpty, unsafe withCPath(name, { name in namePatterns.contains { unsafe fnmatch($0, name, 0) == 0 } }) { return true }
    return !paths.isEmpty && isDirectory && excludes(tree: parent.appending(component: name))
  }

  /// Whether the configuration leaves out the tree at this absolute path.
  func excludes(tree path: [UInt8]) -> Bool { paths.contains { path.isAtOrBelow($0) } }
}

extension [UInt8] {
  /// Whether these bytes end in `suffix` and are longer.
  fileprivate func hasSuffix(_ suffix: StaticString) -> Bool {
    let tail = unsafe UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount)
    guard count > tail.count else { return false }
    return unsafe self.suffix(tail.count).elementsEqual(tail)
  }
}
