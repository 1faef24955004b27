import Applications
import CommandLine
import IndexStore
import TextAnalysis
import Threading

/// Lets index extensions add items again that programs have lost, on a thread of its own.
struct Reindexing {
  let environment: ToolEnvironment
  let log: Log

  func start() throws {
    let pending = PendingReindexing(of: try environment.applications(), extensions: DataFolders(environment.value(of:))) { [log] in
      log.write($0)
    }
    // The thread lives as long as the process.
    try Thread {
      Thread.lowerPriority()
      pending.run()
    }.detach()
  }
}

extension Log {
  fileprivate func write(_ notice: PendingReindexing.Notice) {
    switch notice {
    case .started(let store, let found): write("\(store.title): items were lost; starting \(PrintableText.line(found.identifier))")
    case .finished(let store, _): write("\(store.title): reindexed")
    case .failed(let store, let found, let error):
      write("\(store.title): \(PrintableText.line(found.identifier)): \(error); trying again later")
    case .problem(let error): write("\(error)")
    }
  }
}
