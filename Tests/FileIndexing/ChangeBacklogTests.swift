// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileIndexing

struct ChangeBacklogTests {
  private let start = ContinuousClock.now
  private let one = WatchID(rawValue: 1)
  private let other = WatchID(rawValue: 2)

  private func name(_ number: Int) -> [UInt8] { Array("n\(number)".utf8) }

  @Test func `events keep their order, and the time of the first`() {
    var backlog = ChangeBacklog()
    #expect(backlog.isEmpty)
    backlog.append([], at: start)
    #expect(backlog.isEmpty)
    let events: [WatchEvent] = [.created(one, name: name(1)), .changed(other, name: name(2)), .ended(one)]
    backlog.append(Array(events[..<2]), at: start)
    backlog.append(Array(events[2...]), at: start + .seconds(1))
    #expect(backlog.events == events)
    #expect(backlog.began == start)
    #expect(backlog.listed.isEmpty && !backlog.isOverflowed && !backlog.isEmpty)
  }

  @Test func `of too many events, those of single names in the directory with most are dropped`() {
    var backlog = ChangeBacklog(maximumCount: 100)
    let kept: [WatchEvent] = [
      .createdDirectory(one, name: name(1)), .created(one, name: Array(".nomedia".utf8)), .ended(one),
      .movedAway(one, name: name(2), cookie: 1, isDirectory: true), .movedHere(other, name: name(3), cookie: 1, isDirectory: true),
      .closed(other, name: name(4)),
    ]
    backlog.append(kept, at: start)
    for number in 0..<1000 {
      backlog.append([.movedAway(one, name: name(number), cookie: UInt32(number), isDirectory: false)], at: start)
    }
    #expect(backlog.events == kept)
    #expect(backlog.listed == [one])
    #expect(!backlog.isOverflowed)
  }

  @Test func `too many events of many directories are an overflow`() {
    var backlog = ChangeBacklog(maximumCount: 100)
    for number in 0..<200 { backlog.append([.closed(WatchID(rawValue: Int32(number)), name: name(number))], at: start) }
    #expect(backlog.isOverflowed)
    #expect(backlog.events.isEmpty && backlog.listed.isEmpty && !backlog.isEmpty)
  }

  @Test func `after an overflow, nothing is kept`() {
    var backlog = ChangeBacklog()
    backlog.append([.closed(one, name: name(1)), .overflowed, .closed(one, name: name(2))], at: start)
    backlog.append([.closed(one, name: name(3))], at: start)
    #expect(backlog.isOverflowed)
    #expect(backlog.events.isEmpty)
  }
}

struct ChangeRatesTests {
  private let start = ContinuousClock.now
  private let one = WatchID(rawValue: 1)
  private let other = WatchID(rawValue: 2)

  private func entries(_ watch: WatchID, _ count: Int) -> Set<ChangeBatch.Entry> {
    Set((0..<count).map { ChangeBatch.Entry(watch: watch, name: Array("n\($0)".utf8)) })
  }

  @Test func `a change counts half after a second`() {
    var rates = ChangeRates()
    rates.note(entries(one, 8).union(entries(other, 1)), at: start)
    #expect([rates[one], rates[other]] == [8, 1])
    rates.note(entries(one, 1), at: start + .milliseconds(999))
    #expect([rates[one], rates[other]] == [9, 1])
    rates.note([], at: start + .milliseconds(2500))
    #expect([rates[one], rates[other]] == [2, 0])
    rates.note([], at: start + .milliseconds(3000))
    #expect(rates[one] == 1)
    rates.note([], at: start + .seconds(1000))
    #expect(rates[one] == 0)
  }

  @Test func `few changes at a constant rate stay few`() {
    var rates = ChangeRates()
    for number in 0..<100 { rates.note(entries(one, 2), at: start + .milliseconds(500 * number)) }
    #expect(rates[one] <= 8)
  }
}
