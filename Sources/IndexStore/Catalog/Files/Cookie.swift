// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A file by which a process learns that the daemon has processed all changes before.
///
/// The daemon watches the folder of these files with the same queue of events as the users' folders.
/// So when it takes the creation of the file from the queue, it has taken everything that happened
/// before. It removes the file when those changes are searchable.
package final class Cookie: Sendable {
  private let path: String

  private static let next = Atomic<UInt32>(0)

  /// The folder of these files. The daemon creates it.
  private static func folder(of store: String) -> String { store + "/cookies" }

  /// - Parameter store: The path of the store's folder.
  package init(in store: String) throws(StoreError) {
    path = Self.folder(of: store) + "/\(getpid())-\(Self.next.add(1, ordering: .relaxed).oldValue)"
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError(code: errno, call: "open", path: path) }
    close(file)
  }

  deinit { unsafe unlink(path) }

  /// Whether the daemon has removed the file.
  package var isTaken: Bool { unsafe access(path, F_OK) != 0 }

  // MARK: In the daemon

  /// Creates the folder if it is missing.
  ///
  /// - Returns: The path of the folder.
  package static func prepareFolder(of store: String) throws(StoreError) -> String {
    let folder = folder(of: store)
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw StoreError(code: errno, call: "mkdir", path: folder) }
    return folder
  }

  /// The names of the files at present.
  package static func names(in store: String) throws(StoreError) -> Set<String> {
    unsafe access(folder(of: store), F_OK) == 0 ? Set(try namesInFolder(folder(of: store))) : []
  }

  /// Removes files. Errors are ignored: a process may have removed its file itself.
  package static func take(_ names: Set<String>, in store: String) {
    for name in names { unsafe unlink(folder(of: store) + "/" + name) }
  }
}
