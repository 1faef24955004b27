// SPDX-License-Identifier: Apache-2.0

internal import LMDB
internal import SystemPlatform

extension Store {
  /// Writes a copy of the catalog without gaps and makes it the generation in use. Readers continue
  /// undisturbed; writers wait.
  ///
  /// - Throws: `StoreError.diskFull` when there is no room for the copy. The store is then
  ///   unchanged.
  package func compact() throws(StoreError) { try compact { _ in true } }

  /// Compacts the catalog if necessary.
  ///
  /// - Parameter isNeeded: Called with the write lock held. Returning `false` leaves the catalog as
  ///   it is.
  func compact(where isNeeded: (borrowing Snapshot) throws(StoreError) -> Bool) throws(StoreError) {
    try replaceGeneration(where: isNeeded) { old, new throws(StoreError) in
      for table in old.lease.generation.tables { try Self.copy(table, from: old.transaction, to: &new) }
      var counters = try old.counters()
      counters.removed = 0
      try new.put(.meta, bytes: Counters.row, counters.encoded())
    }
  }

  /// Removes everything except the used numbers, the store's identifier, and the tables of types
  /// and file systems.
  ///
  /// - Parameter trees: What must be indexed again; `nil` for the trees in the index.
  package func erase(lacking trees: [[UInt8]]? = nil) throws(StoreError) {
    try replaceGeneration { old, new throws(StoreError) in
      let before = try old.counters()
      var counters = Counters()
      counters.nextDocument = before.nextDocument
      counters.nextDirectory = before.nextDirectory
      counters.nextType = before.nextType
      counters.nextFilesystem = before.nextFilesystem
      counters.nextSegment = before.nextSegment
      // A row of another table has a valid checksum. Copied unread, it would survive in the new catalog.
      try old.checkNumberedTables()
      // Every reader of the change log is now behind its start and reads everything again.
      counters.sequence = before.sequence + 1
      counters.forgotten = counters.sequence
      counters.indexed = counters.sequence
      for table in [CatalogTable.types, .filesystems] { try Self.copy(table, from: old.transaction, to: &new) }
      for name in ["format", "identifier"] {
        if let value = try old.meta(name) { try new.put(.meta, bytes: Array(name.utf8), sealed(value)) }
      }
      let lost = if let trees { trees } else { try old.roots() }
      try new.markIncomplete(lacking: lost)
      try new.fillEmpty(counters)
    }
  }

  /// Renames the generations of a catalog that cannot be opened, so that the next opening creates
  /// an empty one. The files remain in folders named `damaged-…`; those of earlier calls are
  /// removed, so that a disk that keeps damaging the catalog does not become full.
  package static func setAside(_ path: String) throws(StoreError) {
    let names = try namesInFolder(path)
    let generations = names.filter { GenerationPointer.number(of: $0) != nil }
    if !generations.isEmpty { for name in names where name.hasPrefix("damaged-") { removeFolder(path + "/" + name) } }
    for name in generations {
      try translatingSystemErrors { () throws(SystemError) in
        try Path(path + "/" + name).rename(to: Path(path + "/damaged-" + name))
      }
    }
    try discard(path + "/CURRENT")
    try synchronizeFolder(path)
  }

  /// Writes the next generation under the write lock of the present one (invariant 1) and removes
  /// the present one.
  private func replaceGeneration(
    where isNeeded: (borrowing Snapshot) throws(StoreError) -> Bool = { _ in true },
    _ fill: (borrowing Snapshot, inout GenerationWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard access != .read else { throw .openedForReading(path: path) }
    try whileWriting { old throws(StoreError) in
      guard try isNeeded(old) else { return }
      let present = try GenerationPointer(of: path)
      sweepGenerations(keeping: present.name)
      let number = present.number + 1
      do throws(StoreError) {
        var writer = try GenerationWriter(in: path, number: number, old.content, mapSize: mapSize)
        try fill(old, &writer)
        try writer.finish()
        try GenerationPointer.set(number, in: path)
      } catch {
        // If `CURRENT` names the new generation already, or cannot be read, both stay.
        if let current = try? GenerationPointer(of: path), current.number != number {
          removeFolder(path + "/" + GenerationPointer.name(of: number))
        }
        throw error
      }
      announcer.announce(old.number)
      sweepGenerations(keeping: GenerationPointer.name(of: number))
    }
  }

  /// Removes generations that are not in use (invariant 2). A reader keeps its generation open, and
  /// the space is freed when the reader ends.
  private func sweepGenerations(keeping current: String) {
    for name in (try? namesInFolder(path)) ?? [] where name != current {
      let isRetired = name.hasPrefix("retired-")
      guard isRetired || GenerationPointer.number(of: name) != nil else { continue }
      let retired = isRetired ? name : "retired-" + name
      // Renamed first, so that nobody can open a folder that is partly removed.
      if !isRetired { Path(path + "/" + name).renameIfPossible(to: Path(path + "/" + retired)) }
      CrashPoint.generationRetired.pass()
      removeFolder(path + "/" + retired)
      CrashPoint.generationRemoved.pass()
    }
  }

  private static func copy(
    _ table: CatalogTable, from old: borrowing CatalogTransaction, to new: inout GenerationWriter
  ) throws(StoreError) {
    let cursor = try old.cursor(table)
    var found = try cursor.first()
    while found {
      try new.append(table, key: cursor.key, value: cursor.value)
      found = try cursor.next()
    }
  }
}
