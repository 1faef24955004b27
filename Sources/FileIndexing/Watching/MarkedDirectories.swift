// SPDX-License-Identifier: Apache-2.0

/// The directories of marked file systems whose events are wanted, by their file handles.
///
/// Most events of a busy file system are of other directories. Finding that out takes no allocation.
struct MarkedDirectories: Sendable {
  /// The identifier of the file system and the file handle of a directory.
  struct Identity: Hashable, Sendable {
    fileprivate var fileSystem: UInt16
    fileprivate var type: UInt8
    fileprivate var size: UInt8
    fileprivate var last: UInt32
    fileprivate var first: UInt64
    fileprivate var second: UInt64
  }

  /// The identifiers of file systems, which are few.
  private var fileSystems: [UInt64] = []
  /// Handles that do not fit into an ``Identity``, which has their number.
  private var longHandles: [[UInt8]: UInt64] = [:]
  private var watches: [Identity: WatchID] = [:]
  private var identities: [WatchID: Identity] = [:]
  /// Those of inotify are positive.
  private var next: Int32 = -1

  /// The identity that the bytes of `mark_identity` or of an event stand for.
  ///
  /// - Parameter isNew: Whether it need not be of a known file system.
  /// - Returns: `nil` if no directory that was added can have it.
  mutating func identity(_ bytes: UnsafeRawBufferPointer, isNew: Bool = false) -> Identity? {
    let (header, inline) = (16, 20)
    guard bytes.count >= header, bytes.count <= header + Int(UInt8.max) else { return nil }
    let number = unsafe bytes.loadUnaligned(as: UInt64.self)
    var index = fileSystems.firstIndex(of: number)
    if index == nil, isNew, fileSystems.count < Int(UInt16.max) {
      index = fileSystems.count
      fileSystems.append(number)
    }
    guard let index else { return nil }
    let handle = unsafe UnsafeRawBufferPointer(rebasing: bytes[header...])
    let type = unsafe bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self)
    var identity = Identity(
      fileSystem: UInt16(index), type: UInt8(truncatingIfNeeded: type), size: UInt8(handle.count), last: 0, first: 0, second: 0)
    guard handle.count <= inline, type >= 0, type <= Int32(UInt8.max) else {
      let bytes = unsafe Array(bytes)
      guard let long = longHandles[bytes] ?? (isNew ? UInt64(longHandles.count) : nil) else { return nil }
      longHandles[bytes] = long
      (identity.type, identity.size, identity.first) = (0, UInt8.max, long)
      return identity
    }
    unsafe withUnsafeMutableBytes(of: &identity.first) { unsafe $0.copyBytes(from: handle.prefix(8)) }
    unsafe withUnsafeMutableBytes(of: &identity.second) { unsafe $0.copyBytes(from: handle.dropFirst(8).prefix(8)) }
    unsafe withUnsafeMutableBytes(of: &identity.last) { unsafe $0.copyBytes(from: handle.dropFirst(16)) }
    return identity
  }

  subscript(identity: Identity) -> WatchID? { watches[identity] }

  mutating func add(_ identity: Identity) -> WatchID {
    if let known = watches[identity] { return known }
    let id = WatchID(rawValue: next)
    next -= 1
    watches[identity] = id
    identities[id] = identity
    return id
  }

  mutating func remove(_ watch: WatchID) {
    if let identity = identities.removeValue(forKey: watch) { watches[identity] = nil }
  }
}
