// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Synchronization
internal import SystemPlatform

/// The lock of the daemon that keeps a store current. It is in the store's folder, so that every
/// process that uses the store sees the daemon, whatever its environment variables.
///
/// The lock itself has the daemon's process ID. The file has it too, for people, and what the daemon
/// reports about itself: a line with a name and a value for each fact, and a checksum. On a disk that
/// was full before the file was written, the file is empty.
package struct DaemonLock: ~Copyable, Sendable {
  private let lock: Mutex<FileLock>
  private let path: String

  /// The daemon of a store.
  package struct Holder: Hashable, Sendable {
    package let process: Int32
    /// What the daemon reports about itself, by the names of the facts. Empty if its file is not
    /// complete, or is that of an older version.
    package let report: [String: String]
  }

  private static func path(_ store: String) -> String { store + "/daemon.lock" }

  /// Takes the lock and records this process. Creates the store's folder if it is missing.
  ///
  /// - Parameter store: The path of the store's folder.
  /// - Returns: `nil` if another process holds the lock.
  package static func take(_ store: String) throws(StoreError) -> DaemonLock? {
    try Store.prepareFolder(store)
    guard let lock = try lockFile(path(store)) else { return nil }
    let taken = DaemonLock(lock: lock, path: path(store))
    do throws(StoreError) {
      try taken.record([:])
    } catch {
      // The daemon can hold the lock without space on the disk.
      guard case .diskFull = error else { throw error }
    }
    return taken
  }

  private init(lock: consuming FileLock, path: String) {
    self.lock = Mutex(lock)
    self.path = path
  }

  /// - Returns: `nil` if another process holds the lock.
  private static func lockFile(_ path: String) throws(StoreError) -> FileLock? {
    guard let lock = try FileLock.take(path) else { return nil }
    try lock.setNumber(ProcessFacts.id, path)
    return lock
  }

  /// Whether the lock's file was deleted. Other processes then do not see the daemon.
  package func isDeleted() throws(StoreError) -> Bool { try lock.withLock { lock throws(StoreError) in try lock.isDeleted(path) } }

  /// Takes the lock again if its file was deleted, for example together with the store. Creates the
  /// store's folder if it is missing.
  ///
  /// - Parameter store: The path of the store's folder.
  /// - Returns: `false` if another process holds the lock by now.
  package func takeAgainIfDeleted(_ store: String) throws(StoreError) -> Bool {
    try lock.withLock { lock throws(StoreError) in
      if try !lock.isDeleted(path) { return true }
      try Store.prepareFolder(store)
      guard let new = try Self.lockFile(path) else { return false }
      lock = new
      return true
    }
  }

  /// A full disk has room for this: the file's first block is overwritten.
  private static let maximumByteCount = 4096

  /// Replaces what the daemon reports about itself.
  ///
  /// - Parameter report: Names are words. Values are single lines, and long ones are cut off.
  package func record(_ report: [String: String]) throws(StoreError) {
    var text = "\(ProcessFacts.id)\n"
    for (name, value) in report.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      let room = Self.maximumByteCount - text.utf8.count - name.utf8.count - 12
      guard room > 0 else { break }
      text += "\(name) \(String(decoding: value.replacing("\n", with: " ").utf8.prefix(room), as: UTF8.self))\n"
    }
    text += "\(Self.checksum(Array(text.utf8)))\n"
    try lock.withLock { lock throws(StoreError) in
      do throws(SystemError) {
        try lock.file.write(Array(text.utf8), at: 0)
        try lock.file.setByteCount(text.utf8.count)
      } catch {
        throw StoreError(error, path: path)
      }
    }
  }

  /// The daemon of a store; `nil` if there is none.
  ///
  /// - Parameter store: The path of the store's folder.
  package static func holder(of store: String) throws(StoreError) -> Holder? {
    let path = path(store)
    let file: OwnedDescriptor
    do throws(StoreError) {
      file = try openFile(path, .read)
    } catch {
      switch error {
      // Nobody can hold a lock of something else than a file.
      case .system(_, _, let code) where Errno(code).isMissing: return nil
      case .corrupted: return nil
      default: throw error
      }
    }
    for _ in 0..<100 {
      if let process = try FileLock.number(in: file.file, path) {
        return Holder(process: process, report: try report(of: process, path))
      }
      guard try FileLock.isHeld(file.file, path) else { return nil }
      // A process sets its number immediately after it takes the lock.
      sleep(for: .milliseconds(10))
    }
    throw StoreError(code: Errno.wouldBlock.rawValue, call: "fcntl", path: path)
  }

  private static func report(of process: Int32, _ path: String) throws(StoreError) -> [String: String] {
    for _ in 0..<10 {
      let bytes = try readSmallFile(path, limit: maximumByteCount + 1)
      if let report = report(of: process, in: bytes) { return report }
      // Empty if the disk is full.
      if bytes.isEmpty { break }
      // The daemon may be writing.
      sleep(for: .milliseconds(1))
    }
    return [:]
  }

  /// - Returns: `nil` if the content is not complete, or from another process.
  private static func report(of process: Int32, in bytes: [UInt8]) -> [String: String]? {
    guard bytes.last == UInt8(ascii: "\n"), let end = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")),
      String(decoding: bytes[(end + 1)...].dropLast(), as: UTF8.self) == checksum(Array(bytes[...end]))
    else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    guard lines.first == "\(process)" else { return nil }
    let facts = lines.dropFirst().map { $0.split(separator: " ", maxSplits: 1) }.filter { $0.count == 2 }
    return Dictionary(facts.map { (String($0[0]), String($0[1])) }) { $1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> String { String(Checksum.of(bytes.span), radix: 16) }
}
