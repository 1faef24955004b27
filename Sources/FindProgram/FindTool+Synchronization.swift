// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore

extension FindTool {
  /// The time in seconds that `-sync` waits at most.
  var timeout: Int { invocation.number("timeout", atLeast: 0, of: tool) ?? 5 }

  /// Waits with `-sync` until changes before the call are searchable, and reports what keeps them from
  /// that.
  ///
  /// - Parameter readsContents: Whether the query concerns contents, too.
  /// - Returns: `false` if the answer may lack some of these changes.
  func synchronize(with store: Store, readsContents: Bool) throws -> Bool {
    guard invocation.has("sync") else { return true }
    if try reportsSuspension(of: store) { return false }
    guard let reason = try store.synchronize(seconds: timeout, readsContents: readsContents) else { return true }
    // It may have been stopped meanwhile.
    if try !reportsSuspension(of: store) { tool.report("-sync: \(reason)") }
    return false
  }

  /// Reports that the daemon is stopped if it is.
  private func reportsSuspension(of store: Store) throws -> Bool {
    guard let daemon = try DaemonLock.holder(of: store.path), daemon.isSuspended else { return false }
    tool.report("-sync: \(daemon.suspension(until: "processes changes"))")
    return true
  }
}
