import CommandLine

/// `mds`: the daemon that keeps the index current.
struct DaemonTool {
  static let tool = Tool(
    "mds",
    usage: ["[--foreground]", "--stop"],
    summary: """
      Indexes the folders that the configuration names, without one the home folder, and stays to keep the index current. SIGHUP has it read its
      configuration and look at everything again.
      """,
    options: [
      ToolOption("foreground", nil, "Stay in the foreground: what is always done."),
      ToolOption("stop", nil, "End the daemon that runs, and wait for its end."),
      .store,
    ],
    remarks: """
      Examples:
        systemctl --user enable --now searchlight
        mds --stop
      """)

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }
  let environment = ToolEnvironment()

  func run() {
    guard invocation.operands.isEmpty else { tool.exitForWrongUse("folders to index are named with 'mdutil -i on FOLDER'") }
    do {
      if invocation.has("stop") { try stop() } else { try serve() }
    } catch {
      tool.fail("\(error)")
    }
  }

  private func stop() throws {
    guard let daemon = try DaemonLock.holder(environment) else { return tool.report("no daemon runs") }
    daemon.ask(.stop)
    guard try daemon.waitForEnd(seconds: 30, environment) else {
      tool.fail("process \(daemon.process) was asked to end, and still runs after 30 s")
    }
  }

  private func serve() throws {
    // Before any thread begins: all inherit it.
    SignalRequest.hold()
    tool.explainDamagedIndex()
    Background.enter()
    let store = try environment.store(invocation.bytes("store"))
    guard let lock = try DaemonLock.take(environment, store: store) else {
      let holder = try DaemonLock.holder(environment).map { " (process \($0.process))" } ?? ""
      tool.fail("another mds runs already\(holder); end it with mds --stop")
    }
    defer { _ = lock }
    let log = Log(tool: tool, environment: environment)
    tool.prepareToWrite { log.write($0) }
    try Service(store: store, environment: environment, log: log).run()
  }
}
