// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Bytes of a file of memory that other processes may map, too. They can be read and written, and never executed.
@safe package struct MappedMemory: ~Copyable, @unchecked Sendable {
  // @unchecked is safe because whoever uses the address says so with `unsafe`.
  package let base: UnsafeMutableRawPointer
  package let byteCount: Int

  /// Maps the beginning of a file, whose descriptor can be closed afterwards. mmap(2), `MAP_SHARED`
  package init(of file: FileDescriptor, byteCount: Int) throws(SystemError) {
    let address = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { throw .current("mmap") }
    unsafe base = address
    self.byteCount = byteCount
  }

  deinit { unsafe munmap(base, byteCount) }

  /// Gives the memory back to the system. All bytes are 0 then. madvise(2), `MADV_REMOVE`
  package borrowing func clear() { unsafe madvise(base, byteCount, Int32(MADV_REMOVE)) }
}
