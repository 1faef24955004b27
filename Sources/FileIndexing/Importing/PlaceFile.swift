// SPDX-License-Identifier: Apache-2.0

package import Applications
internal import IndexStore

/// The installed file with the names and positions of cities. Workers read it; here only its state counts.
package struct PlaceFile: Equatable, Sendable {
  package let path: String
  /// Differs from that of another file, and of this one before it was changed.
  let state: [UInt8]

  /// The folder and the name of the file in the folders of data. Debian's package libgweather-4-common has it.
  package static let (folder, name) = ("libgweather-4", "Locations.xml")

  /// Finds the file; `nil` if none is installed.
  package init?(in folders: DataFolders) {
    guard let path = folders.file(Self.name, in: Self.folder), let status = FileStatus(at: Array(path.utf8).realPath) else { return nil }
    self.path = path
    state = Array("\(path)\0\(status.inode) \(status.size) \(status.changed)".utf8)
  }
}
