// SPDX-License-Identifier: Apache-2.0

internal import CLibZip
internal import ImporterSupport
internal import SystemPlatform

/// The file that libzip reads from. It has a position of its own, so that the one of the descriptor
/// does not change.
@safe final class ZipSource {
  private let file: ImportedFile
  private var offset: UInt64 = 0
  /// The error of a failed read, if any.
  private(set) var error: ImportError?

  /// The commands of libzip that a read-only source answers.
  private static let supported: [zip_source_cmd_t] = [
    ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK,
    ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
  ]

  init(_ file: ImportedFile) { self.file = file }

  /// Opens the archive. libzip stores the address of this object, which must outlive it.
  /// zip_open_from_source(3).
  ///
  /// - Returns: `nil` if it is no complete archive.
  func open() -> OpaquePointer? {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let function: zip_source_callback = { context, data, length, command in
      guard let context = unsafe context else { return -1 }
      return unsafe Unmanaged<ZipSource>.fromOpaque(context).takeUnretainedValue().answer(command, data, length)
    }
    guard let source = unsafe zip_source_function_create(function, context, nil) else { return nil }
    guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, nil) else {
      unsafe zip_source_free(source)
      return nil
    }
    return unsafe archive
  }

  private func answer(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
    switch command {
    case ZIP_SOURCE_OPEN:
      offset = 0
      return 0
    case ZIP_SOURCE_READ: return unsafe read(into: UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: length)))
    case ZIP_SOURCE_SEEK: return unsafe seek(data, length)
    case ZIP_SOURCE_TELL: return Int64(offset)
    case ZIP_SOURCE_STAT: return unsafe describe(data, length)
    case ZIP_SOURCE_ERROR:
      guard let data = unsafe data else { return -1 }
      var failure = unsafe zip_error_t(zip_err: ZIP_ER_READ, sys_err: Errno.ioError.rawValue, str: nil)
      return unsafe zip_error_to_data(&failure, data, length)
    case ZIP_SOURCE_SUPPORTS: return Self.supported.reduce(0) { $0 | 1 << Int64($1.rawValue) }
    case ZIP_SOURCE_CLOSE, ZIP_SOURCE_FREE: return 0
    default: return -1
    }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int64 {
    do throws(ImportError) {
      let count = try unsafe file.read(at: offset, into: buffer)
      offset += UInt64(count)
      return Int64(count)
    } catch {
      self.error = error
      return -1
    }
  }

  private func seek(_ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
    guard let data = unsafe data else { return -1 }
    let target = unsafe zip_source_seek_compute_offset(offset, file.byteCount, data, length, nil)
    guard target >= 0 else { return -1 }
    offset = UInt64(target)
    return 0
  }

  private func describe(_ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
    let size = unsafe MemoryLayout<zip_stat_t>.size
    guard let data = unsafe data, length >= size else { return -1 }
    let status = unsafe data.assumingMemoryBound(to: zip_stat_t.self)
    unsafe zip_stat_init(status)
    unsafe status.pointee.size = file.byteCount
    unsafe status.pointee.valid = UInt64(ZIP_STAT_SIZE)
    return Int64(size)
  }
}
