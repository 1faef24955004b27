// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension Path {
  /// The number of bytes from which on the kernel refuses a path. `PATH_MAX`, which counts the NUL at the end
  package static var maximumLength: Int { Int(PATH_MAX) }

  /// The working folder of this process. getcwd(3)
  package static func workingFolder() throws(SystemError) -> Path {
    guard let path = unsafe getcwd(nil, 0) else { throw .current("getcwd") }
    defer { unsafe free(path) }
    return unsafe Path(cString: path)
  }

  /// The absolute path of the same file or folder without symbolic links, `.` and `..`. realpath(3)
  package func resolved() throws(SystemError) -> Path {
    guard let path = unsafe withCString({ unsafe realpath($0, nil) }) else { throw .current("realpath", path: self) }
    defer { unsafe free(path) }
    return unsafe Path(cString: path)
  }

  /// The path that a symbolic link contains, which may be relative. readlink(2)
  package func linkTarget() throws(SystemError) -> Path {
    var length = 0
    let target = unsafe [UInt8](unsafeUninitializedCapacity: Self.maximumLength) { buffer, count in
      length = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        unsafe withCString { unsafe readlink($0, buffer.baseAddress.unsafelyUnwrapped, buffer.count) }
      }
      count = max(length, 0)
    }
    guard length >= 0 else { throw .current("readlink", path: self) }
    guard length < Self.maximumLength else { throw SystemError(code: .fileNameTooLong, call: "readlink", path: self) }
    return Path(target)
  }

  /// Copies a C string.
  package init(cString: UnsafePointer<CChar>) {
    self.init(unsafe Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
  }
}
