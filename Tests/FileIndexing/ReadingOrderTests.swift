import IndexStore
import Testing

@testable import FileIndexing

struct ReadingOrderTests {
  private func documents(_ numbers: ClosedRange<UInt64>) -> [DocumentReference] {
    numbers.map { DocumentReference(directory: .root, document: DocumentID(rawValue: $0)) }
  }

  /// What is given out until nothing is left, each finished at once.
  private func all(of order: ReadingOrder) -> [UInt64] {
    var numbers: [UInt64] = []
    while let next = order.next() {
      numbers.append(next.document.rawValue)
      order.finish([next.document])
    }
    return numbers
  }

  @Test func `fresh documents come first, the latest before the others`() {
    let fresh = FreshDocuments()
    let order = ReadingOrder(documents(1...3), fresh: fresh)
    #expect(order.next()?.document.rawValue == 1)
    fresh.add(documents(101...102))
    #expect(all(of: order) == [102, 101, 2, 3])
  }

  @Test func `the round goes on however many fresh documents there are`() {
    let fresh = FreshDocuments()
    fresh.add(documents(101...120))
    let order = ReadingOrder(documents(1...2), fresh: fresh)
    #expect(all(of: order) == Array((113...120).reversed()) + [1] + Array((105...112).reversed()) + [2] + Array((101...104).reversed()))
  }

  @Test func `a document in work is not given out again, and when it is finished it may be`() {
    let fresh = FreshDocuments()
    let order = ReadingOrder(documents(1...2), fresh: fresh)
    #expect(order.next()?.document.rawValue == 1)
    fresh.add(documents(1...2))
    #expect(order.next()?.document.rawValue == 2)
    #expect(order.next() == nil)
    order.finish([DocumentID(rawValue: 1)])
    #expect(order.next()?.document.rawValue == 1)
  }

  @Test func `too many fresh documents are left to their places`() {
    let fresh = FreshDocuments()
    fresh.add(documents(1...10_001))
    #expect(fresh.next(except: []) == nil)
    fresh.add(documents(1...10_000))
    #expect(fresh.next(except: [])?.document.rawValue == 10_000)
  }
}
