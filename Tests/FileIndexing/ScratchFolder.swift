// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A temporary folder for one test. Removed with its contents when it is released.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/searchlight-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw ScratchError(call: "mkdtemp", code: errno) }
    path = String(cString: made)
  }

  deinit { Self.removeTree(Array(path.utf8CString)) }

  var bytes: [UInt8] { Array(path.utf8) }

  /// Creates a file and the folders above it.
  @discardableResult
  func file(_ name: String, _ content: String = "") throws -> String {
    let full = "\(path)/\(name)"
    try Self.makeFolders(above: full)
    guard let stream = fopen(full, "w") else { throw ScratchError(call: "fopen \(full)", code: errno) }
    defer { fclose(stream) }
    guard fputs(content, stream) >= 0 else { throw ScratchError(call: "fputs", code: errno) }
    return full
  }

  @discardableResult
  func folder(_ name: String) throws -> String {
    let full = "\(path)/\(name)"
    try Self.makeFolders(above: full + "/x")
    return full
  }

  private static func makeFolders(above path: String) throws {
    var prefix = ""
    for part in path.split(separator: "/").dropLast() {
      prefix += "/" + part
      guard mkdir(prefix, 0o755) == 0 || errno == EEXIST else { throw ScratchError(call: "mkdir \(prefix)", code: errno) }
    }
  }

  private static func removeTree(_ path: [CChar]) {
    if remove(path) == 0 { return }
    guard let stream = opendir(path) else { return }
    defer {
      closedir(stream)
      remove(path)
    }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } }
      if name == [46] || name == [46, 46] { continue }
      removeTree(path.dropLast() + [47] + name + [0])
    }
  }
}

struct ScratchError: Error {
  var call: String
  var code: Int32
}
