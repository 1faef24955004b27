// SPDX-License-Identifier: Apache-2.0

/// The folders to which a person has limited a program.
package struct NamedFolders: Sendable {
  /// Absolute paths without symbolic links, of which none contains another.
  package let paths: [[UInt8]]

  private static let slash = UInt8(ascii: "/")

  /// - Parameter paths: Absolute, without symbolic links.
  package init(_ paths: [[UInt8]]) {
    var outermost: [[UInt8]] = []
    for path in paths.sorted(by: { $0.count < $1.count }) where !outermost.contains(where: { Self.contains(path, in: $0) }) {
      outermost.append(path)
    }
    self.paths = outermost
  }

  /// Whether a path is that of one of the folders, or below one. Only bytes are compared.
  ///
  /// - Parameter path: Absolute, without symbolic links except at its end. A path with a part `..` is in no folder.
  package func contains(_ path: [UInt8]) -> Bool {
    let parts = path.split(separator: Self.slash)
    guard !parts.contains(where: { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }) else { return false }
    return paths.contains { Self.contains(path, in: $0) }
  }

  private static func contains(_ path: [UInt8], in folder: [UInt8]) -> Bool {
    guard path.first == slash, path.starts(with: folder) else { return false }
    return path.count == folder.count || folder.last == slash || path[folder.count] == slash
  }
}
