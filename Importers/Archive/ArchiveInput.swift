// SPDX-License-Identifier: Apache-2.0

internal import CArchive
internal import ImporterSupport
internal import SystemPlatform

/// The bytes that libarchive reads. It passes the address of this object to its functions.
class ArchiveInput {
  /// The error of a failed read, if any.
  fileprivate(set) var error: (any Error)?
  fileprivate var block: [UInt8]

  fileprivate init() { block = [UInt8](repeating: 0, count: 64 << 10) }

  /// Fills ``block`` with the next bytes. Returns their number, 0 at the end.
  fileprivate func fill() throws -> Int { 0 }

  /// Changes the position. Returns the new one, or `nil` if that is not possible.
  fileprivate func seek(_ distance: Int64, from origin: CInt) -> Int64? { nil }

  /// The bytes of the file; `nil` if the archive is no file of its own.
  var bytes: FileBytes? { nil }

  /// Opens an archive. archive_read_open1(3).
  func open(_ archive: OpaquePointer) -> CInt {
    unsafe archive_read_set_read_callback(archive) { _, context, start in unsafe ArchiveInput.from(context).read(start) }
    if canSeek {
      unsafe archive_read_set_seek_callback(archive) { _, context, distance, origin in
        unsafe ArchiveInput.from(context).seek(distance, from: origin) ?? Int64(ARCHIVE_FATAL)
      }
    }
    unsafe archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    return unsafe archive_read_open1(archive)
  }

  fileprivate var canSeek: Bool { false }

  private static func from(_ context: UnsafeMutableRawPointer?) -> ArchiveInput {
    guard let context = unsafe context else { preconditionFailure("libarchive passes the context that it was given.") }
    return unsafe Unmanaged<ArchiveInput>.fromOpaque(context).takeUnretainedValue()
  }

  private func read(_ start: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    do {
      let count = try fill()
      // libarchive uses the block until it asks for the next one, and nothing changes it in
      // between.
      unsafe block.withUnsafeBytes { unsafe start?.pointee = $0.baseAddress }
      return count
    } catch {
      self.error = error
      return Int(ARCHIVE_FATAL)
    }
  }
}

/// An archive in a file.
final class FileInput: ArchiveInput {
  private let file: ImportedFile
  private var offset: UInt64 = 0

  init(_ file: ImportedFile) {
    self.file = file
    super.init()
  }

  fileprivate override var canSeek: Bool { true }

  override var bytes: FileBytes? { FileBytes(file) }

  fileprivate override func fill() throws -> Int {
    let count = try unsafe block.withUnsafeMutableBytes { buffer throws(ImportError) in try unsafe file.read(at: offset, into: buffer) }
    offset += UInt64(count)
    return count
  }

  fileprivate override func seek(_ distance: Int64, from origin: CInt) -> Int64? {
    let start =
      origin == FileDescriptor.fromStart ? 0 : origin == FileDescriptor.fromHere ? Int64(clamping: offset) : Int64(clamping: file.byteCount)
    let (target, hasOverflow) = start.addingReportingOverflow(distance)
    guard !hasOverflow, target >= 0 else { return nil }
    offset = UInt64(target)
    return target
  }
}

/// An archive that is a member of another one.
final class MemberInput: ArchiveInput {
  private let reader: ArchiveReader

  init(_ reader: ArchiveReader) {
    self.reader = reader
    super.init()
  }

  fileprivate override func fill() throws -> Int { try reader.read(into: &block) }
}
