// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Synchronization
internal import SystemPlatform

/// The mounted file systems, as the kernel lists them. Asks no file system, so it never has to wait
/// for one.
final class MountTable: Sendable {
  static let shared = MountTable()

  private struct State {
    var mounts: [Mount] = [] {
      didSet { byDevice = Dictionary(mounts.map { ($0.device, $0) }, uniquingKeysWith: { $1 }) }
    }
    /// One of the mounts of each device.
    private(set) var byDevice: [UInt64: Mount] = [:]
    /// Told of each change.
    var readers: [ObjectIdentifier: MountChanges] = [:]
  }

  /// Readable with `POLLPRI` after file systems were mounted or unmounted, until the next poll(2).
  /// Negative if there is no `/proc`; then every file system counts as local.
  private let file: OwnedDescriptor
  private let state: Mutex<State>

  /// The kernel's table, which has `POLLPRI` after changes; a negative descriptor if there is no `/proc`.
  static func open() -> OwnedDescriptor {
    do throws(SystemError) {
      return try OwnedDescriptor(opening: Path("/proc/self/mountinfo"))
    } catch {
      return OwnedDescriptor(owning: -1)
    }
  }

  private init() {
    file = MountTable.open()
    state = Mutex(State())
    state.withLock { state in
      if let mounts = readMounts() { state.mounts = mounts }
    }
  }

  /// The kind of the file system with a device number.
  ///
  /// The subvolumes of Btrfs have device numbers that are not in the table. They are local.
  func kind(ofDevice device: UInt64) -> FileSystemKind { mount(ofDevice: device)?.kind ?? .local }

  /// A mount of the file system with a device number; `nil` if there is none, as for a subvolume of
  /// Btrfs.
  func mount(ofDevice device: UInt64) -> Mount? { current { $0.byDevice[device] } }

  /// The kind of the file system that contains an absolute path without symbolic links.
  func kind(ofPath path: [UInt8]) -> FileSystemKind {
    let above = mounts.filter { path.isAtOrBelow($0.point) }
    let nearest = above.map(\.point.count).max()
    return above.last { $0.point.count == nearest }?.kind ?? .local
  }

  /// The identifiers of all mounted local file systems.
  var identifiers: Set<UInt64> { Set(mounts.filter { kind(ofPath: $0.point) == .local }.map { identifier(at: $0.point) }) }

  /// The identifier of the local file system at a path; 0 if it has none.
  func identifier(at path: [UInt8]) -> UInt64 { unsafe withCPath(path) { unsafe file_system_identifier($0) } }

  /// All mounts; a later one may cover an earlier one.
  var mounts: [Mount] { current(\.mounts) }

  /// Adds the mount points to `changes` that change from now on, until ``stopReporting(to:)``.
  func report(to changes: MountChanges) {
    current { _ in }
    state.withLock { $0.readers[ObjectIdentifier(changes)] = changes }
  }

  func stopReporting(to changes: MountChanges) { state.withLock { $0.readers[ObjectIdentifier(changes)] = nil } }

  /// Reads the table again after a directory was renamed: what is mounted below it has other mount points
  /// then, and the kernel reports no change.
  func noteRenames() {
    state.withLock { state in
      guard let mounts = readMounts() else { return }
      let identities = Set(mounts.map(\.identity)).symmetricDifference(state.mounts.map(\.identity))
      let changed = (mounts + state.mounts).filter { identities.contains($0.identity) }.map(\.point)
      state.mounts = mounts
      for reader in state.readers.values { reader.add(changed) }
    }
  }

  private func current<Result: Sendable>(_ body: (State) -> Result) -> Result {
    state.withLock { state in
      if WaitSource.exception(file.rawValue).isReady(within: .zero), let mounts = readMounts() {
        let changed = Set(mounts).symmetricDifference(state.mounts).map(\.point)
        state.mounts = mounts
        for reader in state.readers.values { reader.add(changed) }
      }
      return body(state)
    }
  }

  /// - Returns: `nil` if the table cannot be read.
  private func readMounts() -> [Mount]? {
    let file = file.file
    guard file.seek(to: 0) else { return nil }
    var text: [UInt8] = []
    do throws(SystemError) {
      while case let piece = try file.read(limit: 1 << 14), !piece.isEmpty { text += piece }
    } catch {
      return nil
    }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { Mount(line: $0) }
  }
}
