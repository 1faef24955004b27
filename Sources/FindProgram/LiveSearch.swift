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
    var live = try LiveQuery(CompiledPredicate(search.query, in: .current()), within: search.folders, in: search.store)
    var shown = try search.arrange(live.hits)
    try show(shown, LiveQuery.Changes(added: shown), isFirst: true)
    if StandardError.isTerminal { StandardError.write("[Type ctrl-C to exit]\n") }
    var isDue = false
    while true {
      if !isDue {
        StandardOutput.wait(forInputOn: watch.descriptor)
        watch.takeAll()
      }
      isDue = false
      let start = clock.now
      var changes = try live.update(from: search.store)
      // A change can alter which hits are among the first ones in an order.
      if !changes.isEmpty, isCounting || reprints || search.order != nil || search.limit != nil {
        let now = try search.arrange(live.hits)
        if search.order != nil || search.limit != nil { changes = Self.difference(shown, now) }
        shown = now
      }
      try show(shown, changes, isFirst: false)
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

  private static func difference(_ before: [SearchHit], _ now: [SearchHit]) -> LiveQuery.Changes {
    let (old, new) = (byDocument(before), byDocument(now))
    return LiveQuery.Changes(
      added: now.filter { old[$0.reference.document] != $0.path }, removed: before.filter { new[$0.reference.document] != $0.path })
  }

  private static func byDocument(_ hits: [SearchHit]) -> [DocumentID: [UInt8]] {
    Dictionary(hits.map { ($0.reference.document, $0.path) }, uniquingKeysWith: { first, _ in first })
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
