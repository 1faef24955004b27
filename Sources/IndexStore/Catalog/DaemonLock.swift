internal import Glibc

/// The lock of the daemon that keeps a store current. It is in the store's folder, so that every
/// process that uses the store sees the daemon, whatever its environment variables.
///
/// The lock itself has the daemon's process ID. The file has it too, for people, and a second line:
/// what keeps the daemon from working, which is usually nothing. On a disk that was full before the
/// file was written, the file is empty.
package struct DaemonLock: ~Copyable, Sendable {
  private let lock: FileLock
  private let path: String

  /// The daemon of a store.
  package struct Holder: Hashable, Sendable {
    package let process: Int32
    /// What keeps the daemon from working at present; `nil` if nothing does.
    package let trouble: String?
  }

  private static func path(_ store: String) -> String { store + "/daemon.lock" }

  /// Takes the lock and records this process. Creates the store's folder if it is missing.
  ///
  /// - Parameter store: The path of the store's folder.
  /// - Returns: `nil` if another process holds the lock.
  package static func take(_ store: String) throws(StoreError) -> DaemonLock? {
    try Store.prepareFolder(store)
    guard let lock = try FileLock.take(path(store)) else { return nil }
    try lock.setNumber(getpid(), path(store))
    let taken = DaemonLock(lock: lock, path: path(store))
    do throws(StoreError) {
      try taken.record(trouble: nil)
    } catch {
      // The daemon can hold the lock without space on the disk.
      guard case .diskFull = error else { throw error }
    }
    return taken
  }

  private init(lock: consuming FileLock, path: String) {
    self.lock = lock
    self.path = path
  }

  /// Records what keeps this daemon from working.
  ///
  /// - Parameter trouble: One line; `nil` if it works again.
  package func record(trouble: String?) throws(StoreError) {
    let text = "\(getpid())\n\(trouble ?? "")\n"
    // A full disk has room for this: the file's first block is overwritten.
    let length = unsafe pwrite(lock.file, text, text.utf8.count, 0)
    guard length == text.utf8.count else { throw StoreError(code: length < 0 ? errno : ENOSPC, call: "write", path: path) }
    guard ftruncate(lock.file, off_t(length)) == 0 else { throw StoreError(code: errno, call: "ftruncate", path: path) }
  }

  /// The daemon of a store; `nil` if there is none.
  ///
  /// - Parameter store: The path of the store's folder.
  package static func holder(of store: String) throws(StoreError) -> Holder? {
    let path = path(store)
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw StoreError(code: errno, call: "open", path: path)
    }
    defer { close(file) }
    for _ in 0..<100 {
      if let process = try FileLock.number(in: file, path) {
        return Holder(process: process, trouble: trouble(of: process, in: try readSmallFile(path, limit: 4096)))
      }
      guard try FileLock.isHeld(file, path) else { return nil }
      // A process sets its number immediately after it takes the lock.
      poll(nil, 0, 10)
    }
    throw StoreError(code: EAGAIN, call: "fcntl", path: path)
  }

  /// - Returns: `nil` also if the file's content is from an earlier daemon.
  private static func trouble(of process: Int32, in bytes: [UInt8]) -> String? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    // A final newline shows that the content is complete.
    return lines.count == 3 && lines[0] == String(process) && !lines[1].isEmpty ? lines[1] : nil
  }
}
