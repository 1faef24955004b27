// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import Synchronization
internal import SystemPlatform

/// The mounted file systems, as the kernel lists them. Asks no file system, so it never has to wait
/// for one.
final class MountTable: Sendable {
  static let shared = MountTable()

  private struct State {
    var mounts: [Mount] = []
    /// One of the mounts of each device.
    var byDevice: [UInt64: Mount] = [:]
  }

  /// Readable with `POLLPRI` after file systems were mounted or unmounted, until the next poll(2).
  /// -1 if there is no `/proc`; then every file system counts as local.
  private let descriptor: Int32
  private let state: Mutex<State>

  private init() {
    descriptor = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    state = Mutex(State())
    state.withLock { read(into: &$0) }
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

  private func current<Result: Sendable>(_ body: (State) -> Result) -> Result {
    state.withLock { state in
      var change = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
      if descriptor >= 0, unsafe poll(&change, 1, 0) > 0 { read(into: &state) }
      return body(state)
    }
  }

  private func read(into state: inout State) {
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return }
    var text: [UInt8] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
      while true {
        let count = retryingInterrupted { unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
        guard count > 0 else { return }
        unsafe text.append(contentsOf: buffer[..<count])
      }
    }
    state.mounts = text.split(separator: UInt8(ascii: "\n")).compactMap { Mount(line: $0) }
    state.byDevice = Dictionary(state.mounts.map { ($0.device, $0) }, uniquingKeysWith: { $1 })
  }
}
