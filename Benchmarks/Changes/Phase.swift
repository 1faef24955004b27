// SPDX-License-Identifier: Apache-2.0

/// The measurements for one kind of change at one pace.
struct Phase {
  let json: String

  init(
    _ change: ChangeKind, _ pace: Pace, duration: Duration, _ writer: ChangeWriter, _ searcher: Searcher, _ device: WrittenBytes
  ) throws {
    var done = ChangeWriter.Done()
    var searched: SearchTimes?
    let written = try device.during {
      let work = { done = try writer.run(change, duration: duration, pace, searcher) }
      if pace.isSearched { searched = try searcher.run(changes: true, while: work) } else { try work() }
    }
    json = """
      {"change": "\(change.rawValue)", "pace": "\(pace.name)", "changes": \(done.count), "commits": \(done.commits), "seconds": \(done.seconds), \
      "write call": \(done.calls.json), "device bytes": \(written.device.map(String.init) ?? "null"), \
      "process bytes": \(written.process), "searched": \(searched?.json ?? "null")}
      """
  }
}
