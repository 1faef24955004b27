internal import Glibc
internal import Synchronization

/// The place of a segment's file while it is written and before a commit lists it. What is never listed vanishes with this object, or in
/// the sweep after its process.
final class UnlistedSegment: Sendable {
  let path: String

  private static let next = Atomic<UInt32>(0)
  private static let prefix = "new-"

  /// - Parameter store: The store's folder.
  init(in store: String) throws(StoreError) {
    try Self.makeFolder(in: store)
    let number = Self.next.add(1, ordering: .relaxed).oldValue
    path = store + "/segments/" + Self.prefix + "\(getpid())-\(number)"
  }

  static func makeFolder(in store: String) throws(StoreError) {
    let folder = store + "/segments"
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw StoreError(code: errno, call: "mkdir", path: folder) }
  }

  // Once listed it has another name, and nothing is here.
  deinit { unsafe unlink(path) }

  /// Whether a name in the folder belongs to a writer that has ended.
  static func isAbandoned(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    guard let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }) else { return true }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
