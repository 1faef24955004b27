// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB
package import QueryLanguage
internal import Segments

/// The file `filter` in the folder of a small store of items: an ``ItemFilter``, and the state of the
/// catalog that it describes. It is not used if the catalog has changed since.
///
///     magic, generation, inode of the catalog, transaction, the bytes of the filter, checksum
///
/// The first four are numbers of eight bytes.
private struct ItemFilterFile {
  /// Which state of which catalog. A catalog that takes the place of another is a new file.
  struct State: Equatable {
    var generation: UInt64
    var inode: UInt64
    var transaction: UInt64
  }

  let state: State
  let filter: ItemFilter

  private static let magic: UInt64 = 0x3252_544C_4946_4C53  // "SLFILTR2"
  static let byteCount = 4 * 8 + ItemFilter.byteCount + Checksum.byteCount

  init(_ state: State, _ filter: ItemFilter) { (self.state, self.filter) = (state, filter) }

  /// Reads the file of a store.
  ///
  /// - Returns: `nil` if there is none, or it is damaged.
  init?(of store: String) {
    guard let bytes = try? readSmallFile(Self.path(in: store), limit: Self.byteCount), bytes.count == Self.byteCount else { return nil }
    do throws(DecodingError) {
      var reader = try ByteReader(checked: bytes.span)
      guard try reader.uint64() == Self.magic else { return nil }
      state = State(generation: try reader.uint64(), inode: try reader.uint64(), transaction: try reader.uint64())
      let span = try reader.span(ItemFilter.byteCount)
      filter = ItemFilter(bytes: span.indices.map { span[$0] })
    } catch {
      return nil
    }
  }

  /// Replaces the file of a store. A reader sees the whole file, or the one before.
  func write(to store: String) throws(StoreError) {
    var writer = ByteWriter(reserving: Self.byteCount)
    for number in [Self.magic, state.generation, state.inode, state.transaction] { writer.append(fixed: number) }
    writer.append(bytes: filter.bytes)
    try replaceFile(Self.path(in: store), with: writer.sealed())
  }

  private static func path(in store: String) -> String { store + "/filter" }
}

extension Store {
  /// What a store's filter tells of a predicate.
  package enum ItemFilterAnswer: Sendable {
    case noItemMatches
    case itemsMayMatch
    /// There is no filter, or the store has changed since it was written.
    case unknown
  }

  /// What is known about matches of a predicate without opening a store of items.
  ///
  /// Takes a quarter of the time of opening it.
  package static func itemFilterAnswer(to predicate: CompiledPredicate, in path: String) -> ItemFilterAnswer {
    guard let file = ItemFilterFile(of: path) else { return .unknown }
    if file.filter.mayMatch(predicate) { return .itemsMayMatch }
    guard let generation = try? GenerationPointer(of: path),
      let present = ItemFilterFile.State(ofGeneration: generation.name, in: path), present == file.state
    else { return .unknown }
    return .noItemMatches
  }

  /// Maximum number of items in a store whose filter excludes anything. Few queries would be excluded of
  /// larger ones.
  private static let maximumFilteredItems = 4000

  /// Writes the filter for ``itemFilterAnswer(to:in:)``, if it is outdated. Call it when nobody has
  /// written for a while.
  ///
  /// - Complexity: O(items); about 10 µs for each.
  package func updateItemFilter() throws(StoreError) {
    let lease = try lease()
    let name = lease.generation.path.dropFirst(path.count + 1)
    guard let state = ItemFilterFile.State(ofGeneration: String(name), in: path), ItemFilterFile(of: path)?.state != state else { return }
    let filter = try read { snapshot throws(StoreError) -> ItemFilter? in
      guard UInt64(snapshot.number) == state.transaction else { return nil }
      return try snapshot.counts().documents <= Self.maximumFilteredItems ? snapshot.itemFilter() : .everything
    }
    guard let filter else { return }
    // A power failure must not undo the transaction that the file names: another one would get its number.
    try lease.generation.synchronize()
    try ItemFilterFile(state, filter).write(to: path)
  }
}

extension ItemFilterFile.State {
  /// The present state of a store; `nil` if it cannot be read.
  fileprivate init?(ofGeneration name: String, in store: String) {
    guard let number = GenerationPointer.number(of: name), let found = Environment.state(in: store + "/" + name) else { return nil }
    self.init(generation: UInt64(number), inode: found.inode, transaction: found.transaction)
  }
}

extension Snapshot {
  /// The filter of the items in this snapshot.
  fileprivate func itemFilter() throws(StoreError) -> ItemFilter {
    var filter = ItemFilter()
    try forEachDocument { row throws(StoreError) in
      if let record = try attributes(of: row.reference.document) {
        for entry in record.known { filter.add(entry.value) }
        for entry in record.custom { filter.add(entry.value) }
      }
      return true
    }
    for segment in try segmentSet(of: [.text]).text {
      try translatingSegmentErrors { () throws(SegmentError) in
        try segment.reader.forEachTermAlone(in: .text, beginningWith: []) { filter.add($0) }
      }
    }
    return filter
  }
}
