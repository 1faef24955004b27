internal import Glibc
internal import Synchronization

/// The generations that this process has open, identified by the device and inode of their file.
///
/// A process must not open an LMDB file twice. Closing any descriptor of the lock file also drops
/// the locks that protect readers. All stores of the process therefore share generations, and one
/// lock guards opening and closing them.
enum GenerationRegistry {
  struct Identity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// - Parameter path: The folder of the generation.
    init(of path: String) throws(StoreError) {
      var status = stat()
      guard unsafe stat(path + "/data.mdb", &status) == 0 else { throw StoreError(code: errno, call: "stat", path: path + "/data.mdb") }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  private struct Entry {
    let identity: Identity
    let generation: CatalogGeneration
    var leases: Int
  }

  /// A list because there are few entries. A dictionary with our own key type costs a command-line
  /// tool 50 µs at its start.
  private static let entries = Mutex<[Entry]>([])

  /// Leases the generation in a folder, opening it if this process has not.
  static func lease(path: String, mapSize: Int) throws(StoreError) -> GenerationLease {
    try entries.withLock { entries throws(StoreError) in
      let identity = try Identity(of: path)
      if let index = entries.firstIndex(where: { $0.identity == identity }) {
        entries[index].leases += 1
        return GenerationLease(generation: entries[index].generation, identity: identity)
      }
      let generation = try CatalogGeneration(path: path, creating: nil, mapSize: mapSize)
      entries.append(Entry(identity: identity, generation: generation, leases: 1))
      return GenerationLease(generation: generation, identity: identity)
    }
  }

  fileprivate static func end(_ identity: Identity) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.identity == identity }) else { return }
      entries[index].leases -= 1
      // Removing the last lease closes the generation here, under the lock, so nobody can open it
      // at the same time.
      if entries[index].leases == 0 { entries.remove(at: index) }
    }
  }
}

/// Keeps a generation open until the last reference to the lease is gone.
final class GenerationLease: Sendable {
  // Unowned because the registry alone decides when the generation is closed. The registry keeps it
  // longer than any lease.
  unowned let generation: CatalogGeneration
  private let identity: GenerationRegistry.Identity

  fileprivate init(generation: CatalogGeneration, identity: GenerationRegistry.Identity) {
    self.generation = generation
    self.identity = identity
  }

  deinit { GenerationRegistry.end(identity) }

  /// Whether the generation's file has another one's place, or none has it.
  func isDeleted() throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try GenerationRegistry.Identity(of: generation.path) != identity
    } catch {
      guard error.isLossOfCatalog else { throw error }
      return true
    }
  }
}
