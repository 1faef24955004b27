// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FileIndexing

struct OpenFilesTests {
  private let watch = WatchID(rawValue: 1)
  private let start = ContinuousClock.now
  private let log = ChangeBatch.Entry(watch: WatchID(rawValue: 1), name: Array("log".utf8))

  private func batch(_ events: (WatchID, [UInt8]) -> WatchEvent...) -> ChangeBatch { ChangeBatch(events.map { $0(watch, log.name) }) }

  @Test func `a file that is written without an end is examined at growing intervals`() {
    var files = OpenFiles()
    var examined: [Double] = []
    for tick in 0..<2000 {
      let now = start + .milliseconds(100 * tick)
      files.note(batch(WatchEvent.written), at: now)
      if files.takeDue(at: now) == [log] { examined.append(Double(tick) / 10) }
    }
    #expect(examined == [1, 3, 7, 15, 31, 63, 123, 183])
  }

  @Test func `a single write leads to one examination, and then to no more work`() {
    var files = OpenFiles()
    #expect(files.due == nil)
    files.note(batch(WatchEvent.written), at: start)
    #expect(files.due == start + .seconds(1))
    #expect(files.takeDue(at: start).isEmpty)
    #expect(files.takeDue(at: start + .seconds(1)) == [log])
    #expect(files.due == nil)
    #expect(files.takeDue(at: start + .seconds(3)).isEmpty)
    #expect(files.due == nil)
  }

  @Test func `a write after a long silence is as the first one`() {
    var files = OpenFiles()
    files.note(batch(WatchEvent.written), at: start)
    #expect(files.takeDue(at: start + .seconds(1)) == [log])
    files.note(batch(WatchEvent.written), at: start + .seconds(100))
    #expect(files.due == start + .seconds(101))
    #expect(files.takeDue(at: start + .seconds(100)).isEmpty)
    #expect(files.takeDue(at: start + .seconds(101)) == [log])
    files.note(batch(WatchEvent.written), at: start + .seconds(102))
    #expect(files.due == start + .seconds(103))
  }

  @Test func `a file can be examined before it is due`() {
    var files = OpenFiles()
    #expect(files.unexamined.isEmpty)
    files.note(batch(WatchEvent.written), at: start)
    #expect(files.unexamined == [log])
    #expect(files.takeDue(at: start + .seconds(1)) == [log])
    #expect(files.unexamined.isEmpty)
    files.note(batch(WatchEvent.written), at: start + .seconds(2))
    #expect(files.unexamined == [log])
    files.note(batch(WatchEvent.closed), at: start + .seconds(2))
    #expect(files.unexamined.isEmpty)
  }

  @Test func `a new file is examined several times unless it is closed`() {
    var files = OpenFiles()
    files.note(batch(WatchEvent.created), at: start)
    var count = 0
    while let due = files.due { count += files.takeDue(at: due).count }
    #expect(count == 5)
    files.note(batch(WatchEvent.created), at: start)
    files.note(batch(WatchEvent.written, WatchEvent.closed), at: start)
    #expect(files.due == nil)
  }
}

struct LinkedFilesTests {
  @Test func `many changes share a pass, and passes take a small share of the time`() {
    let start = ContinuousClock.now
    var files = LinkedFiles()
    #expect(files.takeDue(at: start).isEmpty)
    files.add([1], at: start)
    files.add([2], at: start + .milliseconds(10))
    #expect(files.takeDue(at: start + .milliseconds(199)).isEmpty)
    #expect(files.takeDue(at: start + .milliseconds(200)) == [1, 2])
    #expect(files.due == nil)
    files.notePass(lasting: .milliseconds(100), endingAt: start + .milliseconds(300))
    files.add([3], at: start + .milliseconds(400))
    #expect(files.due == start + .milliseconds(2300))
  }
}
