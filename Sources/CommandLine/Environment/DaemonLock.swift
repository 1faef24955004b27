internal import Glibc

/// A lock that the user's daemon holds while it runs. The kernel releases it when the process dies.
@safe
package struct DaemonLock: ~Copyable {
  private let file: Int32

  /// The process that holds the lock.
  package struct Holder: Hashable, Sendable {
    package let process: Int32
    /// The index that the daemon maintains.
    package let store: String
  }

  private static func path(_ environment: ToolEnvironment) throws(EnvironmentError) -> [UInt8] {
    Array((try environment.runtimeFolder() + "/mds.lock").utf8)
  }

  /// Takes the lock and records the process that holds it.
  ///
  /// - Returns: `nil` if another process holds it.
  package static func take(_ environment: ToolEnvironment, store: String) throws -> DaemonLock? {
    let path = try path(environment)
    if let slash = path.lastIndex(of: UInt8(ascii: "/")) { try SmallFile.makeFolder(Array(path[..<slash])) }
    let file = unsafe open(SmallFile.cPath(path), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileError(path: path, code: errno) }
    guard Self.lock(file) else {
      let code = errno
      close(file)
      guard code == EWOULDBLOCK else { throw FileError(path: path, code: code) }
      return nil
    }
    let word = "\(getpid())\n\(store)\n"
    guard ftruncate(file, 0) == 0, unsafe pwrite(file, word, word.utf8.count, 0) == word.utf8.count else {
      let code = errno
      close(file)
      throw FileError(path: path, code: code)
    }
    return DaemonLock(file: file)
  }

  /// Retries for a moment, because ``holder(_:)`` in another process holds the lock briefly while
  /// it checks it.
  private static func lock(_ file: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK else { return false }
      poll(nil, 0, 5)
    }
    errno = EWOULDBLOCK
    return false
  }

  private init(file: Int32) { self.file = file }

  deinit { close(file) }

  /// The running daemon; `nil` if there is none.
  package static func holder(_ environment: ToolEnvironment) throws -> Holder? {
    let path = try path(environment)
    // A process writes its number shortly after it takes the lock.
    for _ in 0..<100 {
      let file = unsafe open(SmallFile.cPath(path), O_RDONLY | O_CLOEXEC)
      guard file >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileError(path: path, code: errno)
      }
      defer { close(file) }
      if flock(file, LOCK_SH | LOCK_NB) == 0 { return nil }
      if let holder = Holder(try SmallFile.read(path)) { return holder }
      poll(nil, 0, 10)
    }
    return nil
  }
}

extension DaemonLock.Holder {
  fileprivate init?(_ word: [UInt8]) {
    let lines = word.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    // A final newline shows that the content is complete.
    guard lines.count >= 3, let process = Int32(lines[0]), process > 1 else { return nil }
    self.init(process: process, store: lines[1])
  }
}
