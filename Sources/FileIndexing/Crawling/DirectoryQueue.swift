internal import Glibc
internal import Threading
internal import WorkerProtocol

/// Directories that wait to be read: first in, first out, in memory that does not depend on how many there are.
///
/// A level of a tree may be millions of directories wide. They are kept in pieces, a path as what differs from the one before; the pieces after
/// the first ``maximumInMemory`` are in a file without a name until it is their turn. Where that cannot be written they are in memory, too.
struct DirectoryQueue: Sendable {
  struct Directory: Equatable, Sendable {
    var path: [UInt8]
    /// The file system of the directory in which it was found.
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
  /// The bytes of the file that are in use, or were.
  private var fileLength = 0
  /// Between the one that is emptied and the one that is filled.
  private var pieces = FIFO<Piece>()
  private var (inMemory, inFile) = (0, 0)
  private var filled = PackedDirectories()
  private var emptied = PackedDirectories()

  private(set) var count = 0

  /// - Parameters:
  ///   - pieceLength: In bytes.
  ///   - makeFile: Called when there is more than is kept in memory; `nil` when there is no file to be had.
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

  /// - Throws: `SystemError` when the file cannot be read.
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

/// Directories one after the other: how much of the path before is kept, how much follows, that; device and inode.
private struct PackedDirectories {
  private(set) var bytes: [UInt8]
  /// The end of what was taken.
  private var place = 0
  /// Of the directory that was appended or taken last.
  private var path: [UInt8] = []

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// - Parameter directory: Its path is no longer than those that the kernel opens, 4096 bytes.
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
    path.replaceSubrange(kept..., with: bytes[place..<place + count])
    place += count
    return DirectoryQueue.Directory(path: path, device: take(UInt64.self), inode: take(UInt64.self))
  }

  private mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
    unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func take<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) -> Value {
    defer { place += Value.bitWidth / 8 }
    return unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: Value.self)
  }
}

/// A file that is gone with this object.
final class ScratchFile: Sendable {
  private let descriptor: OwnedDescriptor

  init(owning descriptor: Int32) { self.descriptor = OwnedDescriptor(owning: descriptor) }

  /// - Returns: `false` when not all could be written.
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

  /// - Throws: `SystemError` when there are not so many bytes, too.
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
