// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Threading

struct BoundedQueueTests {
  @Test func `elements are taken in order, and the rest can be taken after closing`() {
    let queue = BoundedQueue<Int>(capacity: 3)
    #expect(queue.put(1) && queue.put(2))
    #expect(queue.take() == 1)
    queue.close()
    #expect(!queue.put(3))
    #expect(queue.take() == 2)
    #expect(queue.take() == nil)
    #expect(queue.takeIfAny() == nil)
  }

  @Test func `each element from several threads is taken once by several threads`() throws {
    let queue = BoundedQueue<Int>(capacity: 4)
    let taken = Monitor<[Int]>([])
    let consumers = try (0..<3).map { _ in
      try Thread { while let element = queue.take() { taken.update { $0.append(element) } } }
    }
    let producers = try (0..<4).map { producer in
      try Thread { for number in 0..<1000 { queue.put(producer * 1000 + number) } }
    }
    for thread in producers { thread.join() }
    queue.close()
    for thread in consumers { thread.join() }
    #expect(taken.update { $0 }.sorted() == Array(0..<4000))
  }

  @Test func `a producer that waits for space is released when the queue is closed`() throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    queue.put(0)
    let refused = Monitor(false)
    let producer = try Thread {
      let accepted = queue.put(1)
      refused.update { $0 = !accepted }
    }
    queue.close()
    producer.join()
    #expect(refused.update { $0 })
  }
}
