// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension MIMECache {
  /// A typical cache has 150 kB; with the MIME types of all packages it has less than 1 MB.
  private static let maximumFileLength = 16 << 20

  /// Reads a cache file.
  ///
  /// - Returns: `nil` if the file does not exist, which is normal for most of the standard folders.
  /// - Throws: `MIMECacheError`.
  init?(contentsOf path: String) throws(MIMECacheError) {
    guard let bytes = try Self.bytes(of: path) else { return nil }
    try self.init(bytes: bytes, path: path)
  }

  private static func bytes(of path: String) throws(MIMECacheError) -> [UInt8]? {
    // O_NONBLOCK, so that a FIFO in place of the cache does not block the process.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, errno: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, errno: EINVAL) }
    let size = Int(status.st_size)
    guard size <= maximumFileLength else { throw .tooLarge(path: path, byteCount: size) }
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let received = unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if received < 0, errno == EINTR { continue }
        if received < 0 { failure = errno }
        if received <= 0 { break }
        count += received
      }
    }
    guard failure == 0 else { throw .unreadable(path: path, errno: failure) }
    return bytes
  }
}

/// The folders of shared-mime-info's data.
enum MIMEDirectories {
  /// The `mime` folders in order of precedence, by the XDG base directory specification: the user's
  /// own, then the system's.
  static func standard() -> [String] {
    var folders: [String] = []
    if let own = environment("XDG_DATA_HOME") {
      folders.append(own)
    } else if let home = environment("HOME") {
      folders.append(home + "/.local/share")
    }
    let system = environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    folders += system.split(separator: ":").map(String.init)
    // By the specification, relative paths are invalid and ignored.
    return folders.filter { $0.hasPrefix("/") }.map { $0 + "/mime" }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
