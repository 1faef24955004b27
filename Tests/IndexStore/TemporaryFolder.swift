// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore

/// A folder that is removed at the end of the test.
final class TemporaryFolder: Sendable {
  let path: String

  /// - Parameter inMemory: Whether to use a file system in memory, if there is one. Flushing it takes no time.
  init(inMemory: Bool = false) {
    let disk = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let base = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : disk
    var template = Array("\(base)/searchlight-store-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit { Self.remove(path) }

  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }

  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// A status with the parts that tests set.
func status(
  _ kind: FileStatus.Kind = .regular, inode: UInt64 = 100, size: UInt64 = 10, modified: Int64 = 1_700_000_000_000_000_000,
  changed: Int64? = nil, born: Int64 = 1_600_000_000_000_000_001
) -> FileStatus {
  FileStatus(
    kind: kind, inode: inode, size: size, allocatedBlocks: (size + 4095) / 4096 * 8, modified: modified, changed: changed ?? modified,
    born: born, userID: 1000, groupID: 1000, mode: kind == .directory ? 0o755 : 0o644, linkCount: 1)
}

func file(_ name: String, inode: UInt64, size: UInt64 = 10, modified: Int64 = 1_700_000_000_000_000_000) -> ListedFile {
  ListedFile(name: Array(name.utf8), status: status(inode: inode, size: size, modified: modified), type: .unknown)
}

func folder(_ name: String, inode: UInt64) -> ListedFile {
  ListedFile(name: Array(name.utf8), status: status(.directory, inode: inode), type: .unknown)
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Writes a file that only its owner can read.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
  defer { close(file) }
  guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { throw StoreError.system(call: "write", path: path, code: errno) }
}
