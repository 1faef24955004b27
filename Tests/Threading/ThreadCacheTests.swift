// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import Threading

struct ThreadCacheTests {
  @Test func `a thread that was joined runs the next closure`() throws {
    let threads = ThreadCache()
    let count = Atomic(0)
    for _ in 0..<10 { try threads.start { count.add(1, ordering: .relaxed) }.join() }
    #expect(count.load(ordering: .relaxed) == 10)
    #expect(threads.startedCount == 1)
  }

  @Test func `closures run at the same time on different threads`() throws {
    let threads = ThreadCache()
    let arrived = Monitor(0)
    let running = try (0..<3).map { _ in
      try threads.start {
        arrived.update { $0 += 1 }
        arrived.wait { $0 == 3 ? () : nil }
      }
    }
    for thread in running { thread.join() }
    #expect(threads.startedCount == 3)
    try threads.start {}.join()
    #expect(threads.startedCount == 3)
  }

  @Test func `released threads end, and new ones are started`() throws {
    let threads = ThreadCache()
    // Such as "123/task/456".
    let name = Mutex("")
    try threads.start {
      var bytes = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/thread-self", &bytes, bytes.count)
      name.withLock { $0 = String(decoding: bytes.prefix(count).map(UInt8.init), as: UTF8.self) }
    }.join()
    threads.release()
    let path = name.withLock { "/proc/" + $0 }
    while access(path, F_OK) == 0 { sched_yield() }
    try threads.start {}.join()
    #expect(threads.startedCount == 2)
  }
}
