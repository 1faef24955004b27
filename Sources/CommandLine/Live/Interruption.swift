// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LogMessages
internal import Synchronization
internal import Threading

/// Says what a long job has done when SIGINT or SIGTERM ends the tool.
///
/// The end is safe at any time: the index then lacks only what was not committed.
package final class Interruption: Sendable {
  private enum Done {
    case nothing
    case names(Int)
    case files(Int, of: Int)
  }

  private struct State {
    var done = Done.nothing
    /// How the user can continue. `nil` before the job began.
    var advice: String?
  }

  private let tool: Tool
  private let state = Mutex(State())

  package init(_ tool: Tool) { self.tool = tool }

  /// Makes the signals wait for ``start()``. Called before any thread starts, because threads inherit
  /// the signal mask.
  package func hold() { signal_hold_interruptions() }

  /// Starts the thread that takes the signals.
  package func start() {
    do throws(ThreadError) {
      try Thread { [self] in end(by: signal_wait_interruption()) }.detach()
    } catch {
      tool.fail("cannot start a thread: \(error)")
    }
  }

  /// Notes that the job began. A tool that is ended earlier says nothing.
  ///
  /// - Parameter advice: How the user can continue.
  package func begin(advice: String = "run it again to continue") { state.withLock { $0.advice = advice } }

  /// Notes the number of names that are indexed.
  package func note(names: Int) { state.withLock { $0.done = .names(names) } }

  /// Notes how many files are read.
  package func note(done: Int, of total: Int) { state.withLock { $0.done = .files(done, of: total) } }

  private func end(by signal: Int32) {
    let state = state.withLock { $0 }
    if let advice = state.advice { tool.report("interrupted\(Self.description(of: state.done)); \(advice)") }
    signal_end_process(signal)
  }

  private static func description(of done: Done) -> String {
    switch done {
    case .nothing: ""
    case .names(let names): " after \(counted(names, "name", isGrouped: true))"
    case .files(let done, let total): " after reading \(done.grouped) of \(counted(total, "file", isGrouped: true))"
    }
  }
}
