// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import IndexStore

/// Notices when files of application stores change in a way in which programs that use them do not change them, and when
/// folders of stores are created or removed. inotify(7)
///
/// Searches cause no event that matters. Programs write segments under temporary names before they rename them. Their changes of
/// a catalog look like those of anybody else: whether there was a transaction tells them apart.
struct StoreWatches: ~Copyable {
  /// Readable when something has happened.
  let queue: Int32
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

  /// - Returns: `nil` if there is no queue for this process.
  init?() {
    queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard queue >= 0 else { return nil }
  }

  deinit { close(queue) }

  /// Watches the folder of all stores, those of programs and indexes in it, which can be created and removed at any
  /// time, and files of stores.
  ///
  /// - Parameter stores: The paths of the stores.
  /// - Returns: Why something else cannot be watched; `nil` if everything is.
  /// - Throws: `StoreError` if the folder of all stores cannot be watched.
  mutating func watch(_ root: String, _ stores: [String]) throws(StoreError) -> StoreError? {
    let changes = Self.mask(IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO, IN_ONLYDIR)
    let refusal = add(root, changes | Self.mask(IN_ATTRIB, IN_DELETE_SELF, IN_MOVE_SELF), nil)
    if refusal != 0 { throw Self.error(refusal, root) }
    var problem: StoreError?
    func addIfPresent(_ path: String, _ mask: UInt32, _ subject: Subject?) {
      let refusal = add(path, mask, subject)
      if problem == nil, ![0, ENOENT, ENOTDIR].contains(refusal) { problem = Self.error(refusal, path) }
    }
    let file = Self.mask(IN_MODIFY, IN_ATTRIB, IN_MOVE_SELF, IN_DELETE_SELF)
    for store in stores {
      let index = store.split(separator: "/").dropLast()
      for folder in [index, index.dropLast()] { addIfPresent("/" + folder.joined(separator: "/"), changes, nil) }
      addIfPresent(
        store + "/segments", Self.mask(IN_MODIFY, IN_DELETE, IN_MOVED_FROM, IN_ONLYDIR), Subject(store: store, isSegments: true))
      for path in Store.catalogFiles(of: store) { addIfPresent(path, file, Subject(store: store, isSegments: false)) }
    }
    return problem
  }

  /// - Returns: 0, or the error.
  private mutating func add(_ path: String, _ mask: UInt32, _ subject: Subject?) -> Int32 {
    let watch = unsafe inotify_add_watch(queue, path, mask)
    guard watch >= 0 else { return errno }
    subjects[watch] = subject ?? Subject(store: nil, isSegments: false)
    return 0
  }

  private static func error(_ code: Int32, _ path: String) -> StoreError { StoreError(code: code, call: "inotify_add_watch", path: path) }

  private static func mask(_ events: Int32...) -> UInt32 { events.reduce(0) { $0 | UInt32($1) } }

  /// Adds all events that have come.
  mutating func take(_ changes: inout Changes) {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = unsafe read(queue, &bytes, bytes.count), count > 0 {
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let event = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
        let start = offset + header
        let name = bytes[start..<start + Int(event.len)].prefix { $0 != 0 }
        offset = start + Int(event.len)
        note(event.wd, event.mask, String(decoding: name, as: UTF8.self), &changes)
      }
    }
  }

  private mutating func note(_ watch: Int32, _ mask: UInt32, _ name: String, _ changes: inout Changes) {
    if mask & UInt32(IN_IGNORED) != 0 {
      subjects[watch] = nil
      return
    }
    // Events that were lost can be of any store.
    guard mask & UInt32(IN_Q_OVERFLOW) == 0, let subject = subjects[watch], let store = subject.store else {
      changes.areOfFolders = true
      return
    }
    let isWritten = mask & UInt32(IN_MODIFY) != 0
    if subject.isSegments {
      guard name.hasSuffix(SegmentID.fileSuffix) else { return }
      if isWritten { changes.segments.insert(store) } else { changes.others.insert(store) }
    } else if isWritten {
      changes.catalogs.insert(store)
    } else {
      changes.others.insert(store)
    }
  }
}
