// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import SystemPlatform

/// The entries of an open directory as the kernel lists them, one after another. getdents64(2)
///
/// Reads through the caller's descriptor. readdir(3) needs one of its own, which are three more system calls for each
/// directory.
@safe
struct DirectoryEntries: ~Copyable {
  private static let capacity = 1 << 15
  /// Where the parts of an entry are, after its inode number and offset. getdents64(2)
  private static let (lengthOffset, typeOffset, nameOffset) = (16, 18, 19)

  private let buffer: UnsafeMutableRawBufferPointer
  private var length = 0
  private var offset = 0

  init() { unsafe buffer = .allocate(byteCount: Self.capacity, alignment: 8) }

  deinit { unsafe buffer.deallocate() }

  /// Calls `body` with the next name, except `.` and `..`, in the order of the file system.
  ///
  /// - Parameters:
  ///   - directory: The same open directory for each call.
  ///   - body: Receives the kind of the entry, too; `nil` if the file system does not tell.
  /// - Returns: `false` at the end.
  mutating func next(
    of directory: Int32, _ body: (UnsafeRawBufferPointer, FileStatus.Kind?) -> Void
  ) throws(SystemError) -> Bool {
    while true {
      if offset == length {
        length = unsafe directory_entries(directory, buffer.baseAddress, buffer.count)
        offset = 0
        guard length >= 0 else {
          length = 0
          throw .current("getdents64")
        }
        if length == 0 { return false }
      }
      let entry = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset..<length])
      offset += unsafe Int(entry.loadUnaligned(fromByteOffset: Self.lengthOffset, as: UInt16.self))
      let type = unsafe entry[Self.typeOffset]
      let name = unsafe UnsafeRawBufferPointer(rebasing: entry[Self.nameOffset...].prefix { $0 != 0 })
      if unsafe name.first == UInt8(ascii: "."), unsafe name.count == 1 || name.count == 2 && name[1] == UInt8(ascii: ".") { continue }
      // The bits of a mode that tell the kind. DTTOIF of dirent.h
      unsafe body(name, type == 0 ? nil : FileStatus.Kind(mode: UInt32(type) << 12))
      return true
    }
  }
}
