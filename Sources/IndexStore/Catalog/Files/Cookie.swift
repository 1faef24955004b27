// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemPlatform

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
    path = Self.folder(of: store) + "/\(ProcessFacts.id)-\(Self.next.add(1, ordering: .relaxed).oldValue)"
    try translatingSystemErrors { () throws(SystemError) in _ = try OwnedDescriptor(opening: Path(path), [.write, .createNew]) }
  }

  deinit { Path(path).removeIfPossible() }

  /// Whether the daemon has removed the file.
  package var isTaken: Bool { !Path(path).exists }

  // MARK: In the daemon

  /// Creates the folder if it is missing.
  ///
  /// - Returns: The path of the folder.
  package static func prepareFolder(of store: String) throws(StoreError) -> String {
    let folder = folder(of: store)
    try createFolderIfMissing(folder)
    return folder
  }

  /// The names of the files at present.
  package static func names(in store: String) throws(StoreError) -> Set<String> {
    Path(folder(of: store)).exists ? Set(try namesInFolder(folder(of: store))) : []
  }

  /// Removes files. Errors are ignored: a process may have removed its file itself.
  package static func take(_ names: Set<String>, in store: String) {
    for name in names { Path(folder(of: store) + "/" + name).removeIfPossible() }
  }
}
