internal import Glibc
internal import Synchronization

/// The process's open environments, by the device and inode of their file.
///
/// LMDB breaks when a process opens a file twice, and its readers lose their protection when any descriptor of the lock file is closed:
/// environments are therefore shared, and opened and closed under one lock.
enum EnvironmentRegistry {
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Entry {
    let environment: Environment
    var leases: Int
  }

  private static let entries = Mutex<[Identity: Entry]>([:])

  /// The environment in a generation's folder, opened or shared.
  static func lease(path: String, mapSize: Int) throws(StoreError) -> EnvironmentLease {
    try entries.withLock { entries throws(StoreError) in
      var status = stat()
      guard unsafe stat(path + "/data.mdb", &status) == 0 else { throw StoreError(code: errno, call: "stat", path: path + "/data.mdb") }
      let identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      if let environment = entries[identity]?.environment {
        entries[identity]?.leases += 1
        return EnvironmentLease(environment: environment, identity: identity)
      }
      let environment = try Environment(path: path, creating: false, mapSize: mapSize)
      entries[identity] = Entry(environment: environment, leases: 1)
      return EnvironmentLease(environment: environment, identity: identity)
    }
  }

  fileprivate static func end(_ identity: Identity) {
    entries.withLock { entries in
      guard var entry = entries.removeValue(forKey: identity) else { return }
      entry.leases -= 1
      // The last lease gone, the environment is closed here, under the lock: nobody can open it meanwhile.
      if entry.leases > 0 { entries[identity] = entry }
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
