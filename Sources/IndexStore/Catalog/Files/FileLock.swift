// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An exclusive lock on a file that exists for this purpose. The kernel releases it when the
/// process dies.
@safe
struct FileLock: ~Copyable, Sendable {
  let file: Int32

  // The lock belongs to the open file description. A traditional lock belongs to the process and is
  // lost when the process closes any descriptor of the file.
  /// `F_OFD_GETLK`, which Glibc's headers define only for programs that request it.
  private static let getLock: Int32 = 36
  /// `F_OFD_SETLK`.
  private static let setLock: Int32 = 37

  /// Takes the lock, and creates the file if it is missing.
  ///
  /// - Returns: `nil` if the lock is held by another process, or by another part of this one.
  static func take(_ path: String) throws(StoreError) -> FileLock? { try take(path, O_CREAT) }

  /// Takes the lock of an existing file.
  ///
  /// - Returns: `nil` if there is no such file, or the lock is held.
  static func takeExisting(_ path: String) throws(StoreError) -> FileLock? { try take(path, 0) }

  private static func take(_ path: String, _ flags: Int32) throws(StoreError) -> FileLock? {
    while true {
      let file: Int32
      do throws(StoreError) {
        file = try flags == 0 ? openFile(path, O_RDWR) : openOrReplaceFile(path, O_RDWR | flags)
      } catch {
        switch error {
        case .system(_, _, ENOENT) where flags == 0, .corrupted where flags == 0: return nil
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
    var (own, present) = (stat(), stat())
    guard unsafe fstat(file, &own) == 0 else { throw StoreError(code: errno, call: "fstat", path: path) }
    guard unsafe stat(path, &present) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return true }
      throw StoreError(code: errno, call: "stat", path: path)
    }
    return own.st_ino != present.st_ino || own.st_dev != present.st_dev
  }

  private init(file: Int32) { self.file = file }

  deinit { close(file) }

  /// Adds a number to the lock, which ``number(in:_:)`` returns in other processes. Needs no disk
  /// space and ends with the lock.
  func setNumber(_ number: Int32, _ path: String) throws(StoreError) {
    // The byte with this offset is locked. It need not exist.
    guard try takeByte(off_t(number), path) else { throw StoreError(code: EAGAIN, call: "fcntl", path: path) }
  }

  /// - Returns: `false` if the byte is locked by another open file description.
  private func takeByte(_ offset: off_t, _ path: String) throws(StoreError) -> Bool {
    var request = Self.request(offset, length: 1)
    if unsafe fcntl(file, Self.setLock, &request) == 0 { return true }
    guard errno == EAGAIN || errno == EACCES else { throw StoreError(code: errno, call: "fcntl", path: path) }
    return false
  }

  /// Whether the lock on an open file is held.
  static func isHeld(_ file: Int32, _ path: String) throws(StoreError) -> Bool { try firstLocked(0, length: 1, file, path) != nil }

  /// The number that the holder of the lock on an open file has set; `nil` if it has set none or
  /// the lock is free.
  static func number(in file: Int32, _ path: String) throws(StoreError) -> Int32? {
    try firstLocked(1, length: 0, file, path).flatMap { Int32(exactly: $0) }
  }

  /// The first locked byte of a range.
  ///
  /// - Parameter length: 0 for a range without an end.
  private static func firstLocked(_ offset: off_t, length: off_t, _ file: Int32, _ path: String) throws(StoreError) -> off_t? {
    var request = request(offset, length: length)
    guard unsafe fcntl(file, getLock, &request) == 0 else { throw StoreError(code: errno, call: "fcntl", path: path) }
    return request.l_type == Int16(F_UNLCK) ? nil : request.l_start
  }

  private static func request(_ offset: off_t, length: off_t) -> flock {
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    request.l_start = offset
    request.l_len = length
    return request
  }
}
