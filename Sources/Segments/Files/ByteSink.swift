// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import SystemPlatform
internal import Threading

/// Buffers bytes and writes them to a file in large pieces.
///
/// A sink created with a path opens its file immediately. A sink created with a folder is a
/// *scratch*: its bytes stay in memory until they exceed ``maximumInMemory``, then move to an
/// unnamed file, which disappears with the sink.
final class ByteSink {
  /// Bytes that are buffered before a write. A multiple of the block size, so that each flush
  /// writes whole blocks.
  private static let maximumInMemory = 64 * SegmentFormat.blockSize

  /// Bytes not yet written. Callers may append directly and then call ``flushIfFull()`` after a few
  /// kilobytes.
  var bytes: [UInt8] = []

  private let path: String
  private let isScratch: Bool
  private var file: OwnedDescriptor?

  /// Number of bytes already written to the file.
  private(set) var written = 0

  /// The checksum of each block written. Always empty for a scratch.
  private(set) var checksums: [UInt32] = []

  init(creating path: String) throws(SegmentError) {
    self.path = path
    isScratch = false
    do throws(SystemError) {
      file = try OwnedDescriptor(opening: Path(path), [.write, .create, .truncate])
    } catch {
      throw SegmentError(error, file: path)
    }
  }

  init(scratchIn folder: String) {
    path = folder
    isScratch = true
  }

  /// Number of bytes appended so far.
  var count: Int { written + bytes.count }

  func append(_ more: UnsafeRawBufferPointer) throws(SegmentError) {
    unsafe bytes.append(contentsOf: more)
    try flushIfFull()
  }

  /// Changes ``bytes`` with one check for exclusive access.
  @inline(__always)
  func update(_ change: (inout [UInt8]) -> Void) { change(&bytes) }

  @inline(__always)
  func flushIfFull() throws(SegmentError) {
    if bytes.count >= Self.maximumInMemory { try flush(bytes.count / SegmentFormat.blockSize * SegmentFormat.blockSize) }
  }

  /// Writes all buffered bytes. A scratch that still fits in memory stays there.
  func finish() throws(SegmentError) {
    if !isScratch || written > 0 { try flush(bytes.count) }
  }

  /// Waits until the contents of the file are on disk (`fsync`).
  func synchronize() throws(SegmentError) {
    do throws(SystemError) { try file?.file.synchronize() } catch { throw SegmentError(error, file: path) }
  }

  private func flush(_ count: Int) throws(SegmentError) {
    Thread.pausePoint()
    if isScratch {
      try openScratch()
    } else {
      for start in stride(from: 0, to: count, by: SegmentFormat.blockSize) {
        checksums.append(Checksum.of(bytes.span.extracting(start..<min(start + SegmentFormat.blockSize, count))))
      }
    }
    try write(count)
    bytes.removeSubrange(..<count)
    written += count
  }

  private func openScratch() throws(SegmentError) {
    guard file == nil else { return }
    // A random 64-bit name practically never collides; the kernel detects it if it does.
    let name = "\(path)/\(SegmentFormat.scratchPrefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    do throws(SystemError) {
      file = try OwnedDescriptor(opening: Path(name), [.readAndWrite, .createNew])
    } catch {
      throw SegmentError(error, file: name)
    }
    Path(name).removeIfPossible()
  }

  private func write(_ count: Int) throws(SegmentError) {
    guard let file = file?.file else { return }
    let bytes = bytes
    do throws(SystemError) {
      try unsafe bytes.span.withUnsafeBytes { bytes throws(SystemError) in
        try unsafe file.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
    } catch {
      throw SegmentError(error, file: path)
    }
  }

  /// Reads up to `capacity` bytes at `offset` from a finished scratch. `output` is replaced, and is
  /// shorter than `capacity` at the end of the scratch.
  func read(at offset: Int, upTo capacity: Int, into output: inout [UInt8]) throws(SegmentError) {
    let wanted = max(0, min(capacity, count - offset))
    if written == 0 {
      output.removeAll(keepingCapacity: true)
      output.append(contentsOf: bytes[offset..<offset + wanted])
      return
    }
    if output.count != wanted {
      output.removeAll(keepingCapacity: true)
      output.append(contentsOf: repeatElement(0, count: wanted))
    }
    guard let file = file?.file else { return }
    do throws(SystemError) {
      var output = output.mutableSpan
      let done = try unsafe output.withUnsafeMutableBytes { target throws(SystemError) in try unsafe file.read(into: target, at: offset) }
      // Nobody else has the file.
      if done < wanted { throw SystemError(code: .ioError, call: "pread") }
    } catch {
      throw SegmentError(error, file: path)
    }
  }

  /// Appends the whole contents of a finished scratch.
  func append(scratch: ByteSink) throws(SegmentError) {
    var piece: [UInt8] = []
    var offset = 0
    while offset < scratch.count {
      try scratch.read(at: offset, upTo: Self.maximumInMemory, into: &piece)
      bytes.append(contentsOf: piece)
      try flushIfFull()
      offset += piece.count
    }
  }
}

extension [UInt8] {
  /// Appends a variable-length integer: seven bits per byte, least significant first.
  @inline(__always)
  mutating func append(variable value: some FixedWidthInteger & UnsignedInteger) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func append(fixed value: some FixedWidthInteger & BitwiseCopyable) {
    unsafe Swift.withUnsafeBytes(of: value.littleEndian) { unsafe append(contentsOf: $0) }
  }
}
