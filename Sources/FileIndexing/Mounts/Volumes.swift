// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import SystemPlatform

/// The directories of a catalog that are roots of file systems: mount points, and roots of the
/// configuration.
///
/// If such a file system is not mounted, there is an empty directory at its mount point, or nothing.
/// That must not look as if its files were removed. Searches leave them out meanwhile.
struct Volumes: Equatable {
  /// The identifiers of the file systems, by the directories.
  private(set) var identifiers: [DirectoryID: UInt64] = [:]

  /// The root of a file system that is not mounted anywhere; `false` for other directories.
  func isMissing(_ directory: DirectoryID, among mounted: () -> Set<UInt64>) -> Bool {
    identifiers[directory].map { !mounted().contains($0) } ?? false
  }

  /// - Parameter identifier: `nil` if the directory is not the root of a file system.
  mutating func set(_ directory: DirectoryID, to identifier: UInt64?) { identifiers[directory] = identifier }

  // MARK: Stored form

  /// Decodes what ``encoded`` returned. Elements of another form are left out.
  init(_ value: [UInt8] = []) {
    for element in value.split(separator: 0) {
      let numbers = String(decoding: element, as: UTF8.self).split(separator: " ")
      guard numbers.count == 2, let directory = UInt32(numbers[0]), let identifier = UInt64(numbers[1], radix: 16) else { continue }
      identifiers[DirectoryID(rawValue: directory)] = identifier
    }
  }

  /// The numbers of a directory and of its file system, separated by a space; a zero byte between
  /// directories.
  var encoded: [UInt8] {
    Array(identifiers.map { Array("\($0.rawValue) \(String($1, radix: 16))".utf8) }.joined(separator: [0]))
  }
}

extension Store {
  func volumes() throws(StoreError) -> Volumes { try read { snapshot throws(StoreError) in try snapshot.volumes() } }

  /// The paths in the index whose file systems are not mounted, bytewise sorted.
  package func missingVolumes() throws(StoreError) -> [[UInt8]] {
    try read { snapshot throws(StoreError) in
      var paths: [[UInt8]] = []
      for directory in try snapshot.absent(snapshot.volumes()).directories {
        if let path = try snapshot.path(of: directory) { paths.append(path) }
      }
      return paths.sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Records which volumes are not mounted, so that searches leave out their files.
  func hideMissingVolumes() throws(StoreError) {
    let (absent, hidden) = try read { snapshot throws(StoreError) in
      (try snapshot.absent(snapshot.volumes()), try snapshot.hiddenTrees())
    }
    guard absent != hidden else { return }
    try write { transaction throws(StoreError) in try transaction.setHiddenTrees(absent) }
  }
}

extension Snapshot {
  func volumes() throws(StoreError) -> Volumes { Volumes(try metadata(.volumes) ?? []) }

  /// The directories of volumes at which another file system is now, and those that are gone with their
  /// file systems.
  func absent(_ volumes: Volumes) throws(StoreError) -> HiddenTrees {
    var absent = HiddenTrees()
    for (directory, identifier) in volumes.identifiers {
      guard let path = try path(of: directory) else { continue }
      // Only a local file system is asked for its identifier, because another one may not answer.
      let isLocal = MountTable.shared.kind(ofPath: path) == .local
      let found = isLocal ? MountTable.shared.identifier(at: path) : .max
      let isAbsent = found == 0 ? volumes.isMissing(directory) { MountTable.shared.identifiers } : found != identifier
      guard isAbsent else { continue }
      let isGone = found == 0 && FileStatus(at: path) == nil && Errno.current == .noSuchFileOrDirectory
      absent.documents[directory] = .some(isGone ? try reference(for: path)?.document : nil)
    }
    return absent
  }
}

extension WriteTransaction {
  /// Stores the volumes, and hides those that are absent. Those whose directories are no longer in the
  /// catalog are left out.
  func setVolumes(_ volumes: Volumes) throws(StoreError) {
    var kept = volumes
    for directory in volumes.identifiers.keys where try snapshot.path(of: directory) == nil { kept.set(directory, to: nil) }
    try setMetadata(.volumes, to: kept.identifiers.isEmpty ? nil : kept.encoded)
    try setHiddenTrees(try snapshot.absent(kept))
  }
}
