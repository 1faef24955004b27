// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A directory whose names are read one after another. opendir(3)
///
/// An error of the disk does not look like the end of the directory, which `readdir` alone cannot tell apart.
@safe
package struct Directory: ~Copyable {
  private let stream: OpaquePointer
  private let path: Path

  package init(_ path: Path) throws(SystemError) {
    guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else { throw .current("opendir", path: path) }
    unsafe self.stream = stream
    self.path = path
  }

  deinit { unsafe closedir(stream) }

  /// The next name, in the order of the file system and without `.` and `..`; `nil` at the end.
  package mutating func next() throws(SystemError) -> FileName? {
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw .current("readdir", path: path) }
        return nil
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [UInt8(ascii: ".")], name != Array("..".utf8) { return FileName(name) }
    }
  }

  /// All names in a directory, in the order of the file system and without `.` and `..`.
  package static func names(in path: Path) throws(SystemError) -> [FileName] {
    var directory = try Directory(path)
    var names: [FileName] = []
    while let name = try directory.next() { names.append(name) }
    return names
  }
}
