// SPDX-License-Identifier: Apache-2.0

package import CommandLine
internal import Synchronization

/// Writes what goes wrong to standard error, which the service manager or the message bus writes to the journal. A program that searches with
/// every key would fill it, so each message is written once.
package final class Reporter: Sendable {
  /// Maximum number of different messages. A message can contain what a caller has sent.
  private static let maximumCount = 200

  private let tool: Tool
  private let reported = Mutex<Set<String>>([])

  package init(_ tool: Tool) { self.tool = tool }

  package func report(_ message: String) {
    let isNew = reported.withLock { $0.count < Self.maximumCount && $0.insert(message).inserted }
    if isNew { tool.report(message) }
  }
}
