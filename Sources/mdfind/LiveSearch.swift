import CommandLine
import IndexStore

/// Runs a search again whenever the index changes, and prints what that changed.
struct LiveSearch {
  let run: SearchRun
  let printer: HitPrinter
  let isCounting: Bool
  let reprints: Bool

  /// Prints hits, then changes, until the process is ended.
  func follow() throws {
    let watch = try StoreWatch(run.store.path)
    let clock = ContinuousClock()
    var shown: [DocumentID: SearchHit] = [:]
    var isFirst = true
    while true {
      let start = clock.now
      let hits = try run.hits()
      try show(hits, after: shown, isFirst: isFirst)
      if isFirst, StandardError.isTerminal { StandardError.write("[Type ctrl-C to exit]\n") }
      shown = Dictionary(hits.map { ($0.reference.document, $0) }, uniquingKeysWith: { first, _ in first })
      isFirst = false
      let spent = clock.now - start
      _ = watch.wait()
      // Changes come in bursts; a search that takes long is run less often, so that it never takes more than half of a processor.
      let pause = clock.now.advanced(by: max(spent, .milliseconds(20)))
      while clock.now < pause {
        let rest = (pause - clock.now) / .milliseconds(1)
        if !watch.wait(milliseconds: Int32(rest.rounded(.up))) { break }
      }
    }
  }

  private func show(_ hits: [SearchHit], after shown: [DocumentID: SearchHit], isFirst: Bool) throws {
    var output = StandardOutput()
    let current = Dictionary(hits.map { ($0.reference.document, $0.path) }, uniquingKeysWith: { first, _ in first })
    let added = hits.filter { shown[$0.reference.document]?.path != $0.path }
    let removed = shown.values.filter { current[$0.reference.document] != $0.path }
    guard isFirst || !added.isEmpty || !removed.isEmpty else { return }
    if isCounting {
      output.write("\(hits.count)\n")
    } else if isFirst || reprints {
      try printer.print(hits, from: run.store, to: &output)
    } else {
      try printer.print(removed.sorted { $0.reference < $1.reference }, from: run.store, marked: .removed, to: &output)
      try printer.print(added, from: run.store, marked: .added, to: &output)
    }
    output.flush()
  }
}
