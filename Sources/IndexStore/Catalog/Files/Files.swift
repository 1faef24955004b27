// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Opens a file of a store, as open(2) does.
///
/// - Throws: `StoreError.corrupted` if something else is in the place of the file: a folder, a FIFO, a
///   socket, or a link that leads nowhere. Never waits for another process.
func openFile(_ path: String, _ options: OpenOptions) throws(StoreError) -> OwnedDescriptor {
  do throws(SystemError) {
    let file = try OwnedDescriptor(opening: Path(path), options.union(.nonBlocking))
    if try FileFacts(of: file.file).isRegular { return file }
  } catch {
    guard [.isDirectory, .noSuchDeviceOrAddress, .tooManyLinks].contains(error.code) else { throw StoreError(error) }
  }
  throw .notAFile(path)
}

/// Opens a file whose content does not matter, such as a lock, and removes something else in its place,
/// also a symbolic link.
func openOrReplaceFile(_ path: String, _ options: OpenOptions) throws(StoreError) -> OwnedDescriptor {
  do throws(StoreError) {
    return try openFile(path, options.union(.noFollow))
  } catch {
    guard case .corrupted = error else { throw error }
    try discard(path)
    return try openFile(path, options)
  }
}

/// Removes a file of a store, or what is in its place. A folder is only renamed, to `damaged-…`.
func discard(_ path: String) throws(StoreError) {
  guard let error = Path(path).removeIfPossible(), error != .noSuchFileOrDirectory else { return }
  let slash = path.lastIndex(of: "/") ?? path.startIndex
  try translatingSystemErrors { () throws(SystemError) in
    try Path(path).rename(to: Path(path[..<slash] + "/damaged-" + path[slash...].dropFirst()))
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

/// Rethrows errors of system calls as store errors.
func translatingSystemErrors<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(StoreError) -> Result {
  do throws(SystemError) { return try body() } catch { throw StoreError(error) }
}

/// Flushes a folder's entries to the disk, so that created and renamed files survive a power
/// failure.
func synchronizeFolder(_ path: String) throws(StoreError) {
  try translatingSystemErrors { () throws(SystemError) in
    let folder = try OwnedDescriptor(opening: Path(path), .directory)
    try folder.file.synchronize(path: Path(path))
  }
}

/// Opens a folder and waits for the lock on it, which ends with the life of the descriptor. flock(2)
func lockedFolder(_ path: String) throws(StoreError) -> OwnedDescriptor {
  try translatingSystemErrors { () throws(SystemError) in
    let folder = try OwnedDescriptor(opening: Path(path), .directory)
    try folder.file.lock(path: Path(path))
    return folder
  }
}

/// Creates a folder unless there is one.
func createFolderIfMissing(_ path: String) throws(StoreError) {
  try translatingSystemErrors { () throws(SystemError) in try Path(path).createFolderIfMissing() }
}

/// The names in a folder, without `.` and `..`, in no particular order.
func namesInFolder(_ path: String) throws(StoreError) -> [String] {
  try translatingSystemErrors { () throws(SystemError) in try Directory.names(in: Path(path)) }.map(\.text)
}

/// Removes a file, or an empty folder in its place. Errors are ignored; a later sweep removes what is left.
func removeEntry(_ path: String) {
  if Path(path).removeIfPossible() == .isDirectory { Path(path).removeFolderIfPossible() }
}

/// Removes a folder that contains only files and empty folders. Errors are ignored; a later sweep removes what
/// is left.
func removeFolder(_ path: String) {
  for name in (try? namesInFolder(path)) ?? [] { removeEntry(path + "/" + name) }
  Path(path).removeFolderIfPossible()
}
