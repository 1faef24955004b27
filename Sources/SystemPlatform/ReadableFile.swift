// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A file that is open for reading, usually a small one that is read as a whole.
package struct ReadableFile: ~Copyable, Sendable {
  private let descriptor: OwnedDescriptor
  private let path: Path
  /// The state of the file when it was opened.
  package let kind: Kind
  /// The length of the file when it was opened, in bytes. 0 for the files in which the kernel shows its state.
  package let byteCount: Int
  /// When the content was last changed, in nanoseconds since 1970.
  package let modified: Int64
  /// The user who owns the file.
  package let owner: UInt32
  /// The file itself, whatever its names are.
  package let identity: FileFacts.Identity

  package enum Kind: Sendable { case regular, directory, other }

  /// Opens a file. Never waits for the writer of a FIFO. open(2), fstat(2)
  ///
  /// - Parameter followsLink: Whether a symbolic link at the end of the path is followed; otherwise it is an error.
  package init(_ path: Path, followsLink: Bool = true) throws(SystemError) {
    let descriptor = try OwnedDescriptor(opening: path, followsLink ? .nonBlocking : [.nonBlocking, .noFollow])
    let facts = try FileFacts(of: descriptor.file, path: path)
    switch facts.kind {
    case .regular: kind = .regular
    case .directory: kind = .directory
    case .symbolicLink, .fifo, .other: kind = .other
    }
    (byteCount, owner, identity) = (facts.byteCount, facts.owner, facts.identity)
    modified = facts.modified.sinceEpoch
    self.descriptor = descriptor
    self.path = path
  }

  /// The path at which the open file is now, without symbolic links; `nil` without the file system of processes. proc_pid_fd(5)
  package borrowing func currentPath() -> [UInt8]? {
    do throws(SystemError) { return try Path("/proc/self/fd/\(descriptor.rawValue)").linkTarget().bytes } catch { return nil }
  }

  /// Reads the bytes from the start of the file, at most `limit` of them.
  ///
  /// Of a file that grows meanwhile, those that it had when it was opened.
  package consuming func contents(limit: Int) throws(SystemError) -> [UInt8] {
    if byteCount > 0 { return try read(min(byteCount, limit)) }
    // A file without a length ends where nothing more comes.
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(Self.pieceByteCount, limit - bytes.count)
      let piece = try read(wanted)
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if piece.count < wanted { break }
    }
    return bytes
  }

  /// Most files of the kernel are shorter.
  private static let pieceByteCount = 1 << 14

  /// Reads bytes anywhere in the file; fewer than `count` only at its end. pread(2)
  package borrowing func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] { try read(count, from: offset) }

  /// Whether two files hold the same bytes.
  ///
  /// - Complexity: O(bytes until the first that differs)
  package borrowing func hasContents(of other: borrowing ReadableFile) throws(SystemError) -> Bool {
    guard byteCount == other.byteCount else { return false }
    var offset = 0
    while true {
      let piece = try bytes(at: offset, count: Self.comparedByteCount)
      // One of them may have grown or shrunk since it was opened.
      guard try piece == other.bytes(at: offset, count: Self.comparedByteCount) else { return false }
      if piece.count < Self.comparedByteCount { return true }
      offset += piece.count
    }
  }

  private static let comparedByteCount = 1 << 17

  /// Reads bytes; fewer than `count` only at the end of the file. read(2), pread(2)
  ///
  /// - Parameter offset: Where they begin; `nil` for the next ones.
  private borrowing func read(_ count: Int, from offset: Int? = nil) throws(SystemError) -> [UInt8] {
    var error: SystemError?
    let number = descriptor.rawValue
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let (rest, length) = unsafe (buffer.baseAddress.map { unsafe $0 + done }, count - done)
        let step = retryingInterrupted {
          unsafe offset.map { unsafe pread(number, rest, length, off_t($0 + done)) } ?? Glibc.read(number, rest, length)
        }
        if step < 0 { error = .current("read") }
        guard step > 0 else { return }
        done += step
      }
    }
    if let error { throw SystemError(code: error.code, call: error.call, path: path) }
    return bytes
  }
}

extension ReadableFile {
  /// Reads the bytes from the start of the file at a path, at most `limit` of them.
  package static func contents(of path: Path, limit: Int) throws(SystemError) -> [UInt8] {
    try ReadableFile(path).contents(limit: limit)
  }

  /// The text of a file in which the kernel shows its state, in `/proc` and `/sys`; `nil` if it cannot be read. Bytes that are
  /// not UTF-8, as in the names of processes, become replacement characters.
  package static func kernelText(_ path: String) -> String? {
    (try? contents(of: Path(path), limit: .max)).map { String(decoding: $0, as: UTF8.self) }
  }
}
