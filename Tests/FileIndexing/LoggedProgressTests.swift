// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import Testing

struct LoggedProgressTests {
  private let start = ContinuousClock.now

  @Test func `many files, and files that cannot be read, are logged`() {
    var many = LoggedProgress()
    #expect(many.add(ContentProgress(done: 100), at: start) == ContentProgress(done: 100))
    var failed = LoggedProgress()
    #expect(failed.add(ContentProgress(done: 1, failed: 1), at: start) == ContentProgress(done: 1, failed: 1))
  }

  @Test func `single files are logged together`() {
    var progress = LoggedProgress()
    for _ in 0..<99 { #expect(progress.add(ContentProgress(done: 1), at: start) == nil) }
    #expect(progress.add(ContentProgress(done: 1), at: start) == ContentProgress(done: 100))
  }

  @Test func `the log gets a line in ten minutes, which counts everything`() {
    var progress = LoggedProgress()
    _ = progress.add(ContentProgress(done: 100), at: start)
    for second in 1..<600 { #expect(progress.add(ContentProgress(done: 1000, partial: 1), at: start + .seconds(second)) == nil) }
    #expect(progress.add(ContentProgress(), at: start + .seconds(600)) == ContentProgress(done: 599_000, partial: 599))
  }
}
