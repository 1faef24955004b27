package import IndexStore

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

  /// The roots of file systems that are not mounted anywhere.
  func missing() -> Set<DirectoryID> {
    if identifiers.isEmpty { return [] }
    let mounted = MountTable.shared.identifiers
    return Set(identifiers.filter { !mounted.contains($0.value) }.keys)
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
      for directory in try snapshot.volumes().missing() {
        if let path = try snapshot.path(of: directory) { paths.append(path) }
      }
      return paths.sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Has searches leave out the files of volumes that are not mounted, and find those of the others.
  func hideMissingVolumes() throws(StoreError) {
    let (missing, hidden) = try read { snapshot throws(StoreError) in (try snapshot.volumes().missing(), try snapshot.hiddenDirectories()) }
    guard missing != hidden else { return }
    try write { transaction throws(StoreError) in try transaction.setHiddenDirectories(try transaction.snapshot.volumes().missing()) }
  }
}

extension Snapshot {
  func volumes() throws(StoreError) -> Volumes { Volumes(try metadata(.volumes) ?? []) }
}

extension WriteTransaction {
  /// Stores the volumes, and hides those that are missing. Those whose directories are no longer in the
  /// catalog are left out.
  func setVolumes(_ volumes: Volumes) throws(StoreError) {
    var kept = volumes
    for directory in volumes.identifiers.keys where try snapshot.path(of: directory) == nil { kept.set(directory, to: nil) }
    try setMetadata(.volumes, to: kept.identifiers.isEmpty ? nil : kept.encoded)
    try setHiddenDirectories(kept.missing())
  }
}
