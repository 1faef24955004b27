// SPDX-License-Identifier: Apache-2.0

package import DesktopSearch
package import ShellSearch
package import Threading

/// Opens and shows what a person has chosen, on a thread of its own: programs may need a second to start.
package final class ChoiceWorker: Sendable {
  private enum Choice: Sendable {
    case open(ResultIdentifier, ShellQuery, StartToken?)
    case show(ResultIdentifier)
    case end(@Sendable () -> Void)
  }

  private let choices = Monitor<[Choice]>([])

  package init() {}

  /// Starts the thread, which ends with the process.
  ///
  /// - Parameter deliver: Called on the thread with what has become of a choice: `nil` if it was opened.
  package func start(
    _ indexes: IndexLookup, _ memory: SharedMemory, deliver: @escaping @Sendable (WindowModel.Notice?) -> Void
  ) throws(ThreadError) {
    try Thread { [choices] in
      // The first search does not wait for it.
      indexes.startDaemon()
      let chooser = Chooser(indexes, memory)
      while true {
        let choice = choices.wait { $0.isEmpty ? nil : $0.removeFirst() }
        do throws(ChoiceError) {
          switch choice {
          case .open(let result, let query, let token):
            try chooser.open(result.text, query, token)
            deliver(nil)
          case .show(let result):
            try chooser.show(result.text)
            deliver(.text(.shown))
          case .end(let body): body()
          }
        } catch {
          deliver(.failure("\(error)"))
        }
      }
    }.detach()
  }

  package func open(_ result: ResultIdentifier, _ query: ShellQuery, _ token: StartToken?) {
    choices.update { $0.append(.open(result, query, token)) }
  }

  /// Shows a file in the file manager.
  package func show(_ result: ResultIdentifier) { choices.update { $0.append(.show(result)) } }

  /// Calls a closure on the thread when all that was chosen is opened.
  package func finish(_ body: @escaping @Sendable () -> Void) { choices.update { $0.append(.end(body)) } }
}
