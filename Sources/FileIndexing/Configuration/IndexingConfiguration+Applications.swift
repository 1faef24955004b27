// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import SystemPlatform

extension IndexingConfiguration {
  /// Adds the folders in which programs install their desktop entries.
  mutating func addApplications() {
    let folders = DataFolders()
    for folder in folders.paths + ["/var/lib/snapd/desktop"] { addApplications(in: "\(folder)/applications") }
    // Flatpak makes symbolic links to the entries of programs, and links are not followed.
    for installation in [folders.home.map { $0 + "/flatpak" }, "/var/lib/flatpak"].compactMap(\.self) {
      for program in Self.folders(in: installation + "/app") {
        addApplications(in: "\(installation)/app/\(program)/current/active/export/share/applications")
      }
    }
  }

  private mutating func addApplications(in folder: String) {
    let path = Array(folder.utf8)
    let root = path.realPath
    // `current` and `active` are links, which lead elsewhere after an update.
    if path != root { rootSpellings[path] = root }
    if !applicationFolders.contains(root) { applicationFolders.append(root) }
  }

  /// Whether a root was not named by the user, so that it is no problem if there is none.
  package func mayBeMissing(_ root: [UInt8]) -> Bool { applicationFolders.contains(root) && !roots.contains(root) }

  private static func folders(in path: String) -> [String] {
    ((try? Directory.names(in: Path(path))) ?? []).filter { !$0.isHidden }.compactMap(\.validText).sorted()
  }
}
