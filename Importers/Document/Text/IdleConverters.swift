// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Conversion descriptors of iconv(3) that are not in use.
///
/// The C library loads a module for most encodings, and unloads it soon after its last descriptor is closed. RTF opens
/// a descriptor for each run of escaped characters.
enum IdleConverters {
  private static let maximumCount = 16

  /// Addresses of descriptors. Whoever removes one owns it.
  private static let idle = Mutex<[(name: String, address: Int)]>([])

  /// - Returns: `nil` if there is none for this encoding.
  static func take(_ name: String) -> iconv_t? {
    let address = idle.withLock { idle in
      idle.lastIndex { $0.name == name }.map { idle.remove(at: $0).address }
    }
    return unsafe address.flatMap { unsafe iconv_t(bitPattern: $0) }
  }

  static func put(_ converter: iconv_t, _ name: String) {
    // Back to the initial shift state.
    unsafe iconv(converter, nil, nil, nil, nil)
    let removed = idle.withLock { idle in
      idle.append((name, Int(bitPattern: converter)))
      return idle.count > maximumCount ? idle.removeFirst().address : nil
    }
    if let removed, let oldest = unsafe iconv_t(bitPattern: removed) { unsafe iconv_close(oldest) }
  }
}
