// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import QueryLanguage

/// Prints the result of a search, and follows its changes as the index changes.
struct LiveSearch {
  let search: RepeatableSearch
  let printer: HitPrinter
  let isCounting: Bool
  let reprints: Bool

  /// Prints hits, then changes, until the process ends.
  func follow() throws {
    // If the index is deleted, the next search says so.
    let watch = try StoreWatch(search.store.path, withLosses: true)
    let clock = ContinuousClock()
    var followed = try FollowedSearch(search)
    try show(followed.hits, LiveQuery.Changes(added: followed.hits), isFirst: true)
    if StandardError.isTerminal { StandardError.write("[Type ctrl-C to exit]\n") }
    var isDue = false
    while true {
      if !isDue {
        StandardOutput.wait(forInputOn: watch.descriptor)
        watch.takeAll()
      }
      isDue = false
      let start = clock.now
      let changes = try followed.update(keepingHits: isCounting || reprints)
      try show(followed.hits, changes, isFirst: false)
      // Changes come in bursts. A slow search is repeated less often, so that it never uses more
      // than half of a processor.
      let pause = clock.now.advanced(by: max(clock.now - start, .milliseconds(20)))
      while clock.now < pause {
        // Notifications that arrive during the pause are combined, and handled when the pause is
        // over.
        if watch.wait(atMost: pause - clock.now) { isDue = true }
      }
    }
  }

  private func show(_ hits: [SearchHit], _ changes: LiveQuery.Changes, isFirst: Bool) throws {
    guard isFirst || !changes.added.isEmpty || !changes.removed.isEmpty else { return }
    // A renamed file is removed and added, which leaves the number as it was.
    guard isFirst || !isCounting || changes.added.count != changes.removed.count else { return }
    var output = StandardOutput()
    if isCounting {
      output.write("\(hits.count)\n")
    } else if isFirst || reprints {
      try printer.print(hits, from: search.store, marked: nil, to: &output)
      // Readers must know where one list ends and the next one begins.
      if reprints { output.write(byte: printer.terminator) }
    } else {
      try printer.print(changes.removed, from: search.store, marked: .removed, to: &output)
      try printer.print(changes.added, from: search.store, marked: .added, to: &output)
    }
    output.flush()
  }
}
