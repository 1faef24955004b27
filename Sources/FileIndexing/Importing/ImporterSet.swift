// SPDX-License-Identifier: Apache-2.0

package import Applications
internal import Attributes
internal import IndexStore
package import UniformTypeIdentifiers
package import WorkerProtocol

/// The importers that are installed, and those that the workers contain.
package struct ImporterSet: Sendable {
  /// Those that are installed come first.
  package var descriptions: [ImporterDescription] { installed.map(ImporterDescription.init) + builtIn }
  package let installed: [InstalledImporter]
  /// The importers that the workers contain.
  package let builtIn: [ImporterDescription]
  /// The layers of the workers' sandbox that hold.
  package let sandbox: Set<SandboxLayer>
  /// Why the file with the names of places cannot be used; `nil` if it can, or if it was not read.
  let placesProblem: String?
  /// The types of the system, and those that installed importers declare.
  package var types: TypeDatabase { .standard(with: installed.flatMap(\.declaredTypes)) }

  /// Starts a worker to ask for its importers.
  ///
  /// - Parameter parked: Receives the worker, unless workers are to run at idle priority. Otherwise it
  ///   is ended.
  package init(of launch: WorkerLaunch, keepingWorkerIn parked: ParkedWorkers? = nil) throws(WorkerStartError) {
    var ordinary = launch
    // The caller waits for the answer, which takes little time.
    ordinary.runsWhenIdle = false
    let worker = try WorkerProcess(ordinary)
    builtIn = worker.greeting.importers
    installed = launch.installed
    sandbox = worker.greeting.sandbox
    placesProblem = worker.greeting.placesProblem
    if !launch.runsWhenIdle { parked?.park(worker) }
  }

  /// The importers of the last run, for a time in which no worker can be started.
  init(lastUsedIn store: Store, _ launch: WorkerLaunch) throws(StoreError) {
    let known = try store.read { snapshot throws(StoreError) in try snapshot.metadata(.importers) }.flatMap { try? Self.decode($0) } ?? []
    installed = launch.installed
    let descriptions = installed.map(ImporterDescription.init)
    builtIn = known.filter { !descriptions.contains($0) }
    sandbox = try store.sandboxLayers() ?? .complete
    placesProblem = nil
  }

  /// Compares the importers with those of the last run. Files of types whose importer is new, has
  /// another version or is gone are marked to be read again, failed ones included.
  func settle(in store: Store) throws {
    try store.record(sandbox: sandbox)
    try updateTypes(in: store)
    let current = encoded
    let known = try store.read { snapshot throws(StoreError) in try snapshot.metadata(.importers) }
    guard known != current else { return }
    let changed = known.map(changes(since:)) ?? descriptions
    try invalidate(ClaimedTypes(changed), in: store)
    try retryFailures(of: changed, in: store)
    try store.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: current) }
  }

  /// Stores the trees and names of types that another version of this program knew differently.
  private func updateTypes(in store: Store) throws(StoreError) {
    let types = types
    let current = { (type: ContentType) -> ContentType in
      if let found = type.mimeType.flatMap({ types.type(forMIME: $0) }), found.identifier == type.identifier { return ContentType(found) }
      let tree = types.tree(forIdentifier: type.identifier)
      guard !tree.isEmpty else { return type }
      var type = type
      type.tree = tree
      return type
    }
    let isChanged = try store.read { snapshot throws(StoreError) in try snapshot.contentTypes().values.contains { current($0) != $0 } }
    guard isChanged else { return }
    try store.write { transaction throws(StoreError) in try transaction.updateTypes(current) }
  }

  /// Marks the files to be read again on which some importers have failed. They may have the type that
  /// they had before the importer was installed.
  private func retryFailures(of importers: [ImporterDescription], in store: Store) throws(StoreError) {
    let titles = Set(importers.map(\.title))
    let failed = try store.read { snapshot throws(StoreError) in try snapshot.failures().filter { titles.contains($0.importer) } }
    if failed.isEmpty { return }
    try store.write { transaction throws(StoreError) in
      for failure in failed { try transaction.setContentState(failure.reference, .pending) }
    }
  }

  /// Marks all files of some types to be read again, in small transactions. Empty files, which are not
  /// read, get the type that their names have now.
  ///
  /// - Returns: Number of files of the types that wait to be read, including those that waited
  ///   before.
  @discardableResult
  func invalidate(_ changed: ClaimedTypes, in store: Store) throws -> Int {
    let types = types
    var start: DocumentReference?
    var count = 0
    while true {
      let (found, empty, waiting, next) = try store.read { snapshot throws(StoreError) in
        try Self.candidates(changed, types, from: start, snapshot)
      }
      if !found.isEmpty || !empty.isEmpty {
        try store.write { transaction throws(StoreError) in
          for reference in found { try transaction.setContentState(reference, .pending) }
          for file in empty { try transaction.setContentState(file.reference, .none, type: transaction.typeID(for: file.type)) }
        }
      }
      count += found.count + waiting
      guard let next else { return count }
      start = next
    }
  }

  /// Finds up to 256 documents to mark, and empty files whose names have another type now, and counts
  /// those that wait already. `next` is where to continue; `nil` at the end.
  private static func candidates(
    _ changed: ClaimedTypes, _ types: TypeDatabase, from start: DocumentReference?, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> (
    found: [DocumentReference], empty: [(reference: DocumentReference, type: ContentType)], waiting: Int, next: DocumentReference?
  ) {
    var found: [DocumentReference] = []
    var empty: [(reference: DocumentReference, type: ContentType)] = []
    var waiting = 0
    var next: DocumentReference?
    // Documents come directory after directory.
    var directory: DirectoryRecord?
    try snapshot.forEachDocument(from: start) { row throws(StoreError) in
      guard found.count + empty.count < 256 else {
        next = row.reference
        return false
      }
      if directory?.id != row.reference.directory { directory = try snapshot.directoryRecord(row.reference.directory) }
      if directory?.isNamesOnly == true { return true }
      // A document has the type of the time when it was read. An importer may have declared another one
      // since.
      guard row.status.kind == .regular else { return true }
      let (present, named) = (try snapshot.contentType(row.type), types.type(forFileName: row.name)?.type)
      guard present.map({ changed.contains(tree: $0.tree) }) == true || named.map(changed.contains) == true else { return true }
      if row.status.size > 0 {
        if row.content == .pending { waiting += 1 } else { found.append(row.reference) }
      } else if present?.identifier != (named ?? types.data).identifier {
        empty.append((row.reference, ContentType(named ?? types.data)))
      }
      return true
    }
    return (found, empty, waiting, next)
  }

  // MARK: In the catalog

  private var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.append(variable: UInt64(descriptions.count))
    for importer in descriptions {
      writer.append(string: importer.name)
      writer.append(signed: Int64(importer.version))
      writer.append(variable: UInt64(importer.contentTypes.count))
      for type in importer.contentTypes { writer.append(string: type) }
    }
    return writer.bytes
  }

  /// The importers that are new, have changed, or are gone; all if the stored list cannot be decoded.
  private func changes(since old: [UInt8]) -> [ImporterDescription] {
    guard let known = try? Self.decode(old) else { return descriptions }
    return descriptions.filter { !known.contains($0) } + known.filter { !descriptions.contains($0) }
  }

  private static func decode(_ bytes: [UInt8]) throws(DecodingError) -> [ImporterDescription] {
    var reader = ByteReader(bytes.span)
    var descriptions: [ImporterDescription] = []
    for _ in 0..<(try reader.count()) {
      var importer = ImporterDescription(name: try reader.string(), version: Int(try reader.signed()), contentTypes: [])
      for _ in 0..<(try reader.count()) { importer.contentTypes.append(try reader.string()) }
      descriptions.append(importer)
    }
    return descriptions
  }
}

extension ImporterDescription {
  init(_ importer: InstalledImporter) {
    self.init(name: importer.identifier, version: importer.version, contentTypes: importer.types)
  }

  /// The name and the version, as a failure records them.
  var title: String { "\(name) \(version)" }
}
