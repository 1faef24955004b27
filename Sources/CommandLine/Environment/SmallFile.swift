// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
package import SystemPlatform

/// A file that is read and written as a whole: configuration, saved searches, property lists.
package enum SmallFile {
  /// - Throws: `FileError` with `ENOENT` if the file does not exist, ``FileError/Reason/notRegular`` if it
  ///   is a FIFO or a device.
  package static func read(_ path: [UInt8]) throws(FileError) -> [UInt8] {
    let bytes = try beginning(of: path, limit: maximumLength + 1)
    guard bytes.count <= maximumLength else { throw FileError(path: path, reason: .oversized) }
    return bytes
  }

  private static let maximumLength = 64 << 20

  /// Reads the first bytes of a file.
  ///
  /// - Parameter limit: Maximum number of bytes.
  /// - Throws: As ``read(_:)``.
  package static func beginning(of path: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
    do throws(SystemError) {
      let file = try ReadableFile(Path(path))
      // Reading a folder fails with a better reason.
      if file.kind != .other { return try file.contents(limit: limit) }
    } catch {
      let isDangling = error.code == .noSuchFileOrDirectory && linkTarget(of: path) != nil
      throw FileError(path: path, reason: isDangling ? .danglingLink : .system(error.code))
    }
    throw FileError(path: path, reason: .notRegular)
  }

  /// Replaces a file atomically. What was written survives a power failure; see `DurableFile`.
  ///
  /// A symbolic link stays, and the file that it leads to is replaced; one that leads to nothing is an
  /// error. An existing file keeps its owner and permissions, and stays as it is if it is read-only.
  /// Missing parent folders are created; only the user can access these and new files.
  package static func write(_ bytes: [UInt8], to path: [UInt8]) throws(FileError) {
    let path = AbsolutePath.follow(absolute: path)
    // What is still a link leads to nothing, or in a circle.
    if linkTarget(of: path) != nil { throw FileError(path: path, reason: .danglingLink) }
    if let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 { try makeFolder(Array(path[..<slash])) }
    let old = FileFacts(at: Path(path))
    guard old?.isRegular != false else { throw FileError(path: path, reason: .notRegular) }
    if let old, let obstacle = obstacle(path, old) { throw FileError(path: path, reason: obstacle) }
    let access = old.map { DurableFile.Access(mode: $0.permissions, user: $0.owner, group: $0.group) }
    try translatingSystemErrors { () throws(SystemError) in
      let path = Path(path)
      try DurableFile.replace(path, with: bytes, through: path.appending(suffix: ".\(ProcessFacts.id).new"), for: access)
      try DurableFile.synchronizeEntries(leadingTo: path)
    }
  }

  private static func translatingSystemErrors<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(FileError) -> Result {
    do throws(SystemError) { return try body() } catch { throw FileError(path: error.path?.bytes ?? [], reason: .system(error.code)) }
  }

  /// Why a file must not be replaced; `nil` if it may be.
  ///
  /// rename(2) asks only for permission to write to the folder, but whoever makes a file read-only
  /// wants to keep it. Every file is writable for root, so the mode decides there. faccessat(2)
  private static func obstacle(_ path: [UInt8], _ facts: FileFacts) -> FileError.Reason? {
    let isOwn = facts.owner == ProcessFacts.effectiveUser
    if isOwn, facts.permissions & 0o222 == 0 { return .readOnly }
    guard let error = Path(path).effectiveAccessError(for: .write) else { return nil }
    return error == .permissionDenied && isOwn ? .readOnly : .system(error)
  }

  /// Calls `body`, which reads a file and replaces it, while no other process is in such a call for
  /// a file of the same folder. Creates the folder if it is missing. flock(2).
  package static func whileLocking(_ path: [UInt8], _ body: () throws -> Void) throws {
    let path = AbsolutePath.follow(absolute: path)
    let folder = Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) + [UInt8(ascii: "/")]
    try makeFolder(Array(folder.dropLast()))
    let lock = try translatingSystemErrors { () throws(SystemError) in
      let lock = try OwnedDescriptor(opening: Path(folder), .directory)
      try lock.file.lock(path: Path(folder))
      return lock
    }
    defer { withExtendedLifetime(lock) {} }
    try body()
  }

  /// Why the entries of a folder cannot be listed; `nil` if they can.
  package static func listingError(_ folder: [UInt8]) -> FileError? {
    Path(folder).accessError(for: [.read, .execute]).map { FileError(path: folder, reason: .system($0)) }
  }

  /// Writes to what a user named for output, as a shell's redirection does: an existing file keeps
  /// its permissions, links are followed, FIFOs and devices are written to, and folders must exist.
  /// If there is no room, an existing file keeps its content, and a new one is removed.
  ///
  /// - Throws: ``FileError/Reason/noReader`` if the path is a FIFO that no process reads.
  static func output(_ bytes: [UInt8], to path: [UInt8]) throws(FileError) {
    let isNew = !Path(path).exists
    let file: OwnedDescriptor
    do throws(SystemError) {
      // Opening a FIFO must not wait for a reader. fifo(7)
      file = try OwnedDescriptor(opening: Path(path), [.write, .create, .nonBlocking], permissions: 0o666)
    } catch {
      let isFIFO = FileFacts(at: Path(path))?.kind == .fifo
      throw FileError(path: path, reason: error.code == .noSuchDeviceOrAddress && isFIFO ? .noReader : .system(error.code))
    }
    do throws(SystemError) {
      try write(bytes, to: file, path, isNew: isNew)
    } catch {
      // A new file can be at the end of a symbolic link.
      if isNew { Path(AbsolutePath.follow(absolute: path)).removeIfPossible() }
      throw FileError(path: path, reason: .system(error.code))
    }
  }

  private static func write(_ bytes: [UInt8], to file: consuming OwnedDescriptor, _ path: [UInt8], isNew: Bool) throws(SystemError) {
    // A reader that is slower than this process must get everything.
    try file.file.setBlocking(true)
    try reserve(bytes.count, for: file.file)
    try file.write(bytes)
    // Fails for what is no regular file, and has no length.
    if file.file.setByteCountIfPossible(bytes.count) == nil {
      try DurableFile.synchronize(file.rawValue, Path(path))
      if isNew { try DurableFile.synchronizeEntry(Path(AbsolutePath.follow(absolute: path))) }
    }
    try file.close()
  }

  /// Allocates room for the new content of a regular file without changing the old one.
  private static func reserve(_ length: Int, for file: FileDescriptor) throws(SystemError) {
    guard let facts = FileFacts(at: file), facts.isRegular, length > facts.byteCount else { return }
    do throws(SystemError) {
      try file.reserve(byteCount: length)
    } catch {
      file.setByteCountIfPossible(facts.byteCount)
      throw error
    }
  }

  /// Whether two absolute paths without symbolic links lead to one file, which may have several
  /// names.
  static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    guard let first = FileFacts(at: Path(one)), let second = FileFacts(at: Path(other)) else { return false }
    return first.identity == second.identity
  }

  /// The first bytes of a file, at most `count`; `nil` if there is no regular file at the path.
  static func start(of path: [UInt8], count: Int) throws(FileError) -> [UInt8]? {
    // Opening and closing a FIFO would disturb the processes at its ends.
    guard FileFacts(at: Path(path))?.isRegular == true else { return nil }
    return try translatingSystemErrors { () throws(SystemError) in try ReadableFile.contents(of: Path(path), limit: count) }
  }

  /// Removes a file.
  package static func remove(_ path: [UInt8]) throws(FileError) {
    try translatingSystemErrors { () throws(SystemError) in try DurableFile.remove(Path(path)) }
  }

  /// The names of a directory's entries, sorted by their bytes; empty if the directory does not
  /// exist.
  package static func names(in directory: [UInt8]) throws(FileError) -> [[UInt8]] {
    do throws(SystemError) {
      return try Directory.names(in: Path(directory)).sorted().map(\.bytes)
    } catch {
      if error.code == .noSuchFileOrDirectory { return [] }
      throw FileError(path: directory, reason: .system(error.code))
    }
  }

  /// Creates a folder and its missing parent folders, accessible only to the user.
  package static func makeFolder(_ path: [UInt8]) throws(FileError) {
    try translatingSystemErrors { () throws(SystemError) in try Path(path).createFoldersIfMissing() }
  }

  /// The kind of file at a path, without following a symbolic link; `nil` if there is none.
  package static func kind(at path: [UInt8]) throws(FileError) -> Kind? {
    do throws(SystemError) {
      return switch try FileFacts(of: Path(path), followsLink: false).kind {
      case .directory: .folder
      case .regular: .file
      default: .other
      }
    } catch {
      if error.code.isMissing { return nil }
      throw FileError(path: path, reason: .system(error.code))
    }
  }

  /// What a symbolic link leads to, as the link names it; `nil` if there is no link at the path.
  package static func linkTarget(of path: [UInt8]) -> [UInt8]? {
    do throws(SystemError) { return try Path(path).linkTarget().bytes } catch { return nil }
  }

  package enum Kind: Sendable { case file, folder, other }
}

/// A file could not be read or written.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: [UInt8]
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    case system(Errno)
    /// The file is a FIFO, a socket, a device or a folder.
    case notRegular
    /// The file is read-only, so it is not replaced.
    case readOnly
    /// The path is a symbolic link to a file that does not exist.
    case danglingLink
    /// The path is a FIFO that no process has open for reading.
    case noReader
    /// The file has more than 64 MiB.
    case oversized
  }

  package var isMissing: Bool { if case .system(let code) = reason { code.isMissing } else { false } }

  package var description: String {
    let reason =
      switch reason {
      case .notRegular: "not a regular file"
      case .danglingLink: "a symbolic link to a file that does not exist; create the file, or remove the link"
      case .readOnly: "it is read-only and was not changed; 'chmod u+w' makes it writable"
      case .noReader: "a FIFO that no process reads; start the reader first"
      case .oversized: "larger than 64 MiB"
      case .system(.fileTooLarge): "the file would exceed the file size limit; raise the limit (ulimit -f)"
      case .system(let code): code.description
      }
    return "\(PrintableText.path(path)): \(reason)"
  }
}
