// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FileIndexing
import IndexStore
import LogMessages

/// `mds`: the daemon that keeps the index current.
package struct DaemonTool {
  static let tool = Tool(
    "mds",
    usage: ["[--system] [--foreground]", "[--system] --stop"],
    summary: """
      Indexes the folders named in the configuration, or the home folder if there is no configuration, and keeps the index current.
      SIGHUP makes it reload its configuration and rescan everything.
      """,
    options: [
      ToolOption("foreground", nil, "Stay in the foreground; mds always does."),
      ToolOption("stop", nil, "Stop the daemon of the index and wait until it has ended."),
      .system, .store,
    ],
    remarks: """
      Examples:
        systemctl --user enable --now searchlight
        mds --stop
      """)

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }
  let environment: ToolEnvironment

  package init() { environment = ToolEnvironment(isOfSystem: invocation.has("system")) }

  package func run() {
    guard invocation.operands.isEmpty else { tool.exitForWrongUse("mds takes no folders; use 'mdutil -i on FOLDER' to index one") }
    guard invocation.has("stop") else { return serve() }
    do { try stop() } catch { tool.fail("\(error)") }
  }

  private func stop() throws {
    let store = try environment.store(invocation.bytes("store"))
    guard let daemon = try DaemonLock.holder(of: store) else { return tool.report("no daemon is running") }
    daemon.ask(.stop)
    if try daemon.waitForEnd(seconds: 2, of: store) { return }
    if daemon.isSuspended {
      tool.fail("process \(daemon.process) is stopped and cannot end; 'kill -CONT \(daemon.process)' resumes it, and then it ends")
    }
    tool.report("waiting for process \(daemon.process) to end")
    guard try daemon.waitForEnd(seconds: 28, of: store) else {
      tool.fail("process \(daemon.process) was asked to stop but is still running after 30 s")
    }
  }

  private func serve() {
    let log = Log(tool: tool, environment: environment)
    do { try serve(log) } catch { log.fail(error) }
  }

  private func serve(_ log: Log) throws {
    tool.explainDamagedIndex()
    tool.restartAfterCrash(limit: Service.restartLimit)
    // Both before any thread starts, because threads inherit the signal mask.
    tool.limitFreedMemory()
    SignalRequest.hold()
    let store = try environment.store(invocation.bytes("store"))
    guard let lock = try DaemonLock.take(store) else { throw OtherDaemon(holder: try DaemonLock.holder(of: store)) }
    tool.prepareToWrite(environment) { log.write(.problem, "\($0)") }
    let service = try Service(store: store, lock: lock, environment: environment, log: log)
    try service.takeSignals()
    service.serveBus()
    try service.startWatchdog()
    try service.examineIndex(restarts: tool.restartCount)
    // Another index of files does not change which programs have lost items.
    if !invocation.has("store"), !environment.isOfSystem { try ItemUpkeep(environment: environment, log: log).start() }
    try service.run()
  }
}
