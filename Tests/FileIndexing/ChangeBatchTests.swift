// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileIndexing

struct ChangeBatchTests {
  private func entry(_ watch: Int32, _ name: String) -> ChangeBatch.Entry { .init(watch: WatchID(rawValue: watch), name: Array(name.utf8)) }

  private func changed(_ watch: Int32, _ name: String) -> WatchEvent { .changed(WatchID(rawValue: watch), name: Array(name.utf8)) }

  private func away(_ watch: Int32, _ name: String, _ cookie: UInt32) -> WatchEvent {
    .movedAway(WatchID(rawValue: watch), name: Array(name.utf8), cookie: cookie, isDirectory: false)
  }

  private func here(_ watch: Int32, _ name: String, _ cookie: UInt32) -> WatchEvent {
    .movedHere(WatchID(rawValue: watch), name: Array(name.utf8), cookie: cookie, isDirectory: false)
  }

  @Test func `several events for one entry lead to one lookup`() {
    let batch = ChangeBatch([changed(1, "a"), changed(1, "a"), changed(2, "a")])
    #expect(batch.entries == [entry(1, "a"), entry(2, "a")])
    #expect(batch.moves.isEmpty)
  }

  @Test func `the halves of a move are paired by their cookie, also with other events between them`() {
    let batch = ChangeBatch([away(1, "a", 7), changed(1, "x"), away(1, "b", 8), here(2, "bb", 8), here(2, "aa", 7)])
    #expect(batch.moves == [.init(from: entry(1, "b"), to: entry(2, "bb")), .init(from: entry(1, "a"), to: entry(2, "aa"))])
    #expect(batch.entries.isSuperset(of: [entry(1, "a"), entry(1, "b"), entry(2, "aa"), entry(2, "bb"), entry(1, "x")]))
  }

  @Test func `a file that moves several times moves once, to its last place`() {
    let batch = ChangeBatch([away(1, "a", 1), here(1, "b", 1), away(1, "b", 2), here(2, "c", 2)])
    #expect(batch.moves == [.init(from: entry(1, "a"), to: entry(2, "c"))])
    #expect(batch.entries == [entry(1, "a"), entry(1, "b"), entry(2, "c")])
    let back = [away(1, "a", 1), here(1, "b", 1), away(1, "b", 2), here(1, "c", 2), away(1, "c", 3), here(1, "a", 3)]
    #expect(ChangeBatch(back).moves.isEmpty)
  }

  @Test func `an entry that changed is known by its place before the batch`() {
    func created(_ name: String) -> WatchEvent { .created(WatchID(rawValue: 1), name: Array(name.utf8)) }
    let renamed = [away(1, "a", 1), here(2, "b", 1)]
    #expect(ChangeBatch(renamed + [changed(2, "b")]).changed == [entry(1, "a")])
    #expect(ChangeBatch(renamed + [away(2, "b", 2), here(1, "c", 2), changed(1, "c")]).changed == [entry(1, "a")])
    #expect(ChangeBatch([created("a")] + renamed + [changed(2, "b")]).changed.isEmpty)
    #expect(ChangeBatch([changed(1, "a")] + renamed).changed == [entry(1, "a")])
  }

  @Test func `an entry that changed is touched at its last place`() {
    let batch = ChangeBatch([changed(1, "a"), away(1, "a", 7), here(1, "b", 7), away(1, "c", 8), here(1, "d", 8), changed(1, "e")])
    #expect(batch.touched == [entry(1, "b"), entry(1, "e")])
    // The file that was touched is replaced.
    #expect(ChangeBatch([changed(1, "b"), away(1, "a", 7), here(1, "b", 7)]).touched.isEmpty)
  }

  @Test func `files that exchange their names move to each other's places`() {
    let batch = ChangeBatch([away(1, "a", 1), here(1, "t", 1), away(1, "b", 2), here(1, "a", 2), away(1, "t", 3), here(1, "b", 3)])
    #expect(Set(batch.moves) == [.init(from: entry(1, "a"), to: entry(1, "b")), .init(from: entry(1, "b"), to: entry(1, "a"))])
  }

  /// renameat2(2) with `RENAME_EXCHANGE`
  private func exchange(_ one: (Int32, String), _ other: (Int32, String), _ cookie: UInt32) -> [WatchEvent] {
    [
      away(one.0, one.1, cookie), here(other.0, other.1, cookie), away(other.0, other.1, cookie + 1), here(one.0, one.1, cookie + 1),
    ]
  }

  @Test func `the places of entries that may have been exchanged are ambiguous`() {
    let batch = ChangeBatch(exchange((1, "a"), (2, "b"), 1))
    #expect(batch.moves.isEmpty)
    #expect(batch.ambiguous == [entry(1, "a"), entry(2, "b")])
    #expect(batch.sources == batch.ambiguous && batch.entries == batch.ambiguous)
    #expect(ChangeBatch(exchange((1, "a"), (2, "b"), 1) + exchange((2, "b"), (1, "a"), 3)).ambiguous == batch.ambiguous)
  }

  @Test func `places are ambiguous to which an entry is renamed from such a place`() {
    let events = [away(3, "e", 8), here(1, "a", 8)] + exchange((1, "a"), (1, "b"), 1) + exchange((1, "b"), (1, "c"), 3)
    let batch = ChangeBatch(events + [away(1, "a", 5), here(2, "d", 5), away(4, "x", 7), here(4, "y", 7)])
    #expect(batch.ambiguous == [entry(1, "a"), entry(1, "b"), entry(1, "c"), entry(2, "d")])
    #expect(batch.sources == [entry(1, "a"), entry(1, "b"), entry(1, "c"), entry(3, "e"), entry(4, "x")])
    #expect(batch.moves.contains(.init(from: entry(4, "x"), to: entry(4, "y"))))
  }

  @Test func `renames without an exchange are not ambiguous`() {
    let cycle = [away(1, "a", 1), here(1, "t", 1), away(1, "b", 2), here(1, "a", 2), away(1, "t", 3), here(1, "b", 3)]
    #expect(ChangeBatch(cycle).ambiguous.isEmpty && ChangeBatch(cycle).sources.isEmpty)
    let round = [away(1, "a", 1), here(1, "b", 1), away(1, "b", 2), here(1, "c", 2), away(1, "c", 3), here(1, "a", 3)]
    #expect(ChangeBatch(round).ambiguous.isEmpty)
  }

  @Test func `an exchange is seen between events of other folders, and of the files themselves`() {
    let events = exchange((1, "a"), (1, "b"), 1)
    let other = exchange((2, "a"), (2, "b"), 7)
    #expect(ChangeBatch(zip(events, other).flatMap { [$0, $1] }).ambiguous.count == 4)
    for changed in [[changed(1, "a")] + events, [changed(1, "b")] + events, [events[0], events[1], changed(1, "b"), events[2], events[3]]] {
      #expect(ChangeBatch(changed).touched == [entry(1, "a"), entry(1, "b")])
    }
    #expect(ChangeBatch(events + [changed(1, "b")]).touched == [entry(1, "b")])
  }

  @Test func `an entry whose place is taken by one from outside has not moved`() {
    #expect(ChangeBatch([away(1, "a", 1), here(1, "a", 2)]).moves.isEmpty)
    let saved = ChangeBatch([here(1, "a", 2), away(1, "a", 3), here(1, "b", 3)])
    #expect(saved.moves == [.init(from: entry(1, "a"), to: entry(1, "b"))])
    #expect(ChangeBatch([away(1, "a", 1), here(1, "a", 2), away(1, "a", 3), here(1, "b", 3)]).moves.isEmpty)
  }

  @Test func `a new file with the name of a renamed one is not that file`() {
    let batch = ChangeBatch([away(1, "a", 1), here(1, "b", 1), changed(1, "a"), away(1, "a", 2), here(1, "c", 2)])
    #expect(batch.moves == [.init(from: entry(1, "a"), to: entry(1, "b"))])
    let gone = ChangeBatch([away(1, "a", 1), changed(1, "a"), away(1, "a", 2), here(1, "c", 2)])
    #expect(gone.moves.isEmpty)
  }

  @Test func `a renamed file that another replaces does not move`() {
    let batch = ChangeBatch([away(1, "a", 1), here(1, "b", 1), away(1, "x", 2), here(1, "b", 2)])
    #expect(batch.moves == [.init(from: entry(1, "x"), to: entry(1, "b"))])
  }

  @Test func `a file that is written is looked up when it is closed`() {
    let watch = WatchID(rawValue: 1)
    let open = ChangeBatch([.created(watch, name: Array("a".utf8)), .written(watch, name: Array("b".utf8))])
    #expect(open.entries == [entry(1, "a")])
    #expect(open.created == [entry(1, "a")])
    #expect(open.written == [entry(1, "b")])
    let names = ["a", "b"].map { Array($0.utf8) }
    let closed = ChangeBatch(
      [.created(watch, name: names[0]), .written(watch, name: names[0]), .written(watch, name: names[1])]
        + names.map { .closed(watch, name: $0) })
    #expect(closed.entries == [entry(1, "a"), entry(1, "b")])
    #expect(closed.created.isEmpty && closed.written.isEmpty)
  }

  @Test func `a directory that was created is known as such at its last place, and has not moved`() {
    let name = Array("a".utf8)
    let created = ChangeBatch([.createdDirectory(WatchID(rawValue: 1), name: name), away(1, "a", 1), here(2, "b", 1)])
    #expect(created.createdDirectories == [entry(2, "b")])
    #expect(created.moves.isEmpty && created.entries == [entry(1, "a"), entry(2, "b")])
    #expect(ChangeBatch([changed(1, "a"), away(1, "c", 1), here(2, "b", 1)]).createdDirectories.isEmpty)
  }

  @Test func `half a rename leads to a lookup of its entry`() {
    #expect(ChangeBatch([away(1, "a", 1)]).entries == [entry(1, "a")])
    #expect(ChangeBatch([here(1, "a", 1)]).entries == [entry(1, "a")])
    #expect(ChangeBatch([away(1, "a", 1), here(2, "b", 2)]).moves.isEmpty)
  }

  @Test func `lost events and ended watches are reported`() {
    let batch = ChangeBatch([.ended(WatchID(rawValue: 3)), .overflowed])
    #expect(batch.isOverflowed)
    #expect(batch.ended == [WatchID(rawValue: 3)])
    #expect(ChangeBatch([]).isEmpty)
  }
}
