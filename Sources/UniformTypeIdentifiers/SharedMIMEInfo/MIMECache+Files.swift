// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

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
    let file: ReadableFile
    do throws(SystemError) {
      file = try ReadableFile(Path(path))
    } catch {
      if error.code.isMissing { return nil }
      throw .unreadable(path: path, errno: error.code.rawValue)
    }
    guard file.kind == .regular else { throw .unreadable(path: path, errno: Errno.invalidArgument.rawValue) }
    guard file.byteCount <= maximumFileLength else { throw .tooLarge(path: path, byteCount: file.byteCount) }
    do throws(SystemError) {
      return try file.contents(limit: maximumFileLength)
    } catch {
      throw .unreadable(path: path, errno: error.code.rawValue)
    }
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
    guard let value = ProcessFacts.variable(name) else { return nil }
    return value.isEmpty ? nil : value
  }
}
