// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A queue of the changes in watched folders and files. ``FileDescriptor/discardInput()`` empties it. inotify(7)
package struct InotifyDescriptor: ~Copyable, Sendable {
  /// One change. All of this is the kernel's, also the order.
  package struct Event: Sendable {
    /// The number of the watch; negative if events were lost.
    package let watch: Int32
    package let mask: WatchMask
    /// The same number for both events of a move.
    package let cookie: UInt32
    /// The name in the watched folder; empty if the event is about the folder or file itself.
    package let name: [UInt8]
  }

  private let descriptor: OwnedDescriptor

  /// Creates a queue that is never waited for; see ``file``. inotify_init1(2)
  package init() throws(SystemError) {
    let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard number >= 0 else { throw .current("inotify_init1") }
    descriptor = OwnedDescriptor(owning: number)
  }

  /// The descriptor, which is readable while the queue contains events.
  package var file: FileDescriptor { descriptor.file }

  /// Begins or changes a watch. inotify_add_watch(2)
  ///
  /// - Returns: Its number, which is the same for the same file or folder.
  @discardableResult
  package borrowing func watch(_ path: Path, for mask: WatchMask) throws(SystemError) -> Int32 {
    let number = descriptor.rawValue
    let watch = unsafe path.withCString { unsafe inotify_add_watch(number, $0, mask.rawValue) }
    guard watch >= 0 else { throw .current("inotify_add_watch", path: path) }
    return watch
  }

  /// Begins or changes a watch, which may be refused. inotify_add_watch(2)
  ///
  /// - Returns: Whether there is a watch.
  package borrowing func watchIfPossible(_ path: Path, for mask: WatchMask) -> Bool {
    do throws(SystemError) {
      try watch(path, for: mask)
      return true
    } catch {
      return false
    }
  }

  /// Ends a watch. Does nothing if it has ended. inotify_rm_watch(2)
  package borrowing func unwatch(_ watch: Int32) { _ = inotify_rm_watch(descriptor.rawValue, watch) }

  /// Reads the next events, as many as fit in a buffer. read(2)
  ///
  /// - Parameter buffer: At least as large as the longest event, 272 bytes.
  /// - Returns: Whether there were any.
  package borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, _ body: (Event) -> Void
  ) throws(SystemError) -> Bool {
    let count = unsafe Glibc.read(descriptor.rawValue, buffer.baseAddress, buffer.count)
    guard count > 0 else {
      guard count == 0 || errno == EAGAIN || errno == EINTR else { throw .current("read of inotify") }
      return false
    }
    var offset = 0
    let header = MemoryLayout<inotify_event>.size
    while offset + header <= count {
      let raw = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let name = unsafe buffer[offset + header..<offset + header + Int(raw.len)].prefix { $0 != 0 }
      body(Event(watch: raw.wd, mask: WatchMask(rawValue: raw.mask), cookie: raw.cookie, name: unsafe Array(name)))
      offset += header + Int(raw.len)
    }
    return true
  }

  /// All events that have come. Events that come while they are read may be among them. An error of reading ends them.
  package borrowing func events() -> [Event] {
    var events: [Event] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      var isOver = false
      while !isOver {
        do throws(SystemError) { isOver = try !(unsafe read(into: buffer) { events.append($0) }) } catch { isOver = true }
      }
    }
    return events
  }

  /// Transfers ownership of the queue, with its watches, to the caller.
  package consuming func take() -> OwnedDescriptor { descriptor }

  /// Ends all watches and removes all events, but keeps the descriptor for who waits for it. dup2(2)
  package borrowing func end() throws(SystemError) {
    let nothing = try OwnedDescriptor(opening: Path("/dev/null"))
    file.replace(with: nothing.file)
    file.closeOnExec()
  }
}
