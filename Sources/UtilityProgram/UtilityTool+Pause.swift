// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore
import LogMessages

/// The words that pause and resume the daemon.
enum PauseCommand {
  case pause(Substring?)
  case resume

  /// - Returns: `nil` if the operands are something else.
  init?(_ operands: [[UInt8]]) {
    let words = operands.map { String(decoding: $0, as: UTF8.self) }
    switch words.first {
    case "pause": self = .pause(words.count > 1 ? words.dropFirst().joined(separator: " ")[...] : nil)
    case "resume" where words.count == 1: self = .resume
    default: return nil
    }
  }
}

extension UtilityTool {
  /// A pause ends after this time at the latest. A longer one is probably a mistake.
  private static let maximumPause = Duration.seconds(30 * 86_400)

  /// Asks the daemon to pause or to resume bulk work, and waits until it has acknowledged that.
  func run(_ command: PauseCommand) {
    do {
      switch command {
      case .pause(nil):
        try ask(.pause(nil))
        print("paused until 'mdutil resume' or the next start of mds; names of changed files are still indexed\n")
      case .pause(let text?):
        guard let time = duration(written: String(text)), time <= Self.maximumPause else {
          tool.exitForWrongUse("pause takes a time of up to 30 days, such as 45min, 2h or 1h30m, not '\(text)'")
        }
        try ask(.pause(time))
        print("paused for \(describedDuration(time)), until 'mdutil resume' or the next start of mds\n")
      case .resume:
        print(try ask(.resume) ? "resumed\n" : "not paused\n")
      }
    } catch {
      tool.fail("\(error)")
    }
  }

  /// - Returns: Whether the daemon was paused before.
  @discardableResult
  private func ask(_ request: SignalRequest) throws -> Bool {
    guard let daemon = try daemon() else { tool.fail("no daemon is running") }
    if daemon.isSuspended { tool.fail(daemon.suspension(until: "can be paused and resumed")) }
    // The default action of the signal would end a daemon that does not expect it.
    guard let wasPaused = daemon.isPaused else { tool.fail("the daemon (process \(daemon.process)) cannot be paused; restart it") }
    daemon.ask(request)
    if try daemon.waitForPause(request != .resume, seconds: 5, of: try path()) { return wasPaused }
    // A daemon that was killed has its lock for some milliseconds more.
    guard try self.daemon()?.process == daemon.process else { tool.fail("the daemon (process \(daemon.process)) has ended") }
    let action = request == .resume ? "resume" : "pause"
    tool.fail("the daemon (process \(daemon.process)) was asked to \(action) but has not answered after 5 s")
  }
}
