// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Files in which the kernel shows its state, in `/proc` and `/sys`.
enum KernelFile {
  /// The text of a file; `nil` if it cannot be read.
  static func text(_ path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let capacity = 4096
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      count = unsafe read(file, buffer.baseAddress, capacity)
      initialized = max(count, 0)
    }
    return count < 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The one word that a file consists of; `nil` if it cannot be read.
  static func word(_ path: String) -> Substring? { text(path)?.split(whereSeparator: \.isWhitespace).first }

  /// The names of the entries of a folder; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
