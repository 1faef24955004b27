// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// Who may use a file besides those whom its mode names. acl(5)
enum AccessControlList: Equatable {
  case none
  /// As the kernel stores it.
  case entries([UInt8])
  /// It cannot be read.
  case unknown

  /// The maximum length of an extended attribute. `XATTR_SIZE_MAX`
  private static let maximumByteCount = 1 << 16

  /// - Parameter path: A symbolic link is not followed.
  init(at path: [UInt8]) {
    self = unsafe withCPath(path) { path in
      unsafe withUnsafeTemporaryAllocation(byteCount: Self.maximumByteCount, alignment: 1) { buffer in
        let count = unsafe file_attribute_value(-1, path, "system.posix_acl_access", buffer.baseAddress, buffer.count)
        if count >= 0 { return .entries(unsafe [UInt8](buffer[..<count])) }
        return [.noData, .notSupported].contains(Errno.current) ? .none : .unknown
      }
    }
  }
}
