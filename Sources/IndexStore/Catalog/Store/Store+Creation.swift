// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CSystem
internal import LMDB
internal import SystemPlatform

extension Store {
  /// Creates an empty index of files in the place of one that was deleted or is damaged, unless there is one
  /// already. It is incomplete until everything is indexed again.
  ///
  /// - Parameter trees: The trees that were in it, as far as they are known.
  package static func replaceLost(_ path: String, lacking trees: [[UInt8]]) throws(StoreError) {
    try create(path, .files, replacing: trees, mapSize: Environment.mapSize)
  }

  /// Creates an empty store of items in the place of one that was deleted, unless there is one already, and
  /// requests that the items are added again.
  static func replaceLostItems(_ path: String) throws(StoreError) {
    try create(path, .items, replacing: [], mapSize: Environment.mapSize)
  }

  /// Creates an empty store unless there is one. If several processes try at once, one creates it.
  static func create(_ path: String, _ content: StoreContent, replacing trees: [[UInt8]]? = nil, mapSize: Int) throws(StoreError) {
    try prepareFolder(path)
    // Other processes that want to create the store wait for this one, so a stop by the terminal
    // (Ctrl-Z) is deferred to the end of the section.
    stops_begin_section(true)
    defer { stops_end_section() }
    let lock = try lockedFolder(path)
    defer { withExtendedLifetime(lock) {} }
    let names = try namesInFolder(path)
    if names.contains("CURRENT") { return }
    let used = names.compactMap { GenerationPointer.number(of: $0.hasPrefix("damaged-") ? String($0.dropFirst(8)) : $0) }
    // A catalog without `CURRENT` is lost, and only the program can provide its items again.
    let isLost = trees != nil || names.contains { GenerationPointer.number(of: $0) != nil }
    if content == .items, isLost { try ReindexRequest.record(for: path) }
    let kept = keptTrees(in: path) ?? []
    // A damaged list stays: it tells that the trees of the lost catalog are unknown.
    if content == .files, used.isEmpty, !names.contains("trees") { try writeKeptTrees([], in: path) }
    let number = (used.max() ?? 0) + 1
    do throws(StoreError) {
      try create(number, content, in: path, replacing: trees ?? (used.isEmpty && kept.isEmpty ? nil : kept), mapSize: mapSize)
    } catch {
      // What is left of an index that has never been one, because the disk is full, is not that of a lost one.
      if !Path(path + "/CURRENT").exists { removeFolder(path + "/" + GenerationPointer.name(of: number)) }
      throw error
    }
  }

  /// - Parameter trees: What the catalog lacks because an earlier one was lost, or set aside because it is damaged;
  ///   `nil` if there was none.
  private static func create(
    _ number: Int, _ content: StoreContent, in path: String, replacing trees: [[UInt8]]?, mapSize: Int
  ) throws(StoreError) {
    var writer = try GenerationWriter(in: path, number: number, content, mapSize: mapSize)
    try writer.put(.meta, bytes: Array("format".utf8), sealed(littleEndian(Self.format)))
    var generator = SystemRandomNumberGenerator()
    try writer.put(.meta, bytes: Array("identifier".utf8), sealed(littleEndian(generator.next()) + littleEndian(generator.next())))
    var counters = Counters()
    // DocumentIDs are never reused. A damaged catalog that is replaced cannot tell which ones it
    // assigned, so each generation number gets a range of its own.
    counters.nextDocument = UInt64(number - 1) << 40 + 1
    if content == .files, let trees { try writer.markIncomplete(lacking: trees) }
    try writer.fillEmpty(counters)
    try writer.finish()
    try synchronizeEntries(leadingTo: path)
    try GenerationPointer.set(number, in: path)
  }

  /// Creates a folder for a store if it is missing.
  ///
  /// - Throws: `StoreError.foreignDirectory` or `.unsuitableFileSystem` if the folder cannot hold a
  ///   store.
  static func prepareFolder(_ path: String) throws(StoreError) {
    try makeFolders(path)
    try checkFileSystem(path)
    let names = try namesInFolder(path)
    if !names.contains("CURRENT"), let name = foreignName(among: names) { throw .foreignDirectory(path: path, name: name) }
  }

  /// Checks that a folder contains a store.
  ///
  /// - Throws: `StoreError.notFound` or `.foreignDirectory` if it does not, or
  ///   `.unsuitableFileSystem` if it is on a file system that cannot hold one.
  static func checkFolder(_ path: String) throws(StoreError) {
    if let error = Path(path).accessError() {
      throw error.isMissing ? .notFound(path: path) : StoreError(code: error.rawValue, call: "access", path: path)
    }
    try checkFileSystem(path)
    if Path(path + "/CURRENT").exists { return }
    let names = try namesInFolder(path)
    guard !names.contains("CURRENT") else { return }
    throw foreignName(among: names).map { .foreignDirectory(path: path, name: $0) } ?? .notFound(path: path)
  }

  /// Checks that root does not write to the store of another user, who could then no longer open
  /// the new files. Takes the rights of others away from an own folder: whoever may write to it can
  /// put another index in the place of this one.
  static func checkAccess(_ path: String) throws(StoreError) {
    guard let facts = FileFacts(at: Path(path)) else { return }
    let user = ProcessFacts.effectiveUser
    if user == 0, facts.owner != 0 { throw .permissionDenied(path: path) }
    guard facts.owner == user, facts.permissions & 0o077 != 0 else { return }
    try translatingSystemErrors { () throws(SystemError) in try Path(path).setPermissions(facts.permissions & 0o7700) }
  }

  /// The first name in a store's folder that this program does not create; `nil` if there is none.
  static func foreignName(among names: [String]) -> String? { names.filter { !isOwnName($0) }.min() }

  private static func isOwnName(_ name: String) -> Bool {
    [
      "CURRENT", "CURRENT.new", "cookies", "daemon.lock", "filter", "filter.new", "generation", "maintenance.lock", "segments",
      "trees", "trees.new",
    ].contains(name) || ["catalog-", "retired-", "damaged-"].contains(where: name.hasPrefix)
  }

  /// Checks that mapped files are coherent between processes and that locks work. Network file
  /// systems and those in user space do not guarantee this.
  private static func checkFileSystem(_ path: String) throws(StoreError) {
    let type = Int(unsafe file_system_type(path))
    guard type >= 0 else { throw StoreError(code: Int32(-type), call: "statfs", path: path) }
    if let name = unsuitableFileSystem(type) { throw .unsuitableFileSystem(path: path, name: name) }
  }

  /// The name of a file system without coherent mappings; `nil` for others.
  ///
  /// - Parameter type: The file system's magic number from `statfs(2)`.
  static func unsuitableFileSystem(_ type: Int) -> String? {
    switch type {
    case 0x6969: "NFS"
    case 0xFF53_4D42: "CIFS"
    case 0xFE53_4D42, 0x517B: "SMB"
    case 0x6573_5546: "FUSE"
    case 0x0102_1997: "9P"
    case 0x00C3_6400: "Ceph"
    case 0x5346_414F, 0x6B41_4653: "AFS"
    case 0x7375_7245: "Coda"
    case 0x564C: "NCP"
    case 0x786F_4256: "a VirtualBox shared folder"
    case 0x0BD0_0BD0: "Lustre"
    case 0x4750_4653: "GPFS"
    default: nil
    }
  }

  /// Creates a folder and those around it that are missing.
  package static func makeFolders(_ path: String) throws(StoreError) {
    try translatingSystemErrors { () throws(SystemError) in try Path(path).createFoldersIfMissing() }
  }
}

extension GenerationWriter {
  /// Writes the rows of an empty catalog.
  mutating func fillEmpty(_ counters: Counters) throws(StoreError) {
    try put(.meta, bytes: Counters.row, counters.encoded())
    let root = DirectoryRecord(
      id: .root, parent: .nowhere, name: [], document: nil, filesystem: .unknown, isIndexed: false, listed: 0,
      firstListed: 0)
    try put(.directories, bytes: [0, 0, 0, 1], root.encoded())
  }
}
