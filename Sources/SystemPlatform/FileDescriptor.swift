// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An open file, socket or queue that somebody else owns and closes: an ``OwnedDescriptor``, or who started the process.
package struct FileDescriptor: Hashable, Sendable {
  package let rawValue: Int32

  package init(_ rawValue: Int32) { self.rawValue = rawValue }

  package static let standardOutput = FileDescriptor(STDOUT_FILENO)
  package static let standardError = FileDescriptor(STDERR_FILENO)
  /// The working folder as the beginning of relative paths. `AT_FDCWD`
  package static let workingFolder = FileDescriptor(AT_FDCWD)

  /// Closes the descriptor, which came from elsewhere and is used no more. close(2)
  package func close() { _ = Glibc.close(rawValue) }

  /// Ends the sharing with programs that this process starts. fcntl(2), `FD_CLOEXEC`
  package func closeOnExec() { _ = fcntl(rawValue, F_SETFD, FD_CLOEXEC) }

  /// Sets whether calls wait for what is not ready yet. fcntl(2), `O_NONBLOCK`
  package func setBlocking(_ isBlocking: Bool) throws(SystemError) {
    let flags = fcntl(rawValue, F_GETFL)
    guard flags >= 0, fcntl(rawValue, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) == 0 else {
      throw .current("fcntl")
    }
  }

  /// Whether it was opened for writing and not for reading. fcntl(2), `O_ACCMODE`
  package func isOnlyWritable() throws(SystemError) -> Bool {
    let flags = fcntl(rawValue, F_GETFL)
    guard flags >= 0 else { throw .current("fcntl") }
    return flags & O_ACCMODE == O_WRONLY
  }

  /// Makes this descriptor mean what another one means, and closes what it meant before. dup2(2)
  ///
  /// Programs that this process starts share it.
  package func replace(with other: FileDescriptor) { _ = retryingInterrupted { dup2(other.rawValue, rawValue) } }

  /// Another descriptor of the same file, which programs that this process starts do not inherit. Nobody owns it. fcntl(2),
  /// `F_DUPFD_CLOEXEC`
  ///
  /// - Parameter minimum: The smallest number it may have.
  /// - Returns: A negative one if there is none left.
  package func copy(from minimum: Int32) -> FileDescriptor { FileDescriptor(fcntl(rawValue, F_DUPFD_CLOEXEC, minimum)) }

  // MARK: Content

  /// Reads what is there, at most as much as fits. read(2)
  ///
  /// - Returns: The number of bytes: 0 at the end of a file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = retryingInterrupted { unsafe Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
    guard count >= 0 else { throw .current("read") }
    return count
  }

  /// Reads what is there, at most `limit` bytes. read(2)
  ///
  /// - Returns: No bytes at the end of a file.
  package func read(limit: Int) throws(SystemError) -> [UInt8] {
    try unsafe Self.bytes(limit) { buffer throws(SystemError) in try unsafe read(into: buffer) }
  }

  static func bytes(
    _ limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(SystemError) { count = try unsafe body(UnsafeMutableRawBufferPointer(buffer)) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes. write(2)
  ///
  /// - Parameter path: That of the file, for errors.
  package func write(_ bytes: UnsafeRawBufferPointer, path: Path? = nil) throws(SystemError) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      do throws(SystemError) {
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[try writeSome(rest)...])
      } catch {
        throw SystemError(code: error.code, call: error.call, path: path)
      }
    }
  }

  /// Writes as many bytes as there is room for. write(2)
  ///
  /// - Returns: Their number.
  package func writeSome(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let count = retryingInterrupted { unsafe Glibc.write(rawValue, bytes.baseAddress, bytes.count) }
    guard count >= 0 else { throw .current("write") }
    return count
  }

  /// Reads bytes anywhere in a file until the buffer is full. pread(2)
  ///
  /// - Returns: The number of bytes, fewer than fit only at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = retryingInterrupted {
        unsafe pread(rawValue, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done, off_t(offset + done))
      }
      guard count >= 0 else { throw .current("pread") }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  /// Reads bytes anywhere in a file: `limit` of them, and fewer only at its end. pread(2)
  package func read(limit: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try unsafe Self.bytes(limit) { buffer throws(SystemError) in try unsafe read(into: buffer, at: offset) }
  }

  /// Writes bytes anywhere in a file. pwrite(2)
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = retryingInterrupted {
        unsafe pwrite(rawValue, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done, off_t(offset + done))
      }
      // The kernel writes something or says why not.
      guard count > 0 else { throw count < 0 ? .current("write") : SystemError(code: .noSpace, call: "write") }
      done += count
    }
  }

  /// Writes bytes anywhere in a file. pwrite(2)
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try unsafe bytes.span.withUnsafeBytes { bytes throws(SystemError) in try unsafe write(bytes, at: offset) }
  }

  /// Moves to an offset from which the next reading goes on. lseek(2)
  ///
  /// - Returns: Whether that is possible.
  @discardableResult
  package func seek(to offset: Int) -> Bool { lseek(rawValue, off_t(offset), SEEK_SET) >= 0 }

  /// What offsets of seeking are relative to, for libraries that call back. `SEEK_SET`
  package static var fromStart: Int32 { SEEK_SET }

  /// As ``fromStart``. `SEEK_CUR`
  package static var fromHere: Int32 { SEEK_CUR }

  /// The offset of the next reading; `nil` for what has no offsets, such as a pipe. lseek(2)
  package var position: Int? {
    let offset = lseek(rawValue, 0, SEEK_CUR)
    return offset < 0 ? nil : Int(offset)
  }

  /// The offset of the next bytes of a file with holes, from an offset on. lseek(2), `SEEK_DATA`
  ///
  /// - Throws: `Errno.noSuchDeviceOrAddress` if the rest is a hole; other errors if the file system does not tell.
  package func nextData(from offset: Int) throws(SystemError) -> Int {
    // SEEK_DATA, which Glibc declares only with its GNU extensions.
    let seekData: CInt = 3
    guard let position else { throw .current("lseek") }
    defer { seek(to: position) }
    let found = lseek(rawValue, off_t(offset), seekData)
    guard found >= 0 else { throw .current("lseek") }
    return Int(found)
  }

  /// Makes a file longer or shorter. ftruncate(2)
  package func setByteCount(_ count: Int) throws(SystemError) {
    if let code = setByteCountIfPossible(count) { throw SystemError(code: code, call: "ftruncate") }
  }

  /// Makes a file longer or shorter if it has a length. ftruncate(2)
  ///
  /// - Returns: The error that was in the way; `nil` if there was none.
  @discardableResult
  package func setByteCountIfPossible(_ count: Int) -> Errno? {
    retryingInterrupted { ftruncate(rawValue, off_t(count)) } == 0 ? nil : .current
  }

  /// Allocates room on the disk for the first bytes of a file, and makes it that long if it is shorter. posix_fallocate(3)
  package func reserve(byteCount: Int) throws(SystemError) {
    let code = posix_fallocate(rawValue, 0, off_t(byteCount))
    guard code == 0 else { throw SystemError(code: Errno(code), call: "posix_fallocate") }
  }

  /// Flushes a file or folder to the disk. Unlike ``DurableFile/synchronize(_:_:)``, it is an error if the file system cannot. fsync(2)
  package func synchronize(path: Path? = nil) throws(SystemError) {
    guard fsync(rawValue) == 0 else { throw .current("fsync", path: path) }
  }

  /// Waits for the lock on the file or folder as a whole, which other processes respect if they ask for it, too. It ends when the
  /// descriptor is closed. flock(2)
  package func lock(path: Path? = nil) throws(SystemError) {
    guard retryingInterrupted({ flock(rawValue, LOCK_EX) }) == 0 else { throw .current("flock", path: path) }
  }

  /// Takes the number that an event has counted, and makes it unreadable. eventfd(2)
  ///
  /// - Returns: 0 if nothing was counted.
  @discardableResult
  package func takeEvents() -> UInt64 {
    var count: UInt64 = 0
    let length = unsafe Glibc.read(rawValue, &count, MemoryLayout<UInt64>.size)
    return length == MemoryLayout<UInt64>.size ? count : 0
  }

  /// Counts one event. eventfd(2)
  package func addEvent() {
    var one: UInt64 = 1
    _ = unsafe Glibc.write(rawValue, &one, MemoryLayout<UInt64>.size)
  }

  /// Reads and forgets everything that is there, of a queue, timer or pipe that is never waited for. read(2)
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  package func discardInput() -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      var hasRead = false
      while unsafe Glibc.read(rawValue, buffer.baseAddress, buffer.count) > 0 { hasRead = true }
      return hasRead
    }
  }
}

extension OwnedDescriptor {
  /// The descriptor for calls, during the life of its owner, which must be in a variable or property: a temporary value closes the file
  /// before the call.
  package var file: FileDescriptor { FileDescriptor(rawValue) }

  /// Closes the file, and reports the error of a write that the kernel had put off. close(2)
  package consuming func close(path: Path? = nil) throws(SystemError) {
    guard Glibc.close(take()) == 0 else { throw .current("close", path: path) }
  }
}
