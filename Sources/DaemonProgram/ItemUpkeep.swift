// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import Threading

/// Keeps the indexes of programs usable, on a thread of its own.
struct ItemUpkeep {
  let environment: ToolEnvironment
  let log: Log

  func start() throws {
    let folder = try environment.applications()
    let upkeep = ApplicationStoreUpkeep(
      of: folder, recordedIn: ApplicationStoreRecords(of: folder, in: environment.state()),
      extensions: DataFolders(environment.value(of:))
    ) { [log] in log.write($0) }
    // The thread lives as long as the process.
    try Thread {
      Thread.lowerPriority()
      upkeep.run()
    }.detach()
  }
}

extension Log {
  fileprivate func write(_ notice: ApplicationStoreUpkeep.Notice) {
    switch notice {
    case .repaired(let store): write(.repaired, "\(store.title): lost, damaged or outdated parts were rebuilt")
    case .unrepaired(let store, let error): write(.problem, "\(store.message(about: error)); trying again later")
    case .lost(let store): write(.problem, "\(store.title): the index is gone; its program or index extension has to add its items again")
    case .damaged(let store, let error):
      write(
        .problem,
        "\(store.title): the index is damaged (\(error.problem.description)); its program or index extension has to add its items again")
    case .started(let store, let found): write(.reindexing, "\(store.title): items were lost; starting \(found.identifier)")
    case .telling(let store, let found): write(.reindexing, "\(store.title): items have results; starting \(found.identifier)")
    case .told(let store, let found): write(.reindexed, "\(store.title): \(found.identifier) knows the results")
    case .finished(let store, _): write(.reindexed, "\(store.title): reindexed")
    case .failed(let store, let found, let error):
      write(.problem, "\(store.title): \(found.identifier): \(error); trying again later")
    case .problem(let error): write(.problem, "\(error)")
    }
  }
}
