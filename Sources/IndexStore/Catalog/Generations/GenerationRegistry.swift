// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemPlatform

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
      do throws(SystemError) {
        let identity = try FileFacts(of: Path(path + "/data.mdb")).identity
        (device, inode) = (identity.device, identity.inode)
      } catch {
        throw error.code == .tooManyLinks ? .notAFile(path + "/data.mdb") : StoreError(error)
      }
    }
  }

  private struct Entry {
    let identity: Identity
    let slot = Slot()
    var leases = 1
  }

  /// A generation that is open, or that is being opened. Opening one does not delay another one.
  private final class Slot: Sendable {
    let generation = Mutex<CatalogGeneration?>(nil)
  }

  /// A list because there are few entries. A dictionary with our own key type costs a command-line
  /// tool 50 µs at its start.
  private static let entries = Mutex<[Entry]>([])

  /// Leases the generation in a folder, opening it if this process has not.
  static func lease(path: String, mapSize: Int) throws(StoreError) -> GenerationLease {
    let identity = try Identity(of: path)
    let slot = entries.withLock { entries in
      if let index = entries.firstIndex(where: { $0.identity == identity }) {
        entries[index].leases += 1
        return entries[index].slot
      }
      let entry = Entry(identity: identity)
      entries.append(entry)
      return entry.slot
    }
    do throws(StoreError) {
      let generation = try slot.generation.withLock { generation throws(StoreError) in
        if let generation { return generation }
        let opened = try CatalogGeneration(path: path, creating: nil, mapSize: mapSize)
        generation = opened
        return opened
      }
      return GenerationLease(generation: generation, identity: identity)
    } catch {
      end(identity)
      throw error
    }
  }

  fileprivate static func end(_ identity: Identity) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.identity == identity }) else { return }
      entries[index].leases -= 1
      guard entries[index].leases == 0 else { return }
      // Nobody leases it, so it is closed here, under the lock, and nobody can open it at the same
      // time.
      entries.remove(at: index).slot.generation.withLock { $0 = nil }
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
