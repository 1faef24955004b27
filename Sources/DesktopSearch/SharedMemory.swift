// SPDX-License-Identifier: Apache-2.0

package import ShellSearch
internal import Synchronization

/// The lists of results that one thread finds, and from which another one opens results.
package final class SharedMemory: Sendable {
  private let memory = Mutex(ResultMemory())

  package init() {}

  package func remember(_ results: [ResultIdentifier], for query: ShellQuery) { memory.withLock { $0.remember(results, for: query) } }

  package func choice(of result: ResultIdentifier, for query: ShellQuery?) -> ResultMemory.Choice? {
    memory.withLock { $0.choice(of: result, for: query) }
  }

  package func best(for query: ShellQuery) -> ResultIdentifier? { memory.withLock { $0.best(for: query) } }
}
