internal import Glibc
internal import Threading
internal import WorkerProtocol

/// A first-in, first-out queue of directories that wait to be read. Its memory does not depend on
/// the number of directories.
///
/// One level of a tree may hold millions of directories. The queue stores them in pieces, with each
/// path compressed against the one before. The first ``maximumInMemory`` pieces stay in memory;
/// further pieces go to a scratch file until their turn comes. Pieces that cannot be written to the
/// file stay in memory too.
struct DirectoryQueue: Sendable {
  struct Directory: Equatable, Sendable {
    var path: [UInt8]
    /// Device number of the directory in which this one was found.
    var device: UInt64
    var inode: UInt64
  }

  private enum Piece: Sendable {
    case inMemory([UInt8])
    case inFile(offset: Int, count: Int)
  }

  private let pieceLength: Int
  private let maximumInMemory: Int
  private let makeFile: @Sendable () -> ScratchFile?
  private var file: ScratchFile?
  /// The offset at which the next piece is written. It returns to 0 when no piece is left in the
  /// file.
  private var fileLength = 0
  /// Full pieces, between ``emptied``, from which directories are taken, and ``filled``, to which
  /// they are appended.
  private var pieces = FIFO<Piece>()
  private var (inMemory, inFile) = (0, 0)
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
    self.maximumInMemory = maximumInMemory
    self.makeFile = makeFile
  }

  mutating func append(_ directory: Directory) {
    count += 1
    filled.append(directory)
    guard filled.bytes.count >= pieceLength else { return }
    let piece = put(filled.bytes)
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

  private mutating func put(_ bytes: [UInt8]) -> Piece {
    if inMemory >= maximumInMemory {
      if file == nil { file = makeFile() }
      if let file, file.write(bytes, at: fileLength) {
        defer { fileLength += bytes.count }
        inFile += 1
        return .inFile(offset: fileLength, count: bytes.count)
      }
    }
    inMemory += 1
    return .inMemory(bytes)
  }

  private mutating func nextPiece() throws(SystemError) -> [UInt8] {
    switch pieces.popFirst() {
    case nil:
      defer { filled = PackedDirectories() }
      return filled.bytes
    case .inMemory(let bytes):
      inMemory -= 1
      return bytes
    case .inFile(let offset, let count):
      guard let file else { preconditionFailure("what is in a file has one") }
      let bytes = try file.read(count, at: offset)
      inFile -= 1
      if inFile == 0 { fileLength = 0 }
      return bytes
    }
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

/// An open file without a name. The file system frees it when this object is released.
final class ScratchFile: Sendable {
  private let descriptor: OwnedDescriptor

  init(owning descriptor: Int32) { self.descriptor = OwnedDescriptor(owning: descriptor) }

  /// - Returns: `false` if not all bytes could be written.
  func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let count = unsafe pwrite(descriptor.rawValue, piece.baseAddress, piece.count, offset + rest.startIndex)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        unsafe rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// - Throws: `SystemError` if reading fails, or with `EIO` if the file is too short.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let step = unsafe pread(descriptor.rawValue, buffer.baseAddress.map { unsafe $0 + done }, count - done, offset + done)
        if step < 0, errno == EINTR { continue }
        guard step > 0 else {
          failure = SystemError(code: step < 0 ? errno : EIO, call: "pread")
          return
        }
        done += step
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
