// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import Threading

struct ExecutorThreadTests {
  private struct Refusal: Error, Equatable {}

  @Test func `a closure runs on the executor's thread, and its result or error comes back`() throws {
    let executor = try ExecutorThread()
    var count = 0
    let thread = executor.run {
      count += 1
      return pthread_self()
    }
    #expect(pthread_equal(thread, pthread_self()) == 0)
    #expect(pthread_equal(thread, executor.run { pthread_self() }) != 0)
    #expect(count == 1)
    #expect(throws: Refusal()) { try executor.run { () throws(Refusal) in throw Refusal() } }
  }

  @Test func `closures of several threads run one at a time`() throws {
    let executor = try ExecutorThread()
    let isRunning = Mutex(false)
    let overlaps = Atomic(0)
    let threads = try (0..<4).map { _ in
      try Thread {
        for _ in 0..<200 {
          executor.run {
            if isRunning.withLock({ was in
              defer { was = true }
              return was
            }) {
              overlaps.add(1, ordering: .relaxed)
            }
            isRunning.withLock { $0 = false }
          }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(overlaps.load(ordering: .relaxed) == 0)
  }

  @Test func `work of lower priority leaves the priority of its caller and of the executor unchanged`() throws {
    let executor = try ExecutorThread()
    let (inside, delegated) = Thread.run {
      Thread.lowerPriority()
      return (Thread.hasIdlePriority, executor.run { Thread.hasIdlePriority })
    }
    #expect(inside)
    #expect(!delegated)
    #expect(!Thread.hasIdlePriority)
  }

  @Test func `the processor time of a thread is counted once`() {
    let (first, second) = Thread.run {
      var value = 1
      while clock() < 0 || value < 3_000_000 { value += 1 }
      return (Thread.takeProcessorTime(), Thread.takeProcessorTime())
    }
    #expect(first > .zero)
    #expect(second < first)
  }
}
