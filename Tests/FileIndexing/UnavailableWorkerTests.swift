// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import LogMessages
import Synchronization
import Testing
import Threading

@testable import FileIndexing

/// Workers that cannot be started.
struct UnavailableWorkerTests {
  private let folder: ScratchFolder
  private let store: Store

  init() throws {
    folder = try ScratchFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    try folder.file("tree/a.txt", "say a")
  }

  private func indexer(_ executable: String) throws -> FileIndexer {
    var configuration = try TestLaunch.configuration()
    configuration.roots = [Array("\(folder.path)/tree".utf8)]
    var launch = try TestLaunch.worker()
    launch.executable = executable
    return try FileIndexer(store: store, configuration: configuration, launch: launch, mayLackWorkers: true)
  }

  @Test func `names are indexed while no worker starts, and a worker that starts later is noticed`() throws {
    let link = folder.path + "/worker"
    symlink("/bin/false", link)
    let notices = Monitor((waited: false, watched: false, started: false))
    let daemon = try Daemon(try indexer(link)) { notice in
      notices.update { state in
        switch notice {
        case .waiting(let reason): state.waited = state.waited || reason.description.contains("cannot start an import worker")
        case .watching: state.watched = true
        case .workersStarted: state.started = true
        default: break
        }
      }
    }
    let thread = try Thread { do { try daemon.run() } catch { Issue.record("\(error)") } }
    notices.wait { $0.waited && $0.watched ? () : nil }
    let path = Array("\(folder.path)/tree/a.txt".utf8)
    #expect(try store.read { snapshot throws(StoreError) in try snapshot.reference(for: path) } != nil)
    unlink(link)
    symlink(try TestLaunch.worker().executable, link)
    daemon.lookForContents()
    notices.wait { $0.started ? () : nil }
    daemon.stop()
    thread.join()
  }

  @Test func `an import needs a worker`() throws {
    var configuration = try TestLaunch.configuration()
    configuration.roots = []
    var launch = try TestLaunch.worker()
    launch.executable = "/bin/false"
    #expect(throws: WorkerStartError.self) { try FileIndexer(store: store, configuration: configuration, launch: launch) }
  }
}
