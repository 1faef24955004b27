// SPDX-License-Identifier: Apache-2.0

import ShellSearch
import Threading

/// A thread that answers calls one after another.
final class Lane: Sendable {
  private let board = Monitor(CallBoard<Request>())

  /// Starts the thread, which ends with the process.
  ///
  /// - Parameters:
  ///   - prepare: Called on the thread, and returns what answers calls. It is told whether somebody still waits for the answer.
  ///   - deliver: Called on the thread with each answer that somebody waits for.
  func start(
    _ prepare: @escaping @Sendable () -> (Request, @escaping () -> Bool) -> Answer,
    deliver: @escaping @Sendable (UInt64, Answer) -> Void
  ) throws(ThreadError) {
    try Thread { [board] in
      let answer = prepare()
      while true {
        let call = board.wait { board in board.next() }
        let given = answer(call.request) { board.update(waking: { _ in false }) { $0.isWanted(call.number) } }
        if board.update(waking: { _ in false }, { $0.finish() }) { deliver(call.number, given) }
      }
    }.detach()
  }

  func add(_ call: CallBoard<Request>.Call) -> CallBoard<Request>.Admission { board.update { $0.add(call) } }

  func supersede(_ searcher: String) -> [UInt64] { board.update { $0.supersede(searcher) } }
}
