// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform

/// Notices when files of application stores change in a way in which programs that use them do not change them, and when
/// folders of stores are created or removed. inotify(7)
///
/// Searches cause no event that matters. Programs write segments under temporary names before they rename them. Their changes of
/// a catalog look like those of anybody else: whether there was a transaction tells them apart.
struct StoreWatches: ~Copyable {
  /// Readable when something has happened.
  var descriptor: Int32 { queue.file.rawValue }
  private let queue: InotifyDescriptor
  private var subjects: [Int32: Subject] = [:]

  private struct Subject {
    /// The path of the store's folder; `nil` for the folders around stores.
    let store: String?
    /// Whether it is the folder of segments, and not a file of the catalog.
    let isSegments: Bool
  }

  /// What has happened to files of stores, by the paths of these stores.
  struct Changes {
    /// The catalog was written.
    var catalogs: Set<String> = []
    /// A segment was written after it had its name.
    var segments: Set<String> = []
    /// Segments or files of the catalog were removed or replaced.
    var others: Set<String> = []
    /// Folders of stores were created or removed, or somebody has found damage.
    var areOfFolders = false

    var stores: Set<String> { catalogs.union(segments).union(others) }
    var isEmpty: Bool { !areOfFolders && stores.isEmpty }
  }

  /// - Throws: `StoreError` if there is no queue for this process.
  init(of root: String) throws(StoreError) {
    do throws(SystemError) { queue = try InotifyDescriptor() } catch { throw Self.error(error, root) }
  }

  /// Watches the folder of all stores, those of programs and indexes in it, which can be created and removed at any
  /// time, and files of stores.
  ///
  /// - Parameter stores: The paths of the stores.
  /// - Returns: Why something else cannot be watched; `nil` if everything is.
  /// - Throws: `StoreError` if the folder of all stores cannot be watched.
  mutating func watch(_ root: String, _ stores: [String]) throws(StoreError) -> StoreError? {
    let changes: WatchMask = [.created, .removed, .movedAway, .movedHere, .onlyFolders]
    if let refusal = add(root, changes.union([.attributesChanged, .selfRemoved, .selfMoved]), nil) { throw Self.error(refusal, root) }
    var problem: StoreError?
    func addIfPresent(_ path: String, _ mask: WatchMask, _ subject: Subject?) {
      guard let refusal = add(path, mask, subject), !refusal.code.isMissing, problem == nil else { return }
      problem = Self.error(refusal, path)
    }
    let file: WatchMask = [.modified, .attributesChanged, .selfMoved, .selfRemoved]
    for store in stores {
      let index = store.split(separator: "/").dropLast()
      for folder in [index, index.dropLast()] { addIfPresent("/" + folder.joined(separator: "/"), changes, nil) }
      addIfPresent(
        store + "/segments", [.modified, .removed, .movedAway, .onlyFolders], Subject(store: store, isSegments: true))
      for path in Store.catalogFiles(of: store) { addIfPresent(path, file, Subject(store: store, isSegments: false)) }
    }
    return problem
  }

  /// - Returns: Why it cannot be watched; `nil` if it is.
  private mutating func add(_ path: String, _ mask: WatchMask, _ subject: Subject?) -> SystemError? {
    do throws(SystemError) {
      subjects[try queue.watch(Path(path), for: mask)] = subject ?? Subject(store: nil, isSegments: false)
      return nil
    } catch {
      return error
    }
  }

  private static func error(_ error: SystemError, _ path: String) -> StoreError { StoreError(error, path: path) }

  /// Adds all events that have come.
  mutating func take(_ changes: inout Changes) {
    for event in queue.events() { note(event, &changes) }
  }

  private mutating func note(_ event: InotifyDescriptor.Event, _ changes: inout Changes) {
    if event.mask.contains(.ended) {
      subjects[event.watch] = nil
      return
    }
    // Events that were lost can be of any store.
    guard !event.mask.contains(.overflow), let subject = subjects[event.watch], let store = subject.store else {
      changes.areOfFolders = true
      return
    }
    let isWritten = event.mask.contains(.modified)
    if subject.isSegments {
      guard String(decoding: event.name, as: UTF8.self).hasSuffix(SegmentID.fileSuffix) else { return }
      if isWritten { changes.segments.insert(store) } else { changes.others.insert(store) }
    } else if isWritten {
      changes.catalogs.insert(store)
    } else {
      changes.others.insert(store)
    }
  }
}
