internal import Attributes
internal import IndexStore
internal import UniformTypeIdentifiers
package import WorkerProtocol

/// The importers that the workers contain.
package struct ImporterSet: Sendable {
  package let descriptions: [ImporterDescription]
  /// The layers of the workers' sandbox that hold.
  package let sandbox: Set<SandboxLayer>

  /// Starts a worker to ask for its importers, and ends it.
  package init(of launch: WorkerLaunch) throws(WorkerStartError) {
    let greeting = try WorkerProcess(launch).greeting
    descriptions = greeting.importers
    sandbox = greeting.sandbox
  }

  /// Compares the importers with those of the last run. Files of types whose importer is new or has
  /// another version are marked to be read again, failed ones included.
  func settle(in store: Store) throws {
    try store.record(sandbox: sandbox)
    let current = encoded
    let known = try store.read { snapshot throws(StoreError) in try snapshot.metadata(.importers) }
    guard known != current else { return }
    let changed = known.map { ClaimedTypes(changes(since: $0)) } ?? ClaimedTypes(descriptions)
    try invalidate(changed, in: store)
    try store.write { transaction throws(StoreError) in try transaction.setMetadata(.importers, to: current) }
  }

  /// Marks all files of some types to be read again, in small transactions.
  ///
  /// - Returns: Number of files of the types that wait to be read, including those that waited
  ///   before.
  @discardableResult
  func invalidate(_ changed: ClaimedTypes, in store: Store) throws -> Int {
    var start: DocumentReference?
    var count = 0
    while true {
      let (found, waiting, next) = try store.read { snapshot throws(StoreError) in try Self.candidates(changed, from: start, snapshot) }
      if !found.isEmpty {
        try store.write { transaction throws(StoreError) in
          for reference in found { try transaction.setContentState(reference, .pending) }
        }
      }
      count += found.count + waiting
      guard let next else { return count }
      start = next
    }
  }

  /// Finds up to 256 documents to mark, and counts those that wait already. `next` is where to
  /// continue; `nil` at the end.
  private static func candidates(
    _ changed: ClaimedTypes, from start: DocumentReference?, _ snapshot: borrowing Snapshot
  ) throws(StoreError) -> (found: [DocumentReference], waiting: Int, next: DocumentReference?) {
    var found: [DocumentReference] = []
    var waiting = 0
    var next: DocumentReference?
    try snapshot.forEachDocument(from: start) { row throws(StoreError) in
      guard found.count < 256 else {
        next = row.reference
        return false
      }
      if row.status.kind == .regular, row.status.size > 0,
        let type = try snapshot.contentType(row.type), changed.contains(tree: type.tree)
      {
        if row.content == .pending { waiting += 1 } else { found.append(row.reference) }
      }
      return true
    }
    return (found, waiting, next)
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

  /// The importers that are new or have changed; all if the stored list cannot be decoded.
  private func changes(since old: [UInt8]) -> [ImporterDescription] {
    guard let known = try? Self.decode(old) else { return descriptions }
    return descriptions.filter { !known.contains($0) }
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
