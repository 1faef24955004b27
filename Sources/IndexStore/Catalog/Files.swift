internal import Glibc

/// The first bytes of a file.
func readSmallFile(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw StoreError(code: errno, call: "open", path: path) }
  defer { close(file) }
  var failure: Int32 = 0
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
    let length = unsafe read(file, buffer.baseAddress, limit)
    if length < 0 { failure = errno }
    count = max(0, length)
  }
  guard failure == 0 else { throw StoreError(code: failure, call: "read", path: path) }
  return bytes
}

/// Writes a file of the owner's alone, and waits until it is on the disk.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw StoreError(code: errno, call: "open", path: path) }
  defer { close(file) }
  let written = unsafe write(file, bytes, bytes.count)
  guard written == bytes.count else { throw StoreError(code: written < 0 ? errno : ENOSPC, call: "write", path: path) }
  guard fsync(file) == 0 else { throw StoreError(code: errno, call: "fsync", path: path) }
}

/// Waits until the names in a folder are on the disk.
func synchronizeFolder(_ path: String) throws(StoreError) {
  let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { throw StoreError(code: errno, call: "open", path: path) }
  defer { close(folder) }
  guard fsync(folder) == 0 else { throw StoreError(code: errno, call: "fsync", path: path) }
}

/// The names in a folder, without `.` and `..`.
func namesInFolder(_ path: String) throws(StoreError) -> [String] {
  guard let folder = unsafe opendir(path) else { throw StoreError(code: errno, call: "opendir", path: path) }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
      unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// Removes a folder of plain files, as far as that goes: what is left is swept another time.
func removeFolder(_ path: String) {
  for name in (try? namesInFolder(path)) ?? [] { unsafe unlink(path + "/" + name) }
  unsafe rmdir(path)
}
