// SPDX-License-Identifier: Apache-2.0

import IndexStore
import Testing
import Threading

@testable import FileIndexing

struct ReadingOrderTests {
  private func documents(_ numbers: ClosedRange<UInt64>) -> [DocumentReference] {
    numbers.map { DocumentReference(directory: .root, document: DocumentID(rawValue: $0)) }
  }

  private func makeOrder(_ round: [DocumentReference], fresh: [DocumentReference] = []) -> ReadingOrder {
    let order = ReadingOrder()
    order.begin(round)
    order.add(fresh: fresh)
    return order
  }

  /// The documents in the order in which they are given out, each finished immediately.
  private func all(of order: ReadingOrder) -> [UInt64] {
    var numbers: [UInt64] = []
    while let next = order.next() {
      numbers.append(next.reference.document.rawValue)
      order.finish([next.reference.document])
    }
    return numbers
  }

  @Test func `fresh documents come first, the latest before the others`() {
    let order = makeOrder(documents(1...3))
    #expect(order.next()?.reference.document.rawValue == 1)
    order.add(fresh: documents(101...102))
    #expect(order.nextIfAny()?.isFresh == true)
    #expect(all(of: makeOrder(documents(1...3), fresh: documents(101...102))) == [102, 101, 1, 2, 3])
  }

  @Test func `the newest and the oldest fresh documents are given out in turn`() {
    let order = makeOrder([], fresh: documents(101...105))
    #expect(all(of: order) == [105, 101, 104, 102, 103])
  }

  @Test func `documents of the round are given out despite many fresh ones`() {
    let order = makeOrder(documents(1...2), fresh: documents(101...120))
    let given = all(of: order)
    #expect(given.filter { $0 > 2 }.count == 20)
    #expect(given.firstIndex(of: 1) == 8)
    #expect(given.firstIndex(of: 2) == 17)
  }

  @Test func `a document in work is not given out again before it is finished`() {
    let order = makeOrder(documents(1...2))
    #expect(order.nextIfAny()?.reference.document.rawValue == 1)
    order.add(fresh: documents(1...2))
    #expect(order.nextIfAny()?.reference.document.rawValue == 2)
    #expect(order.nextIfAny() == nil)
    order.finish([DocumentID(rawValue: 1)])
    #expect(order.nextIfAny()?.reference.document.rawValue == 1)
  }

  @Test func `next waits while documents are in work, and returns those that change meanwhile`() throws {
    let order = makeOrder(documents(1...1))
    #expect(order.next()?.isFresh == false)
    let found = Monitor<[ReadingOrder.Entry?]>([])
    let asking = try Thread {
      let next = order.next()
      found.update { $0.append(next) }
    }
    order.add(fresh: documents(7...7))
    asking.join()
    #expect(found.update { $0 } == [ReadingOrder.Entry(reference: documents(7...7)[0], isFresh: true)])
    let last = try Thread {
      let next = order.next()
      found.update { $0.append(next) }
    }
    order.finish([DocumentID(rawValue: 1), DocumentID(rawValue: 7)])
    last.join()
    #expect(found.update { $0.count } == 2)
    #expect(found.update { $0.last } == .some(nil))
  }

  @Test func `a closed order gives out nothing until the next round`() {
    let order = makeOrder(documents(1...3))
    #expect(order.next()?.reference.document.rawValue == 1)
    order.close()
    #expect(order.next() == nil)
    order.add(fresh: documents(9...9))
    #expect(order.hasFresh)
    order.begin(documents(1...1))
    #expect(all(of: order) == [9, 1])
  }

  @Test func `too many fresh documents are dropped until the next round`() {
    #expect(!makeOrder([], fresh: documents(1...10_001)).hasFresh)
    #expect(makeOrder([], fresh: documents(1...10_000)).next()?.reference.document.rawValue == 10_000)
  }
}
