// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPlatform

/// Opens a file of a store, as open(2) does.
///
/// - Throws: `StoreError.corrupted` if something else is in the place of the file: a folder, a FIFO, a
///   socket, or a link that leads nowhere. Never waits for another process.
func openFile(_ path: String, _ flags: Int32) throws(StoreError) -> Int32 {
  let file = unsafe open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
  guard file >= 0 else {
    if [EISDIR, ENXIO, ELOOP].contains(errno) { throw .notAFile(path) }
    throw StoreError(code: errno, call: "open", path: path)
  }
  var status = stat()
  if unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return file }
  close(file)
  throw .notAFile(path)
}

/// Opens a file whose content does not matter, such as a lock, and removes something else in its place,
/// also a symbolic link.
func openOrReplaceFile(_ path: String, _ flags: Int32) throws(StoreError) -> Int32 {
  do throws(StoreError) {
    return try openFile(path, flags | O_NOFOLLOW)
  } catch {
    guard case .corrupted = error else { throw error }
    try discard(path)
    return try openFile(path, flags)
  }
}

/// Removes a file of a store, or what is in its place. A folder is only renamed, to `damaged-…`.
func discard(_ path: String) throws(StoreError) {
  let slash = path.lastIndex(of: "/") ?? path.startIndex
  guard unsafe unlink(path) == 0 || errno == ENOENT || rename(path, path[..<slash] + "/damaged-" + path[slash...].dropFirst()) == 0 else {
    throw StoreError(code: errno, call: "rename", path: path)
  }
}

extension StoreError {
  static func notAFile(_ path: String) -> StoreError { .corrupted(object: path, reason: "it is not a file") }
}

/// Reads at most `limit` bytes from the start of a file. Throws the errors of ``openFile(_:_:)``, too.
func readSmallFile(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
  do throws(SystemError) {
    let file = try ReadableFile(Path(path))
    if file.kind == .regular { return try file.contents(limit: limit) }
  } catch {
    guard error.code == .noSuchDeviceOrAddress || error.code == .tooManyLinks else { throw StoreError(error) }
  }
  throw .notAFile(path)
}

/// Replaces a file of a store, which only its owner can read.
func replaceFile(_ path: String, with bytes: [UInt8], onStep: (DurableFile.Step) -> Void = { _ in }) throws(StoreError) {
  try translatingSystemErrors { () throws(SystemError) in
    try DurableFile.replace(Path(path), with: bytes, through: Path("\(path).new"), onStep: onStep)
  }
}

/// Flushes the names of a folder and of all that contain it; see ``DurableFile``.
func synchronizeEntries(leadingTo path: String) throws(StoreError) {
  try translatingSystemErrors { () throws(SystemError) in try DurableFile.synchronizeEntries(leadingTo: Path(path)) }
}

private func translatingSystemErrors<Result>(_ body: () throws(SystemError) -> Result) throws(StoreError) -> Result {
  do throws(SystemError) { return try body() } catch { throw StoreError(error) }
}

/// Flushes a folder's entries to the disk, so that created and renamed files survive a power
/// failure.
func synchronizeFolder(_ path: String) throws(StoreError) {
  let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { throw StoreError(code: errno, call: "open", path: path) }
  defer { close(folder) }
  guard fsync(folder) == 0 else { throw StoreError(code: errno, call: "fsync", path: path) }
}

/// The names in a folder, without `.` and `..`, in no particular order.
func namesInFolder(_ path: String) throws(StoreError) -> [String] {
  try translatingSystemErrors { () throws(SystemError) in try Directory.names(in: Path(path)) }.map(\.text)
}

/// Removes a file, or an empty folder in its place. Errors are ignored; a later sweep removes what is left.
func removeEntry(_ path: String) {
  if unsafe unlink(path) != 0, errno == EISDIR { unsafe rmdir(path) }
}

/// Removes a folder that contains only files and empty folders. Errors are ignored; a later sweep removes what
/// is left.
func removeFolder(_ path: String) {
  for name in (try? namesInFolder(path)) ?? [] { removeEntry(path + "/" + name) }
  unsafe rmdir(path)
}
