// SPDX-License-Identifier: Apache-2.0

import Applications
import Glibc
import SystemPlatform
import Threading

/// Notices that importers are installed, changed or removed, on a thread of its own, which sleeps
/// otherwise.
struct ImporterWatch {
  let folders: DataFolders
  /// Called on the watch's thread when the manifests say something else than before.
  let onChange: @Sendable () -> Void

  private static let subfolders = ["searchlight/importers", "searchlight", ""]
  private static let entryEvents = UInt32(IN_CREATE | IN_MOVED_TO)
  private static let fileEvents = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB)
  /// Installing an importer writes several files. After this time without events it is complete.
  private static let silence = Duration.milliseconds(200)

  func start() throws {
    let known = InstalledImporter.all(in: folders)
    // The thread lives as long as the process.
    try Thread { run(known) }.detach()
  }

  private func run(_ known: (importers: [InstalledImporter], problems: [InstalledImporter.Problem])) {
    let queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard queue >= 0 else { return }
    defer { close(queue) }
    var known = known
    while true {
      watchFolders(queue)
      // Also what has changed before the folders were watched.
      let found = InstalledImporter.all(in: folders)
      if found != known {
        known = found
        onChange()
      }
      wait(queue, atMost: nil)
      while wait(queue, atMost: Self.silence) {}
    }
  }

  /// Watches the folders of manifests, or the nearest folder above one that does not exist.
  private func watchFolders(_ queue: Int32) {
    for folder in folders.paths {
      for subfolder in Self.subfolders {
        let events = subfolder == Self.subfolders[0] ? Self.fileEvents : Self.entryEvents
        if unsafe inotify_add_watch(queue, "\(folder)/\(subfolder)", events | UInt32(IN_ONLYDIR)) >= 0 { break }
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
