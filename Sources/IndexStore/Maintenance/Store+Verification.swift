// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB
internal import Segments

extension Store {
  /// Verifies the whole store: the checksums of all rows and segments, and whether catalog and
  /// segments agree about each document.
  ///
  /// - Returns: At most 100 errors, each naming a damaged object; empty when the store is intact.
  /// - Complexity: O(documents), a few microseconds and a few bits of memory for each.
  package func verify() throws(StoreError) -> [StoreError] { try verify {} }

  /// - Parameter betweenParts: Called after the catalog was verified and before the segments are.
  func verify(betweenParts: () throws(StoreError) -> Void) throws(StoreError) -> [StoreError] {
    var damage: [StoreError] = []
    for _ in 0..<Self.maximumVerifications {
      let generation: CatalogGeneration
      (damage, generation) = try verifySnapshot(betweenParts)
      if damage.isEmpty { return damageOfKeptTrees().map { [$0] } ?? [] }
      // Whoever replaces the catalog, or merges segments, removes segments that the snapshot lists.
      if try lease().generation === generation, try !isOutdated(damage) { break }
    }
    return damage
  }

  /// Maximum number of attempts, so of merges that may overtake one verification.
  private static let maximumVerifications = 100

  /// Whether a segment that was missing is no longer listed.
  private func isOutdated(_ damage: [StoreError]) throws(StoreError) -> Bool {
    let missing = damage.compactMap { error in if case .outdatedSnapshot(let path) = error { path } else { nil } }
    if missing.isEmpty { return false }
    let listed = try read { snapshot throws(StoreError) in try snapshot.segmentRecords() }.map { $0.id.path(in: path) }
    return !missing.allSatisfy(listed.contains)
  }

  private func verifySnapshot(
    _ betweenParts: () throws(StoreError) -> Void
  ) throws(StoreError) -> (damage: [StoreError], generation: CatalogGeneration) {
    try read { snapshot throws(StoreError) in
      var report = DamageReport()
      try snapshot.verifyCatalog(&report)
      try betweenParts()
      // Rows that cannot be read cannot be compared.
      if report.isEmpty { try CrossCheck(snapshot, &report).run(snapshot, &report) }
      return (report.damage, snapshot.lease.generation)
    }
  }

  /// The number of the last transaction that has changed the catalog.
  package func lastTransaction() throws(StoreError) -> UInt64 { try read { snapshot throws(StoreError) in snapshot.number } }

  /// Verifies that every row of the catalog can be read, and that its checksum is correct.
  ///
  /// - Parameter isWanted: Asked from time to time. The verification ends when it returns `false`.
  /// - Returns: At most 100 errors, each naming a damaged object; empty when the catalog is intact.
  /// - Complexity: O(rows).
  package func verifyCatalog(while isWanted: () -> Bool = { true }) throws(StoreError) -> [StoreError] {
    try read { snapshot throws(StoreError) in
      var report = DamageReport()
      try snapshot.verifyCatalog(&report, while: isWanted)
      return report.damage
    }
  }
}

/// The errors that a verification has found.
private struct DamageReport {
  private(set) var damage: [StoreError] = []

  var isEmpty: Bool { damage.isEmpty }
  var isFull: Bool { damage.count >= 100 }

  /// Adds an error, unless it is in the report.
  mutating func add(_ error: @autoclosure () -> StoreError) {
    if isFull { return }
    let error = error()
    if !damage.contains(error) { damage.append(error) }
  }

  mutating func add(_ object: @autoclosure () -> String, _ reason: String) { add(.corrupted(object: object(), reason: reason)) }
}

extension Snapshot {
  fileprivate func verifyCatalog(_ report: inout DamageReport, while isWanted: () -> Bool = { true }) throws(StoreError) {
    do throws(StoreError) {
      try translatingLMDBErrors { () throws(LMDBError) in try lease.generation.environment.checkMetaPages() }
      for table in lease.generation.tables {
        guard try verifyRows(of: table, &report, while: isWanted) else { return }
      }
      try checkNumberedTables()
      try checkAncestors()
      for reason in try transaction.problemsOfFreePages(lease.generation.environment) { report.add(path, reason) }
    } catch {
      // LMDB lets nothing more be read in a transaction that has found damage.
      guard error.isDamageOfCatalog || !report.isEmpty else { throw error }
      if error.isDamageOfCatalog { report.add(error) }
    }
  }

  /// - Returns: `false` if it was ended before the last row.
  private func verifyRows(of table: CatalogTable, _ report: inout DamageReport, while isWanted: () -> Bool) throws(StoreError) -> Bool {
    // A damaged branch page hides or repeats rows without damaging their own checksums.
    let expected = try transaction.size(of: table).entries
    let cursor = try transaction.cursor(table)
    var rows = 0
    var previous: [UInt8] = []
    var found = try cursor.first()
    while found, !report.isFull, rows <= expected {
      rows += 1
      if rows % 1024 == 0, !isWanted() { return false }
      let key = cursor.keyBytes
      do throws(StoreError) {
        guard previous.lexicographicallyPrecedes(key) else { throw .outOfOrder(table) }
        try verifyValue(of: cursor, in: table)
      } catch {
        guard error.isDamageOfCatalog else { throw error }
        report.add(error)
      }
      previous = key
      found = try cursor.next()
    }
    if !report.isFull, rows != expected {
      report.add("the catalog's table '\(table.name)'", "it has \(rows > expected ? "more" : "\(rows)") rows instead of \(expected)")
    }
    return true
  }
}

extension Snapshot {
  /// Decodes the value of a row: a row of another table has a valid checksum, too.
  private func verifyValue(of cursor: borrowing CatalogCursor, in table: CatalogTable) throws(StoreError) {
    let number = cursor.number
    switch table {
    case .documents: _ = try FileRow(cursor.reference, cursor.value, owners: owners)
    case .directories: _ = try DirectoryRecord(DirectoryID(rawValue: UInt32(truncatingIfNeeded: number)), cursor.value)
    case .types: _ = try ContentType(TypeID(rawValue: UInt16(truncatingIfNeeded: number)), cursor.value)
    case .segments: _ = try SegmentRecord(SegmentID(rawValue: UInt32(truncatingIfNeeded: number)), cursor.value)
    case .masks: _ = try MaskChunk(SegmentID(rawValue: UInt32(truncatingIfNeeded: number >> 32)), cursor.value)
    case .detached, .names, .movedDirectories:
      guard cursor.value.isEmpty else { throw .damaged(table, Self.name(of: cursor.keyBytes), .malformed(at: 0)) }
    case .items: _ = try ItemRow(cursor.value)
    case .ancestors, .attributes, .texts, .failures, .owners, .filesystems, .changes, .meta, .expirations, .engagement:
      do throws(DecodingError) {
        switch table {
        case .attributes: _ = try AttributeRecord(decoding: cursor.value)
        case .changes: _ = try ChangeLogWriter.decode(cursor.value)
        default: _ = try ByteReader(checked: cursor.value)
        }
      } catch {
        throw .damaged(table, Self.name(of: cursor.keyBytes), error)
      }
    }
  }

  /// A key in messages.
  private static func name(of key: [UInt8]) -> String { key.prefix(60).map(String.init).joined(separator: ".") }
}

/// Compares the catalog's rows with the live versions of documents in segments.
///
/// 1. Each document of the catalog is pending, or live in exactly one segment of the attributes
///    layer with its name and its directory.
/// 2. Each live version there belongs to a document of the catalog, or to a pending document.
/// 3. Each document that has a text has exactly one live version in the text layer.
/// 4. Each live version there belongs to a document that has a text, or to one whose removal is
///    pending.
/// 5. Masks belong to listed segments and contain only their ordinals.
/// 6. The name index of a directory contains exactly the names of its documents.
/// 7. The directory table agrees with the catalog about each directory that has not moved since.
/// 8. Each row of an item leads to a document with its identifier, and each item that expires has a
///    row with the time.
private struct CrossCheck {
  /// Segments without damage.
  private var segments: [LiveSegment] = []
  /// Documents with changes that the attributes layer does not contain.
  private var pending = DocumentBitmap()

  init(_ snapshot: borrowing Snapshot, _ report: inout DamageReport) throws(StoreError) {
    for change in try snapshot.pendingChanges() { pending.insert(change.reference.document.rawValue) }
    let records = try snapshot.segmentRecords()
    for record in records {
      do throws(StoreError) {
        try record.verify(in: snapshot.storePath)
        let reader = try snapshot.lease.generation.segments.reader(record, in: snapshot.storePath)
        segments.append(LiveSegment(record: record, reader: reader, dead: try snapshot.deadOrdinals(of: record)))
      } catch {
        report.add(error)
      }
    }
    try checkMasks(snapshot, Set(records.map(\.id)), &report)
  }

  private func checkMasks(
    _ snapshot: borrowing Snapshot, _ listed: Set<SegmentID>, _ report: inout DamageReport
  ) throws(StoreError) {
    let cursor = try snapshot.transaction.cursor(.masks)
    var found = try cursor.first()
    while found {
      let segment = SegmentID(rawValue: UInt32(truncatingIfNeeded: cursor.number >> 32))
      if !listed.contains(segment) {
        report.add("the catalog's table 'masks'", "it has a row of segment \(segment.rawValue), which is not listed")
      }
      found = try cursor.next()
    }
  }

  private func checkItems(_ snapshot: borrowing Snapshot, _ report: inout DamageReport) throws(StoreError) {
    guard snapshot.content == .items else { return }
    let cursor = try snapshot.transaction.cursor(.items)
    var expiring = 0
    var found = try cursor.first()
    while found {
      let row = try ItemRow(cursor.value)
      let document = row.reference.document
      if let expiration = row.expiration {
        expiring += 1
        if try snapshot.transaction.value(.expirations, Key(expiration: expiration, document)) == nil {
          report.add("document \(document.rawValue)", "the time at which it expires is not listed")
        }
      }
      let identifier = try snapshot.attributes(of: document)?.itemIdentifier
      let isThere = try snapshot.transaction.value(.documents, Key(row.reference)) != nil
      if !isThere || identifier.map(ItemRow.key) != cursor.keyBytes {
        report.add("document \(document.rawValue)", "it is listed as an item, but it does not exist or has another identifier")
      }
      found = try cursor.next()
    }
    let listed = try snapshot.transaction.size(of: .expirations).entries
    if listed != expiring { report.add("the catalog's table 'expirations'", "it has \(listed) rows instead of \(expiring)") }
  }

  func run(_ snapshot: borrowing Snapshot, _ report: inout DamageReport) throws(StoreError) {
    // If a segment is damaged, its documents are not reported as missing too.
    let isComplete = report.isEmpty
    do throws(StoreError) { try checkDirectories(snapshot, &report) } catch { report.add(error) }
    do throws(StoreError) { try checkItems(snapshot, &report) } catch { report.add(error) }
    var indexed = DocumentBitmap()
    for segment in segments where segment.record.layer == .attributes {
      do throws(StoreError) { try check(segment, noting: &indexed, in: snapshot, &report) } catch { report.add(error) }
    }
    var known = DocumentBitmap()
    var withText = DocumentBitmap()
    var names = 0
    try snapshot.forEachDocument { row throws(StoreError) in
      let document = row.reference.document.rawValue
      if try snapshot.directoryRecord(row.reference.directory)?.isNamed == true {
        names += 1
        let key = Key(row.reference, nameHash: NameIndex.hash(row.name))
        if try snapshot.transaction.value(.names, key) == nil { report.add("document \(document)", "its directory's names lack it") }
      }
      if !known.insert(document) { report.add("document \(document)", "it is in two places") }
      if row.hasText { withText.insert(document) }
      if let directory = row.subdirectory {
        let record = try snapshot.directoryRecord(directory)
        let name = record?.name ?? []
        if record?.parent != row.reference.directory || record?.document != row.reference.document || !row.name.isEqual(to: name.span) {
          report.add(.contradiction(about: directory))
        }
      }
      if isComplete, !indexed.contains(document), !pending.contains(document) {
        report.add("document \(document)", "no segment has its attributes")
      }
      return !report.isFull
    }
    let rows = try snapshot.transaction.size(of: .names).entries
    if !report.isFull, rows != names { report.add("the catalog's table 'names'", "it has \(rows) rows instead of \(names)") }
    var texts = DocumentBitmap()
    for segment in segments where segment.record.layer == .text {
      do throws(StoreError) {
        try check(texts: segment, &texts, withText: withText, known: known, &report)
      } catch {
        report.add(error)
      }
    }
    guard isComplete, withText.count != texts.count else { return }
    try snapshot.forEachDocument { row throws(StoreError) in
      let document = row.reference.document.rawValue
      if row.hasText, !texts.contains(document) { report.add("document \(document)", "no segment has its text") }
      return !report.isFull
    }
  }

  private func checkDirectories(_ snapshot: borrowing Snapshot, _ report: inout DamageReport) throws(StoreError) {
    guard let table = try snapshot.directoryTable() else { return }
    let moved = Set(try snapshot.movedDirectories())
    var cursor = DirectoryTableCursor(table)
    for number in 0..<UInt32(table.count) where !moved.contains(number) {
      let id = DirectoryID(rawValue: number)
      let isRight: Bool
      if let value = try snapshot.transaction.value(.directories, Key(id)) {
        let location = try DirectoryLocation(id, value)
        let (parent, name) = (location.parent, location.name)
        isRight = try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
          try cursor.withRow(of: number) { $0 == parent.rawValue && (parent == .nowhere || $1.isEqual(to: name)) }
        }
      } else {
        isRight = try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
          try cursor.withRow(of: number) { parent, _ in parent == DirectoryID.nowhere.rawValue }
        }
      }
      if !isRight { report.add("directory \(number)", "the directory table has another parent or name for it") }
    }
  }

  /// Ordinals that are checked together; bounds the memory.
  private static let stretch = 1 << 16

  private func check(
    _ segment: LiveSegment, noting indexed: inout DocumentBitmap, in snapshot: borrowing Snapshot, _ report: inout DamageReport
  ) throws(StoreError) {
    try forEachStretch(of: segment) { ordinals, documents, reader throws(StoreError) in
      for (ordinal, document) in zip(ordinals, documents) where !pending.contains(document) {
        if !indexed.insert(document) { report.add("document \(document)", "two segments have its attributes") }
        let (directory, name) = try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
          (try reader.directoryID(of: ordinal), try reader.name(of: ordinal))
        }
        let reference = DocumentReference(
          directory: DirectoryID(rawValue: UInt32(truncatingIfNeeded: directory)), document: DocumentID(rawValue: document))
        guard let row = try snapshot.transaction.value(.documents, Key(reference)) else {
          report.add("document \(document)", "a segment has it in directory \(directory), which does not contain it")
          continue
        }
        // Names have no zero byte, which segments cannot store.
        if try !FileRow(reference, row, owners: snapshot.owners).name.isEqual(to: name.span) {
          report.add("document \(document)", "a segment has it under another name")
        }
      }
    }
  }

  private func check(
    texts segment: LiveSegment, _ texts: inout DocumentBitmap, withText: DocumentBitmap, known: DocumentBitmap,
    _ report: inout DamageReport
  ) throws(StoreError) {
    try forEachStretch(of: segment) { _, documents, _ throws(StoreError) in
      for document in documents {
        if withText.contains(document) {
          if !texts.insert(document) { report.add("document \(document)", "two segments have its text") }
        } else if known.contains(document) {
          report.add("document \(document)", "a segment has the wrong text for it")
        } else if !pending.contains(document) {
          report.add("document \(document)", "a segment has its text, but the document no longer exists")
        }
      }
    }
  }

  /// Calls `body` with live ordinals and their DocumentIDs, up to ``stretch`` ordinals at a time.
  private func forEachStretch(
    of segment: LiveSegment, _ body: ([UInt32], [UInt64], SegmentReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    var ordinals: [UInt32] = []
    for start in stride(from: 0, to: segment.record.documentCount, by: Self.stretch) {
      ordinals.removeAll(keepingCapacity: true)
      for ordinal in start..<min(start + Self.stretch, segment.record.documentCount) where !segment.dead.contains(UInt32(ordinal)) {
        ordinals.append(UInt32(ordinal))
      }
      let documents = try IndexStore.translatingSegmentErrors { () throws(SegmentError) in
        try ordinals.map { ordinal throws(SegmentError) in try segment.reader.documentID(of: ordinal) }
      }
      try body(ordinals, documents, segment.reader)
    }
  }
}
