// SPDX-License-Identifier: Apache-2.0

import Applications
import FileIndexing
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
  private static let entryEvents: WatchMask = [.created, .movedHere]
  private static let fileEvents: WatchMask = [
    .created, .movedHere, .movedAway, .removed, .closedAfterWriting, .attributesChanged,
  ]
  /// Installing an importer writes several files. After this time without events it is complete.
  private static let silence = Duration.milliseconds(200)

  func start() throws {
    let known = Installation(in: folders)
    // The thread lives as long as the process.
    try Thread { run(known) }.detach()
  }

  private func run(_ known: Installation) {
    let queue: InotifyDescriptor
    do throws(SystemError) { queue = try InotifyDescriptor() } catch { return }
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
  private func watchFolders(_ queue: borrowing InotifyDescriptor) {
    for folder in folders.paths {
      for choices in Self.subfolders {
        for subfolder in choices {
          let events = subfolder == choices[0] ? Self.fileEvents : Self.entryEvents
          if queue.watchIfPossible(Path("\(folder)/\(subfolder)"), for: events.union(.onlyFolders)) { break }
        }
      }
    }
  }

  /// - Returns: Whether there were events.
  @discardableResult
  private func wait(_ queue: borrowing InotifyDescriptor, atMost duration: Duration?) -> Bool {
    guard WaitSource.input(queue.file.rawValue).isReady(within: duration) else { return false }
    queue.file.discardInput()
    return true
  }
}
