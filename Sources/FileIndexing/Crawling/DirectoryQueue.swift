// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform
internal import Threading

/// A first-in, first-out queue of directories that wait to be read. Its memory does not depend on
/// the number of directories.
///
/// One level of a tree may hold millions of directories. The queue stores them in pieces, with each
/// path compressed against the one before, in ``ScratchPieces``.
struct DirectoryQueue: Sendable {
  struct Directory: Equatable, Sendable {
    var path: [UInt8]
    /// Device number of the directory in which this one was found.
    var device: UInt64
    var inode: UInt64
  }

  private let pieceLength: Int
  /// Full pieces, between ``emptied``, from which directories are taken, and ``filled``, to which
  /// they are appended.
  private var pieces = FIFO<ScratchPieces.Piece>()
  private var scratch: ScratchPieces
  private var filled = PackedDirectories()
  private var emptied = PackedDirectories()

  private(set) var count = 0

  /// - Parameters:
  ///   - pieceLength: In bytes.
  ///   - maximumInMemory: Number of pieces.
  ///   - makeFile: Called when a piece does not fit in memory; returns `nil` if no file can be
  ///     created.
  init(pieceLength: Int = 64 << 10, maximumInMemory: Int = 32, makeFile: @escaping @Sendable () -> ScratchFile?) {
    self.pieceLength = pieceLength
    scratch = ScratchPieces(maximumInMemory: maximumInMemory, makeFile: makeFile)
  }

  mutating func append(_ directory: Directory) {
    count += 1
    filled.append(directory)
    guard filled.bytes.count >= pieceLength else { return }
    let piece = scratch.store(filled.bytes)
    pieces.append(piece)
    filled = PackedDirectories()
  }

  /// The oldest directory, or `nil` if the queue is empty.
  ///
  /// - Throws: `SystemError` if the scratch file cannot be read.
  mutating func popFirst() throws(SystemError) -> Directory? {
    guard count > 0 else { return nil }
    if emptied.isAtEnd { emptied = PackedDirectories(try nextPiece()) }
    count -= 1
    return emptied.next()
  }

  private mutating func nextPiece() throws(SystemError) -> [UInt8] {
    if let piece = pieces.popFirst() { return try scratch.take(piece) }
    defer { filled = PackedDirectories() }
    return filled.bytes
  }
}

/// A sequence of encoded directories. Each consists of the number of leading bytes shared with the
/// previous path, the number of other bytes, these bytes, the device number and the inode number.
private struct PackedDirectories {
  private(set) var bytes: [UInt8]
  /// The offset of the next directory to take.
  private var offset = 0
  /// The path of the directory that was appended or taken last.
  private var path: [UInt8] = []

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// - Parameter directory: Its path must be shorter than 64 KiB. The kernel opens no path of more
  ///   than 4096 bytes.
  mutating func append(_ directory: DirectoryQueue.Directory) {
    var kept = 0
    while kept < path.count, kept < directory.path.count, path[kept] == directory.path[kept] { kept += 1 }
    append(UInt16(kept))
    append(UInt16(directory.path.count - kept))
    bytes += directory.path[kept...]
    append(directory.device)
    append(directory.inode)
    path = directory.path
  }

  mutating func next() -> DirectoryQueue.Directory {
    let kept = Int(take(UInt16.self))
    let count = Int(take(UInt16.self))
    path.replaceSubrange(kept..., with: bytes[offset..<offset + count])
    offset += count
    return DirectoryQueue.Directory(path: path, device: take(UInt64.self), inode: take(UInt64.self))
  }

  private mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
    unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func take<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) -> Value {
    defer { offset += Value.bitWidth / 8 }
    return unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self)
  }
}
