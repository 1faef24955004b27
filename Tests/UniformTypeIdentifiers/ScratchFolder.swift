// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// A temporary folder. Removed with its contents when it is released.
struct ScratchFolder: ~Copyable {
  let path: String

  init() throws {
    var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/types-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit {
    guard let stream = opendir(path) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
      unlink("\(path)/\(name)")
    }
    closedir(stream)
    rmdir(path)
  }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], as name: String = "mime.cache") throws -> String {
    let file = "\(path)/\(name)"
    let stream = try #require(fopen(file, "w"))
    defer { fclose(stream) }
    try #require(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    return file
  }
}
