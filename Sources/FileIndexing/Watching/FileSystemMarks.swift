// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Synchronization
internal import SystemPlatform
internal import Threading
internal import WorkerProtocol

/// A fanotify(7) group that marks whole file systems. It needs the capability `CAP_SYS_ADMIN`.
///
/// One mark takes the place of the watches of all directories of a file system, so no limit applies to
/// them. The kernel then reports what happens in every directory. What belongs to no ``WatchID`` costs little:
///
/// 1. The kernel drops the events of directories in which much happens; see ``BusyDirectories``.
/// 2. A thread empties the queue all the time and drops what is left of them, so only events of watched
///    directories wait for the daemon. As many of them can wait as in the queue of inotify.
/// 3. After events of others, the thread rests a little. Meanwhile the kernel combines events of the same entry.
///
/// Otherwise the behaviour is that of ``InotifyQueue``, except that the directory itself is reported
/// under an empty name.
final class FileSystemMarks: Sendable {
  private let queue: MarkQueue
  private let thread: Thread

  /// - Parameter capacity: Number of events of watched directories that can wait; `nil` for that of inotify.
  /// - Throws: `SystemError` with `EPERM` without the capability.
  init(capacity: Int? = nil) throws(SystemError) {
    let queue = try MarkQueue(capacity: capacity ?? Self.inotifyCapacity)
    self.queue = queue
    thread = try Thread.start { queue.run() }
  }

  deinit {
    queue.stop()
    thread.join()
  }

  private static var inotifyCapacity: Int {
    KernelFile.word("/proc/sys/fs/inotify/max_queued_events").flatMap { Int($0) } ?? 16384
  }

  /// Readable while events of watched directories are waiting. poll(2)
  var descriptor: Int32 { queue.available }

  /// Marks the file system of an open directory, and has the events of the directory reported.
  ///
  /// - Returns: `nil` if the kernel cannot do this for the file system. Then the directory needs a
  ///   watch of its own.
  func watch(_ directory: Int32) -> WatchID? { queue.watch(directory) }

  /// Watches a directory that may not be read. Its file system is the marked one of the directory above it, or the directory
  /// has no events.
  ///
  /// - Returns: `nil` if there is no such directory.
  func watch(unreadable path: [UInt8]) -> WatchID? {
    let number = unsafe withCPath(path) { unsafe file_open_exactly($0, OpenOptions([.onlyPath, .directory, .noFollow]).rawValue) }
    guard number >= 0 else { return nil }
    let directory = OwnedDescriptor(owning: number)
    return queue.add(directory.rawValue)
  }

  /// Why a file system could not be marked; `nil` if all could.
  var refusal: SystemError? { queue.refusal }

  /// Drops the events of a directory from now on.
  func unwatch(_ watch: WatchID) { queue.unwatch(watch) }

  /// The events of watched directories that are waiting, oldest first. Does not wait.
  ///
  /// - Parameter isComplete: Whether everything must be among them that happened before this call.
  func events(isComplete: Bool) throws(SystemError) -> [WatchEvent] { try queue.take(isComplete: isComplete) }

  /// Number of events of other directories that the kernel has reported. For tests.
  var foreignCount: Int { queue.foreignCount }

  /// Whether the kernel can drop the events of directories, as far as known. For tests.
  var canIgnore: Bool { queue.canIgnore }
}

/// The queue of a group, which a thread empties.
private final class MarkQueue: Sendable {
  private struct State: Sendable {
    var directories = MarkedDirectories()
    var busy = BusyDirectories<MarkedDirectories.Identity>()
    /// The path of a directory on each file system, by the identifier in the first bytes of an identity.
    var anchors: [UInt64: [UInt8]] = [:]
    /// Whether the kernel can drop events of directories.
    var canIgnore = true
    var cookie: UInt32 = 0
    /// Why a file system could not be marked.
    var refusal: SystemError?
    var failure: SystemError?
    var events: [WatchEvent] = []
    var isOverflowed = false
    var foreignCount = 0
  }

  private var group: Int32 { ownedGroup.rawValue }
  private let ownedGroup: OwnedDescriptor
  /// Raised while there are events. eventfd(2)
  var available: Int32 { event.rawValue }
  private let event: OwnedDescriptor
  private let capacity: Int
  private let stopSignal: StopSignal
  private let state = Mutex(State())
  /// Held while events are read, so that they stay in order.
  private let reading = Mutex(())

  /// Time in which the kernel combines events.
  private static let rest = Duration.milliseconds(2)

  init(capacity: Int) throws(SystemError) {
    self.capacity = capacity
    stopSignal = try StopSignal()
    let group = mark_group_make()
    guard group >= 0 else { throw .current("fanotify_init") }
    ownedGroup = OwnedDescriptor(owning: group)
    let available = event_make()
    guard available >= 0 else { throw .current("eventfd") }
    event = OwnedDescriptor(owning: available)
  }

  func stop() { stopSignal.send() }

  var refusal: SystemError? { state.withLock { $0.refusal } }
  var foreignCount: Int { state.withLock { $0.foreignCount } }
  var canIgnore: Bool { state.withLock { $0.canIgnore } }

  // MARK: Directories

  func watch(_ directory: Int32) -> WatchID? {
    guard mark_group_add(group, directory) == 0, let watch = add(directory) else {
      let error = SystemError.current("fanotify_mark")
      state.withLock { if $0.refusal == nil { $0.refusal = error } }
      return nil
    }
    return watch
  }

  func add(_ directory: Int32) -> WatchID? {
    let capacity = Int(maximum_identity_size)
    return unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { buffer -> WatchID? in
      let size = Int(unsafe mark_identity(directory, buffer.baseAddress))
      guard size > 0 else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<size])
      let added = state.withLock { state -> (WatchID, isIgnored: Bool)? in
        guard let identity = unsafe state.directories.identity(bytes, isNew: true) else { return nil }
        let fileSystem = unsafe bytes.loadUnaligned(as: UInt64.self)
        if state.anchors[fileSystem] == nil { state.anchors[fileSystem] = Self.path(of: directory) }
        return (state.directories.add(identity), state.busy.attend(to: identity))
      }
      guard let added else { return nil }
      // Before the directory is listed, so that no change after it is missed.
      if added.isIgnored { mark_group_attend(group, directory) }
      return added.0
    }
  }

  func unwatch(_ watch: WatchID) { state.withLock { $0.directories.remove(watch) } }

  private static func path(of directory: Int32) -> [UInt8]? {
    do throws(SystemError) { return try Path("/proc/self/fd/\(directory)").linkTarget().bytes } catch { return nil }
  }

  // MARK: Events

  /// The body of the thread.
  func run() {
    while wait() {
      let hasForeign = reading.withLock { _ in readAll() }
      if hasForeign, stopSignal.wait(atMost: Self.rest) { return }
    }
  }

  /// - Returns: `false` if the thread must end.
  private func wait() -> Bool {
    enum Source { case events, stop }
    var wait = Wait<Source>([.events: .input(group), .stop: .input(stopSignal.descriptor)])
    guard let ready = try? wait.ready(within: nil), !ready.contains(.stop) else { return false }
    return state.withLock { $0.failure == nil }
  }

  /// Reads what is waiting, at most once around the queue: on a busy file system it never becomes empty.
  ///
  /// - Returns: Whether there were events of directories that are not watched.
  private func readAll() -> Bool {
    var rest = Int(mark_group_waiting(group))
    let before = foreignCount
    while rest > 0, let count = readSome() { rest -= count }
    return foreignCount != before
  }

  /// - Returns: The number of bytes; `nil` if the queue was empty.
  private func readSome() -> Int? {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer -> Int? in
      let count: Int
      do throws(SystemError) {
        count = try unsafe ownedGroup.file.read(into: buffer)
      } catch {
        if error.code != .wouldBlock {
          state.withLock { $0.failure = SystemError(code: error.code, call: "read of fanotify") }
          event_raise(available)
        }
        return nil
      }
      guard count > 0 else { return nil }
      let own = ProcessFacts.id
      var rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      state.withLock { state in
        let wasEmpty = state.events.isEmpty
        var event = unsafe mark_event()
        while case let size = unsafe mark_event_decode(rest.baseAddress, rest.count, &event), size > 0 {
          // What this process writes is in the store.
          if unsafe event.process != own { unsafe append(event, &state) } else { unsafe noteOwn(event.entry, &state) }
          unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[size...])
        }
        if state.events.count > capacity {
          // As inotify does.
          if !state.isOverflowed { state.events.append(.overflowed) }
          state.isOverflowed = true
        }
        if wasEmpty, !state.events.isEmpty { event_raise(available) }
      }
      return count
    }
  }

  func take(isComplete: Bool) throws(SystemError) -> [WatchEvent] {
    if isComplete { reading.withLock { _ in _ = readAll() } }
    let (events, failure) = state.withLock { state in
      defer { (state.events, state.isOverflowed) = ([], false) }
      event.file.takeEvents()
      return (state.events, state.failure)
    }
    if let failure { throw failure }
    return events
  }

  /// Decodes one event of the kernel, which may stand for several of the same entry.
  private func append(_ event: mark_event, _ state: inout State) {
    let kinds = unsafe event.kinds
    func has(_ kind: Int) -> Bool { kinds & UInt32(kind) != 0 }
    func add(_ event: WatchEvent) { if !state.isOverflowed { state.events.append(event) } }
    if has(mark_overflowed) { return add(.overflowed) }
    let isDirectory = has(mark_of_directory)
    if has(mark_renamed) {
      let (old, new) = unsafe (watch(event.old, &state), watch(event.entry, &state))
      state.cookie &+= 1
      if let old { unsafe add(.movedAway(old, name: name(event.old), cookie: state.cookie, isDirectory: isDirectory)) }
      if let new { unsafe add(.movedHere(new, name: name(event.entry), cookie: state.cookie, isDirectory: isDirectory)) }
      if old == nil, new == nil { state.foreignCount += 1 }
      return
    }
    guard let watch = unsafe watch(event.entry, &state) else { return unsafe noteForeign(event.entry, &state) }
    let name = unsafe name(event.entry)
    guard name != [UInt8(ascii: ".")] else {
      if has(mark_ended) {
        state.directories.remove(watch)
        add(.ended(watch))
      } else if has(mark_changed) {
        add(.changed(watch, name: []))
      }
      return
    }
    if has(mark_created) { add(isDirectory ? .createdDirectory(watch, name: name) : .created(watch, name: name)) }
    if has(mark_removed) || has(mark_changed) { add(.changed(watch, name: name)) }
    if has(mark_closed) {
      add(.closed(watch, name: name))
    } else if has(mark_written) {
      add(.written(watch, name: name))
    }
  }

  private func noteOwn(_ entry: mark_entry, _ state: inout State) {
    if unsafe watch(entry, &state) == nil { unsafe noteForeign(entry, &state) }
  }

  private func watch(_ entry: mark_entry, _ state: inout State) -> WatchID? {
    guard let start = unsafe entry.identity,
      let identity = unsafe state.directories.identity(UnsafeRawBufferPointer(start: start, count: entry.identity_size))
    else { return nil }
    return state.directories[identity]
  }

  private func name(_ entry: mark_entry) -> [UInt8] {
    guard let name = unsafe entry.name else { return [] }
    return unsafe Path(cString: name).bytes
  }

  /// Counts an event of a directory that is not watched, and has the kernel drop further ones if they are many.
  private func noteForeign(_ entry: mark_entry, _ state: inout State) {
    state.foreignCount += 1
    guard state.canIgnore, let start = unsafe entry.identity else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: entry.identity_size)
    guard let identity = unsafe state.directories.identity(bytes), state.busy.isBusy(after: identity),
      let path = unsafe state.anchors[bytes.loadUnaligned(as: UInt64.self)]
    else { return }
    let number = unsafe withCPath(path) { unsafe file_open_exactly($0, OpenOptions([.directory, .noFollow, .nonBlocking]).rawValue) }
    guard number >= 0 else {
      // The next directory that is watched takes its place.
      unsafe state.anchors[bytes.loadUnaligned(as: UInt64.self)] = nil
      return
    }
    let anchor = OwnedDescriptor(owning: number)
    if state.busy.isFull {
      mark_group_attend_all(group)
      state.busy.attendToAll()
    }
    let result = unsafe mark_group_ignore(group, anchor.rawValue, bytes.baseAddress, bytes.count)
    let error = Errno.current
    if result == 0 {
      state.busy.noteIgnored(identity)
    } else if [.notPermitted, .invalidArgument, .notImplemented, .notSupported].contains(error) {
      state.canIgnore = false
    }
  }
}
