// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import IndexStore
internal import LogMessages

/// A file that is read and written as a whole: configuration, saved searches, property lists.
package enum SmallFile {
  /// - Throws: `FileError` with `ENOENT` if the file does not exist, ``FileError/notRegular`` if it
  ///   is a FIFO or a device.
  package static func read(_ path: [UInt8]) throws(FileError) -> [UInt8] {
    let bytes = try beginning(of: path, limit: maximumLength + 1)
    guard bytes.count <= maximumLength else { throw FileError(path: path, code: FileError.oversized) }
    return bytes
  }

  private static let maximumLength = 64 << 20

  /// Reads the first bytes of a file.
  ///
  /// - Parameter limit: Maximum number of bytes.
  /// - Throws: As ``read(_:)``.
  package static func beginning(of path: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
    // Opening a FIFO must not wait for a writer.
    let file = unsafe open(cPath(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let code = errno
      throw FileError(path: path, code: code == ENOENT && linkTarget(of: path) != nil ? FileError.danglingLink : code)
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileError(path: path, code: errno) }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { throw FileError(path: path, code: FileError.notRegular) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var failure: Int32 = 0
      let part = unsafe [UInt8](unsafeUninitializedCapacity: min(limit - bytes.count, 1 << 16)) { buffer, count in
        let length = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
        if length < 0 { failure = errno }
        count = max(length, 0)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw FileError(path: path, code: failure) }
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }

  /// Replaces a file atomically. What was written survives a power failure; see `DurableFile`.
  ///
  /// A symbolic link stays, and the file that it leads to is replaced; one that leads to nothing is an
  /// error. An existing file keeps its owner and permissions, and stays as it is if it is read-only.
  /// Missing parent folders are created; only the user can access these and new files.
  package static func write(_ bytes: [UInt8], to path: [UInt8]) throws(FileError) {
    let path = AbsolutePath.follow(absolute: path)
    // What is still a link leads to nothing, or in a circle.
    if linkTarget(of: path) != nil { throw FileError(path: path, code: FileError.danglingLink) }
    if let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 { try makeFolder(Array(path[..<slash])) }
    var old = stat()
    let isThere = unsafe stat(cPath(path), &old) == 0
    guard !isThere || old.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, code: FileError.notRegular) }
    if isThere, let obstacle = obstacle(path, old) { throw FileError(path: path, code: obstacle) }
    let access = DurableFile.Access(mode: old.st_mode & 0o7777, user: old.st_uid, group: old.st_gid)
    try translatingFailures { () throws(DurableFile.Failure) in
      try DurableFile.replace(path, with: bytes, through: path + Array(".\(getpid()).new".utf8), for: isThere ? access : nil)
      try DurableFile.synchronizeEntries(leadingTo: path)
    }
  }

  private static func translatingFailures(_ body: () throws(DurableFile.Failure) -> Void) throws(FileError) {
    do throws(DurableFile.Failure) { try body() } catch { throw FileError(path: error.path, code: error.code) }
  }

  /// Why a file must not be replaced, as a ``FileError/code``; `nil` if it may be.
  ///
  /// rename(2) asks only for permission to write to the folder, but whoever makes a file read-only
  /// wants to keep it. Every file is writable for root, so the mode decides there. faccessat(2)
  private static func obstacle(_ path: [UInt8], _ status: stat) -> Int32? {
    let isOwn = status.st_uid == geteuid()
    if isOwn, status.st_mode & 0o222 == 0 { return FileError.readOnly }
    guard unsafe faccessat(AT_FDCWD, cPath(path), W_OK, AT_EACCESS) != 0 else { return nil }
    return errno == EACCES && isOwn ? FileError.readOnly : errno
  }

  /// Calls `body`, which reads a file and replaces it, while no other process is in such a call for
  /// a file of the same folder. Creates the folder if it is missing. flock(2).
  package static func whileLocking(_ path: [UInt8], _ body: () throws -> Void) throws {
    let path = AbsolutePath.follow(absolute: path)
    let folder = Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) + [UInt8(ascii: "/")]
    try makeFolder(Array(folder.dropLast()))
    let descriptor = unsafe open(cPath(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: folder, code: errno) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError(path: folder, code: errno) }
    }
    try body()
  }

  /// Why the entries of a folder cannot be listed; `nil` if they can.
  package static func listingError(_ folder: [UInt8]) -> FileError? {
    unsafe access(cPath(folder), R_OK | X_OK) == 0 ? nil : FileError(path: folder, code: errno)
  }

  /// Writes to what a user named for output, as a shell's redirection does: an existing file keeps
  /// its permissions, links are followed, FIFOs and devices are written to, and folders must exist.
  /// If there is no room, an existing file keeps its content, and a new one is removed.
  ///
  /// - Throws: ``FileError/noReader`` if the path is a FIFO that no process reads.
  static func output(_ bytes: [UInt8], to path: [UInt8]) throws(FileError) {
    let isNew = unsafe access(cPath(path), F_OK) != 0
    // Opening a FIFO must not wait for a reader. fifo(7)
    let file = unsafe open(cPath(path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard file >= 0 else {
      let code = errno
      throw FileError(path: path, code: code == ENXIO && isFIFO(path) ? FileError.noReader : code)
    }
    // A reader that is slower than this process must get everything.
    var failure: Int32 = fcntl(file, F_SETFL, 0) == 0 ? 0 : errno
    if failure == 0 { failure = reserve(bytes.count, for: file) }
    if failure == 0 { failure = write(bytes, to: file) }
    // Fails for what is no regular file, and has no length.
    if failure == 0, ftruncate(file, off_t(bytes.count)) == 0 {
      failure = failureOf { () throws(DurableFile.Failure) in
        try DurableFile.synchronize(file, path)
        if isNew { try DurableFile.synchronizeEntry(AbsolutePath.follow(absolute: path)) }
      }
    }
    if close(file) != 0, failure == 0 { failure = errno }
    guard failure == 0 else {
      // A new file can be at the end of a symbolic link.
      if isNew { unsafe unlink(cPath(AbsolutePath.follow(absolute: path))) }
      throw FileError(path: path, code: failure)
    }
  }

  /// - Returns: The `errno` of a failure, or 0.
  private static func failureOf(_ body: () throws(DurableFile.Failure) -> Void) -> Int32 {
    do throws(DurableFile.Failure) { try body() } catch { return error.code }
    return 0
  }

  private static func isFIFO(_ path: [UInt8]) -> Bool {
    var status = stat()
    return unsafe stat(cPath(path), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Allocates room for the new content of a regular file without changing the old one.
  ///
  /// - Returns: The `errno` of a failure, or 0.
  private static func reserve(_ length: Int, for file: Int32) -> Int32 {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, length > status.st_size else { return 0 }
    let failure = posix_fallocate(file, 0, off_t(length))
    if failure != 0 { ftruncate(file, status.st_size) }
    return failure
  }

  /// Whether two absolute paths without symbolic links lead to one file, which may have several
  /// names.
  static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    var (first, second) = (stat(), stat())
    guard unsafe stat(cPath(one), &first) == 0, unsafe stat(cPath(other), &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The first bytes of a file, at most `count`; `nil` if there is no regular file at the path.
  static func start(of path: [UInt8], count: Int) throws(FileError) -> [UInt8]? {
    var status = stat()
    // Opening and closing a FIFO would disturb the processes at its ends.
    guard unsafe stat(cPath(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let file = unsafe open(cPath(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw FileError(path: path, code: errno) }
    defer { close(file) }
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let length = unsafe Glibc.read(file, buffer.baseAddress, count)
      if length < 0 { failure = errno }
      initialized = max(length, 0)
    }
    guard failure == 0 else { throw FileError(path: path, code: failure) }
    return bytes
  }

  /// - Returns: The `errno` of a failure, or 0.
  private static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(count, 0))
    }
    return 0
  }

  /// Removes a file.
  package static func remove(_ path: [UInt8]) throws(FileError) {
    try translatingFailures { () throws(DurableFile.Failure) in try DurableFile.remove(path) }
  }

  /// The names of a directory's entries, sorted by their bytes; empty if the directory does not
  /// exist.
  package static func names(in directory: [UInt8]) throws(FileError) -> [[UInt8]] {
    guard let stream = unsafe opendir(cPath(directory)) else {
      if errno == ENOENT { return [] }
      throw FileError(path: directory, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw FileError(path: directory, code: errno) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Creates a folder and its missing parent folders, accessible only to the user.
  package static func makeFolder(_ path: [UInt8]) throws(FileError) {
    if unsafe mkdir(cPath(path), 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { throw FileError(path: path, code: errno) }
    try makeFolder(Array(path[..<slash]))
    guard unsafe mkdir(cPath(path), 0o700) == 0 || errno == EEXIST else { throw FileError(path: path, code: errno) }
  }

  /// The kind of file at a path, without following a symbolic link; `nil` if there is none.
  package static func kind(at path: [UInt8]) throws(FileError) -> Kind? {
    var status = stat()
    guard unsafe lstat(cPath(path), &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError(path: path, code: errno)
    }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFREG: .file
    default: .other
    }
  }

  /// What a symbolic link leads to, as the link names it; `nil` if there is no link at the path.
  package static func linkTarget(of path: [UInt8]) -> [UInt8]? {
    let capacity = Int(PATH_MAX)
    var target = [CChar](repeating: 0, count: capacity)
    let length = unsafe readlink(cPath(path), &target, capacity)
    return length < 0 ? nil : target[..<length].map { UInt8(bitPattern: $0) }
  }

  package enum Kind: Sendable { case file, folder, other }

  static func cPath(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}

/// A file could not be read or written.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: [UInt8]
  /// `errno`, ``notRegular``, ``readOnly``, ``danglingLink``, ``noReader`` or ``oversized``.
  package let code: Int32

  /// The file is a FIFO, a socket, a device or a folder.
  package static let notRegular: Int32 = -1

  /// The file is read-only, so it is not replaced.
  package static let readOnly: Int32 = -2

  /// The path is a symbolic link to a file that does not exist.
  package static let danglingLink: Int32 = -3

  /// The path is a FIFO that no process has open for reading.
  package static let noReader: Int32 = -4

  /// The file has more than 64 MiB.
  package static let oversized: Int32 = -5

  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var description: String {
    let reason =
      switch code {
      case Self.notRegular: "not a regular file"
      case Self.danglingLink: "a symbolic link to a file that does not exist; create the file, or remove the link"
      case Self.readOnly: "it is read-only and was not changed; 'chmod u+w' makes it writable"
      case Self.noReader: "a FIFO that no process reads; start the reader first"
      case Self.oversized: "larger than 64 MiB"
      case EFBIG: "the file would exceed the file size limit; raise the limit (ulimit -f)"
      default: unsafe String(cString: strerror(code))
      }
    return "\(PrintableText.path(path)): \(reason)"
  }
}
