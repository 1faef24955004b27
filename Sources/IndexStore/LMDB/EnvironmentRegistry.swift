internal import Glibc
internal import Synchronization

/// The process's open environments, by the device and inode of their file.
///
/// LMDB breaks when a process opens a file twice, and its readers lose their protection when any descriptor of the lock file is closed:
/// environments are therefore shared, and opened and closed under one lock.
enum EnvironmentRegistry {
  struct Identity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Entry {
    let identity: Identity
    let environment: Environment
    var leases: Int
  }

  /// Few, so a list: a dictionary of types of ours costs a tool 50 µs at its start.
  private static let entries = Mutex<[Entry]>([])

  /// The environment in a generation's folder, opened or shared.
  static func lease(path: String, mapSize: Int) throws(StoreError) -> EnvironmentLease {
    try entries.withLock { entries throws(StoreError) in
      var status = stat()
      guard unsafe stat(path + "/data.mdb", &status) == 0 else { throw StoreError(code: errno, call: "stat", path: path + "/data.mdb") }
      let identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      if let place = entries.firstIndex(where: { $0.identity == identity }) {
        entries[place].leases += 1
        return EnvironmentLease(environment: entries[place].environment, identity: identity)
      }
      let environment = try Environment(path: path, creating: false, mapSize: mapSize)
      entries.append(Entry(identity: identity, environment: environment, leases: 1))
      return EnvironmentLease(environment: environment, identity: identity)
    }
  }

  fileprivate static func end(_ identity: Identity) {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.identity == identity }) else { return }
      entries[place].leases -= 1
      // The last lease gone, the environment is closed here, under the lock: nobody can open it meanwhile.
      if entries[place].leases == 0 { entries.remove(at: place) }
    }
  }
}

/// Keeps an environment open.
final class EnvironmentLease: Sendable {
  // Unowned because the registry alone decides when it is closed; it outlives every lease.
  unowned let environment: Environment
  private let identity: EnvironmentRegistry.Identity

  fileprivate init(environment: Environment, identity: EnvironmentRegistry.Identity) {
    self.environment = environment
    self.identity = identity
  }

  deinit { EnvironmentRegistry.end(identity) }
}
