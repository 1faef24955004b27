// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// An exclusive lock on a file that exists for this purpose. The kernel releases it when the
/// process dies.
struct FileLock: ~Copyable, Sendable {
  private let descriptor: OwnedDescriptor

  /// The open file.
  var file: FileDescriptor { descriptor.file }

  /// Takes the lock, and creates the file if it is missing.
  ///
  /// - Returns: `nil` if the lock is held by another process, or by another part of this one.
  static func take(_ path: String) throws(StoreError) -> FileLock? { try take(path, creates: true) }

  /// Takes the lock of an existing file.
  ///
  /// - Returns: `nil` if there is no such file, or the lock is held.
  static func takeExisting(_ path: String) throws(StoreError) -> FileLock? { try take(path, creates: false) }

  private static func take(_ path: String, creates: Bool) throws(StoreError) -> FileLock? {
    while true {
      let file: OwnedDescriptor
      do throws(StoreError) {
        file = try creates ? openOrReplaceFile(path, [.readAndWrite, .create]) : openFile(path, .readAndWrite)
      } catch {
        switch error {
        case .system(_, _, Errno.noSuchFileOrDirectory.rawValue) where !creates, .corrupted where !creates: return nil
        default: throw error
        }
      }
      let lock = FileLock(file: file)
      guard try lock.takeByte(0, path) else { return nil }
      // Another process may have deleted the file before it was locked.
      if try !lock.isDeleted(path) { return lock }
    }
  }

  /// Whether the file was deleted, or moved together with a folder. The lock keeps nobody out then.
  func isDeleted(_ path: String) throws(StoreError) -> Bool {
    do throws(SystemError) {
      return try FileFacts(of: file, path: Path(path)).identity != FileFacts(of: Path(path)).identity
    } catch {
      if error.call == "stat", error.code.isMissing { return true }
      throw StoreError(error)
    }
  }

  private init(file: consuming OwnedDescriptor) { descriptor = file }

  /// Adds a number to the lock, which ``number(in:_:)`` returns in other processes. Needs no disk
  /// space and ends with the lock.
  func setNumber(_ number: Int32, _ path: String) throws(StoreError) {
    // The byte with this offset is locked. It need not exist.
    guard try takeByte(Int(number), path) else { throw StoreError(code: Errno.wouldBlock.rawValue, call: "fcntl", path: path) }
  }

  /// - Returns: `false` if the byte is locked by another open file description.
  private func takeByte(_ offset: Int, _ path: String) throws(StoreError) -> Bool {
    try translatingSystemErrors { () throws(SystemError) in try file.lockByte(at: offset, path: Path(path)) }
  }

  /// Whether the lock on an open file is held.
  static func isHeld(_ file: FileDescriptor, _ path: String) throws(StoreError) -> Bool { try firstLocked(0, length: 1, file, path) != nil }

  /// The number that the holder of the lock on an open file has set; `nil` if it has set none or
  /// the lock is free.
  static func number(in file: FileDescriptor, _ path: String) throws(StoreError) -> Int32? {
    try firstLocked(1, length: 0, file, path).flatMap { Int32(exactly: $0) }
  }

  /// The first locked byte of a range.
  ///
  /// - Parameter length: 0 for a range without an end.
  private static func firstLocked(_ offset: Int, length: Int, _ file: FileDescriptor, _ path: String) throws(StoreError) -> Int? {
    try translatingSystemErrors { () throws(SystemError) in
      try file.firstLockedByte(from: offset, length: length, path: Path(path))
    }
  }
}
