// SPDX-License-Identifier: Apache-2.0

import CommandLine
import DesktopSearch
import MessageBus

/// `searchlight-provider`: answers the searches of GNOME Shell and KRunner.
package struct ProviderTool {
  static let tool = Tool(
    "searchlight-provider",
    usage: ["[-idle SECONDS]"],
    summary: """
      Answers the searches of GNOME Shell and KRunner with files, programs and items of programs. The message bus of the session starts this
      program when a shell asks, and it ends when no shell has asked for a minute.
      """,
    options: [
      ToolOption(
        "idle", "SECONDS", "End when nobody has asked for this time; 60 seconds if left out.", isUnique: true)
    ])

  /// The time without a call after which the program ends, in seconds. Starting again costs the next search some milliseconds.
  private static let idleTime = 60

  private let invocation = Invocation(tool)
  private var tool: Tool { Self.tool }

  package init() {}

  package func run() {
    guard invocation.operands.isEmpty else { tool.exitForWrongUse("it takes no operands") }
    let idleTime = invocation.number("idle", atLeast: 0, of: tool) ?? Self.idleTime
    tool.explainDamagedIndex()
    let connection = connect()
    do throws(BusFailure) {
      try connection.serve(untilIdleFor: .seconds(idleTime))
    } catch {
      // The session has ended.
      if !error.isEndOfConnection { tool.fail(error) }
    }
    tool.finish(isSuccess: true)
  }

  private func connect() -> ProviderConnection {
    do throws(BusFailure) {
      return try ProviderConnection(ToolEnvironment(), Reporter(tool))
    } catch {
      tool.fail(error.isWithoutBus ? "there is no message bus of a session to answer on; desktop shells start this program" : "\(error)")
    }
  }
}
