// SPDX-License-Identifier: Apache-2.0

internal import CommandLine
internal import IndexStore

/// What a person should know about the user's index of files.
package enum IndexState: Hashable, Sendable {
  case current
  /// There is none.
  case missing
  /// - Parameter reason: A sentence.
  case unreadable(reason: String)
  /// The daemon has not finished its first scan.
  case scanning
  case unread(Int, of: Int)
  /// No daemon runs, and the last change of the index is long ago.
  case unattended
}

extension IndexLookup {
  /// Time for which nobody expects changes to be missing after an import.
  private static let freshness = Duration.seconds(3600)

  /// - Complexity: O(1) if all file systems are mounted.
  package func state() -> IndexState {
    do {
      let store = try Store.open(try environment.store(nil), .read)
      let daemon = try DaemonLock.holder(of: store.path)
      if let facts = daemon?.report, facts["state"] != nil, facts["last-scan"] == nil { return .scanning }
      if daemon == nil, let age = store.timeSinceLastWriting, age > Self.freshness { return .unattended }
      let completeness = try store.completeness()
      let unread = completeness.pending.reachable
      return unread > 0 ? .unread(unread, of: completeness.documents) : .current
    } catch StoreError.notFound {
      return .missing
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }
}
