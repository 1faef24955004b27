internal import Glibc
internal import Synchronization

/// The generations that this process has open, by the device and inode of their file.
///
/// LMDB breaks when a process opens a file twice, and its readers lose their protection when any descriptor of the lock file is closed:
/// generations are therefore shared, and opened and closed under one lock.
enum GenerationRegistry {
  struct Identity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Entry {
    let identity: Identity
    let generation: CatalogGeneration
    var leases: Int
  }

  /// Few, so a list: a dictionary of types of ours costs a tool 50 µs at its start.
  private static let entries = Mutex<[Entry]>([])

  /// The generation in a folder, opened or shared.
  static func lease(path: String, mapSize: Int) throws(StoreError) -> GenerationLease {
    try entries.withLock { entries throws(StoreError) in
      var status = stat()
      guard unsafe stat(path + "/data.mdb", &status) == 0 else { throw StoreError(code: errno, call: "stat", path: path + "/data.mdb") }
      let identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      if let index = entries.firstIndex(where: { $0.identity == identity }) {
        entries[index].leases += 1
        return GenerationLease(generation: entries[index].generation, identity: identity)
      }
      let generation = try CatalogGeneration(path: path, creating: false, mapSize: mapSize)
      entries.append(Entry(identity: identity, generation: generation, leases: 1))
      return GenerationLease(generation: generation, identity: identity)
    }
  }

  fileprivate static func end(_ identity: Identity) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.identity == identity }) else { return }
      entries[index].leases -= 1
      // The last lease gone, the generation is closed here, under the lock: nobody can open it meanwhile.
      if entries[index].leases == 0 { entries.remove(at: index) }
    }
  }
}

/// Keeps a generation open.
final class GenerationLease: Sendable {
  // Unowned because the registry alone decides when it is closed; it outlives every lease.
  unowned let generation: CatalogGeneration
  private let identity: GenerationRegistry.Identity

  fileprivate init(generation: CatalogGeneration, identity: GenerationRegistry.Identity) {
    self.generation = generation
    self.identity = identity
  }

  deinit { GenerationRegistry.end(identity) }
}
