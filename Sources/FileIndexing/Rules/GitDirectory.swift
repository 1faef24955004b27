// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform

/// The folder in which Git keeps what belongs to a work tree. gitrepository-layout(5)
struct GitDirectory {
  /// The path of the file with patterns that are not part of the work tree.
  let exclude: [UInt8]
  /// The owner of the work tree. A file `exclude` of somebody else may be one that only this process may
  /// read, because paths in files and symbolic links lead to it.
  let owner: UInt32

  /// Longer than any path, and its prefix.
  private static let maximumLength = 2 * Path.maximumLength

  /// - Returns: `nil` if the directory at a path is no work tree.
  init?(ofWorkTree directory: [UInt8]) {
    let entry = directory.appending(component: GitignoreFinder.repositoryName)
    guard let owner = FileStatus(at: entry)?.userID, Path(entry).exists else { return nil }
    self.owner = owner
    var path = entry
    // In a linked work tree and in a submodule, `.git` is a file with a path.
    if let text = GitignoreFile.read(entry, atMost: Self.maximumLength),
      let target = Self.path(text, prefix: "gitdir:", relativeTo: directory)
    {
      path = target
    }
    // Linked work trees have the patterns in common.
    if let text = GitignoreFile.read(path + "/commondir".utf8, atMost: Self.maximumLength),
      let common = Self.path(text, prefix: "", relativeTo: path)
    {
      path = common
    }
    exclude = path + "/info/exclude".utf8
  }

  /// The path in the text of a file; `nil` if there is none, or if it leads to a file system that may not
  /// answer.
  private static func path(_ text: [UInt8], prefix: String, relativeTo directory: [UInt8]) -> [UInt8]? {
    guard text.starts(with: prefix.utf8) else { return nil }
    let isSpace = { (byte: UInt8) in [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte) }
    let start = text.dropFirst(prefix.utf8.count).drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return nil }
    let value = start[...last]
    let path = value.first == UInt8(ascii: "/") ? Array(value) : directory + [UInt8(ascii: "/")] + value
    guard !path.contains(0), path.count < Path.maximumLength, MountTable.shared.kind(ofPath: normalized(path)) == .local else { return nil }
    return path
  }

  /// An absolute path without the components `.` and `..`.
  private static func normalized(_ path: [UInt8]) -> [UInt8] {
    var components: [ArraySlice<UInt8>] = []
    for component in path.split(separator: UInt8(ascii: "/")) {
      if component.elementsEqual("..".utf8) {
        _ = components.popLast()
      } else if !component.elementsEqual(".".utf8) {
        components.append(component)
      }
    }
    return [UInt8(ascii: "/")] + components.joined(separator: [UInt8(ascii: "/")])
  }
}
