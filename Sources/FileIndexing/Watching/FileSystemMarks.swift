internal import CSystem
internal import Glibc
internal import Synchronization
internal import WorkerProtocol

/// A fanotify(7) group that marks whole file systems. It needs the capability `CAP_SYS_ADMIN`.
///
/// One mark takes the place of the watches of all directories of a file system, so no limit applies to
/// them. The kernel then reports what happens in every directory; what belongs to no ``WatchID`` is dropped
/// here. Otherwise the behaviour is that of ``InotifyQueue``, except that the directory itself is reported
/// under an empty name.
final class FileSystemMarks: Sendable {
  fileprivate struct Watches {
    /// By the identifier of the file system and the file handle.
    var ids: [[UInt8]: WatchID] = [:]
    var identities: [WatchID: [UInt8]] = [:]
    /// Those of inotify are positive.
    var next: Int32 = -1
    var cookie: UInt32 = 0
    /// Why a file system could not be marked.
    var refusal: SystemError?
  }

  private let watches = Mutex(Watches())
  /// Readable while events are waiting. poll(2)
  let descriptor: Int32

  /// - Throws: `SystemError` with `EPERM` without the capability.
  init() throws(SystemError) {
    descriptor = mark_group_make()
    guard descriptor >= 0 else { throw .current("fanotify_init") }
  }

  deinit { close(descriptor) }

  /// Marks the file system of an open directory, and has the events of the directory reported.
  ///
  /// - Returns: `nil` if the kernel cannot do this for the file system. Then the directory needs a
  ///   watch of its own.
  func watch(_ directory: Int32) -> WatchID? {
    guard mark_group_add(descriptor, directory) == 0, let identity = Self.identity(of: directory) else {
      let error = SystemError.current("fanotify_mark")
      watches.withLock { if $0.refusal == nil { $0.refusal = error } }
      return nil
    }
    return watches.withLock { $0.add(identity) }
  }

  /// Has the events of a directory reported that may not be read. Its file system is that of the directory
  /// above it, which is marked, or the directory has no events.
  ///
  /// - Returns: `nil` if there is no such directory.
  func watch(unreadable path: [UInt8]) -> WatchID? {
    // glibc defines O_PATH only with _GNU_SOURCE.
    let onlyPath: Int32 = 0o10000000
    let number = unsafe withCPath(path) { unsafe file_open_exactly($0, onlyPath | O_DIRECTORY | O_NOFOLLOW) }
    guard number >= 0 else { return nil }
    let directory = OwnedDescriptor(owning: number)
    return Self.identity(of: directory.rawValue).map { identity in watches.withLock { $0.add(identity) } }
  }

  /// Why a file system could not be marked; `nil` if all could.
  var refusal: SystemError? { watches.withLock { $0.refusal } }

  /// Has the events of a directory dropped from now on.
  func unwatch(_ watch: WatchID) { watches.withLock { $0.remove(watch) } }

  private static func identity(of directory: Int32) -> [UInt8]? {
    let capacity = Int(maximum_identity_size)
    let identity = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(0, Int(unsafe mark_identity(directory, buffer.baseAddress)))
    }
    return identity.isEmpty ? nil : identity
  }

  /// The next events of watched directories, oldest first. Does not wait.
  ///
  /// - Returns: `nil` if the queue was empty.
  func events() throws(SystemError) -> [WatchEvent]? {
    try unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer throws(SystemError) -> [WatchEvent]? in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else {
        guard count == 0 || errno == EAGAIN || errno == EINTR else { throw .current("read of fanotify") }
        return nil
      }
      let own = getpid()
      return watches.withLock { watches in
        var events: [WatchEvent] = []
        var rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
        var event = unsafe mark_event()
        while case let size = unsafe mark_event_decode(rest.baseAddress, rest.count, &event), size > 0 {
          // What this process writes is in the store.
          if unsafe event.process != own { unsafe watches.append(event, to: &events) }
          unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[size...])
        }
        return events
      }
    }
  }
}

extension FileSystemMarks.Watches {
  mutating func add(_ identity: [UInt8]) -> WatchID {
    if let known = ids[identity] { return known }
    let id = WatchID(rawValue: next)
    next -= 1
    ids[identity] = id
    identities[id] = identity
    return id
  }

  mutating func remove(_ watch: WatchID) {
    if let identity = identities.removeValue(forKey: watch) { ids[identity] = nil }
  }

  /// Decodes one event of the kernel, which may stand for several of the same entry.
  mutating func append(_ event: mark_event, to events: inout [WatchEvent]) {
    let kinds = unsafe event.kinds
    func has(_ kind: Int) -> Bool { kinds & UInt32(kind) != 0 }
    if has(mark_overflowed) { return events.append(.overflowed) }
    let isDirectory = has(mark_of_directory)
    if has(mark_renamed) {
      cookie &+= 1
      if let (watch, name) = unsafe place(event.old) {
        events.append(.movedAway(watch, name: name, cookie: cookie, isDirectory: isDirectory))
      }
      if let (watch, name) = unsafe place(event.entry) {
        events.append(.movedHere(watch, name: name, cookie: cookie, isDirectory: isDirectory))
      }
      return
    }
    guard let (watch, name) = unsafe place(event.entry) else { return }
    guard name != [UInt8(ascii: ".")] else {
      if has(mark_ended) {
        remove(watch)
        events.append(.ended(watch))
      } else if has(mark_changed) {
        events.append(.changed(watch, name: []))
      }
      return
    }
    if has(mark_created) { events.append(isDirectory ? .createdDirectory(watch, name: name) : .created(watch, name: name)) }
    if has(mark_removed) || has(mark_changed) { events.append(.changed(watch, name: name)) }
    if has(mark_closed) {
      events.append(.closed(watch, name: name))
    } else if has(mark_written) {
      events.append(.written(watch, name: name))
    }
  }

  private func place(_ entry: mark_entry) -> (WatchID, name: [UInt8])? {
    guard let start = unsafe entry.identity, let name = unsafe entry.name else { return nil }
    let identity = unsafe Array(UnsafeBufferPointer(start: start, count: entry.identity_size))
    guard let watch = ids[identity] else { return nil }
    return unsafe (watch, Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }
}
