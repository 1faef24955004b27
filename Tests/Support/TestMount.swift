// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file system that a test mounts at a folder. Unmount it before the folder is removed.
package final class TestMount {
  /// The mount was refused; the value of `errno`.
  package struct Refused: Error {
    let code: Int32
  }

  private let path: String
  /// The connection to a FUSE file system; -1 for others.
  private let connection: Int32
  private var isMounted = true

  /// Whether this process may mount file systems.
  package static let isPermitted: Bool = {
    var template = Array("/tmp/searchlight-mount-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return false }
    let path = String(cString: made)
    defer { rmdir(path) }
    return (try? TestMount(unansweredAt: path)) != nil
  }()

  private init(_ type: String, from source: String, at path: String, flags: UInt = 0, options: String = "", connection: Int32 = -1) throws {
    self.path = path
    self.connection = connection
    guard mount(source, path, type, flags, options) == 0 else {
      isMounted = false
      throw Refused(code: errno)
    }
  }

  /// Mounts an empty file system in memory.
  package convenience init(emptyAt path: String) throws { try self.init("tmpfs", from: "none", at: path, options: "size=4m") }

  /// Makes a folder appear at a second path.
  package convenience init(binding folder: String, to path: String) throws {
    try self.init("none", from: folder, at: path, flags: UInt(MS_BIND))
  }

  /// Mounts a FUSE file system whose server never answers. Opening or listing its root waits until
  /// it is unmounted, and so does its status, unless it is asked for without synchronisation.
  ///
  /// - Parameter owner: The user who mounted it. All other users are refused (EACCES).
  package convenience init(unansweredAt path: String, owner: UInt32 = UInt32(geteuid())) throws {
    let connection = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    guard connection >= 0 else { throw Refused(code: errno) }
    try self.init(
      "fuse", from: "searchlight-test", at: path, flags: UInt(MS_NOSUID | MS_NODEV),
      options: "fd=\(connection),rootmode=40000,user_id=\(owner),group_id=0", connection: connection)
  }

  deinit { unmount() }

  /// Threads that wait for a FUSE file system get an error. Does nothing if it is unmounted already.
  package func unmount() {
    guard isMounted else { return }
    isMounted = false
    umount2(path, Int32(MNT_DETACH))
    if connection >= 0 { close(connection) }
  }
}
