// SPDX-License-Identifier: Apache-2.0

import Applications
import FileIndexing
import Glibc
import SystemPlatform
import Threading

/// Notices that importers are installed, changed or removed, and that a file with the names of places is installed or changed, on a
/// thread of its own, which sleeps otherwise.
struct InstallationWatch {
  enum Change {
    case importers
    case places
  }

  let folders: DataFolders
  /// Called on the watch's thread when what is installed is something else than before.
  let onChange: @Sendable (Change) -> Void

  private struct Installation: Equatable {
    let importers: [InstalledImporter]
    let problems: [InstalledImporter.Problem]
    let places: PlaceFile?

    init(in folders: DataFolders) {
      (importers, problems) = InstalledImporter.all(in: folders)
      places = PlaceFile(in: folders)
    }

    /// What has changed and concerns the index; `nil` if nothing has. Names of places stay when their file is removed.
    func change(since earlier: Installation) -> Change? {
      if importers != earlier.importers || problems != earlier.problems { return .importers }
      return places == earlier.places || places == nil ? nil : .places
    }
  }

  /// The subfolders to watch, each with those to watch instead if it does not exist.
  private static let subfolders = [["searchlight/importers", "searchlight", ""], [PlaceFile.folder, ""]]
  private static let entryEvents = UInt32(IN_CREATE | IN_MOVED_TO)
  private static let fileEvents = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB)
  /// Installing an importer writes several files. After this time without events it is complete.
  private static let silence = Duration.milliseconds(200)

  func start() throws {
    let known = Installation(in: folders)
    // The thread lives as long as the process.
    try Thread { run(known) }.detach()
  }

  private func run(_ known: Installation) {
    let queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard queue >= 0 else { return }
    defer { close(queue) }
    var known = known
    while true {
      watchFolders(queue)
      // Also what has changed before the folders were watched.
      let found = Installation(in: folders)
      let change = found.change(since: known)
      known = found
      if let change { onChange(change) }
      wait(queue, atMost: nil)
      while wait(queue, atMost: Self.silence) {}
    }
  }

  /// Watches the folders of manifests and of places, or the nearest folder above one that does not exist.
  private func watchFolders(_ queue: Int32) {
    for folder in folders.paths {
      for choices in Self.subfolders {
        for subfolder in choices {
          let events = subfolder == choices[0] ? Self.fileEvents : Self.entryEvents
          if unsafe inotify_add_watch(queue, "\(folder)/\(subfolder)", events | UInt32(IN_ONLYDIR)) >= 0 { break }
        }
      }
    }
  }

  /// - Returns: Whether there were events.
  @discardableResult
  private func wait(_ queue: Int32, atMost duration: Duration?) -> Bool {
    guard WaitSource.input(queue).isReady(within: duration) else { return false }
    var events = [UInt8](repeating: 0, count: 4096)
    while unsafe read(queue, &events, events.count) > 0 {}
    return true
  }
}
