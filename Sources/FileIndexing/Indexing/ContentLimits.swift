// SPDX-License-Identifier: Apache-2.0

/// Limits of the groups in which contents are committed, and of the memory for contents.
struct ContentLimits: Sendable {
  /// Maximum number of documents in a group. A transaction stores this number within 20 ms, for
  /// which other writers wait.
  var documents = 2000
  /// Maximum number of bytes of attribute records and compressed texts in a group.
  var bytes: Int
  /// Maximum time that a group waits for more documents after its first.
  var time: Duration = .seconds(2)
  /// The same for fresh documents, and the minimum time between two of their commits: each commit
  /// writes about 100 KB, however few documents it has.
  var freshTime: Duration = .milliseconds(9)
  /// Maximum number of groups that are filled at the same time. One per worker up to 4, because
  /// tokenizing takes longer than reading plain text.
  var groups: Int
  /// Memory for the tokens of a group, in bytes.
  var tokenMemory: Int
  /// Maximum number of bytes of a file's text that a receiver holds in memory. A longer text
  /// becomes a ``LongText``.
  var heldText: Int
  /// Memory for the tokens of a ``LongText``, in bytes.
  var longTextTokenMemory: Int
  /// Bytes of compressed text of a ``LongText`` in memory before they are written to the catalog.
  var longTextBytes: Int

  /// Memory for the tokens of all groups, in bytes.
  private static let allTokens = 96 << 20
  /// Memory for the held texts of all receivers, in bytes.
  private static let allHeld = 8 << 20

  /// Divides the memory among the workers. The total grows with their number only beyond 32
  /// workers, because each receiver may hold at least 256 KiB of text.
  ///
  /// - Parameter memory: What this process and its workers may use together, in bytes; `nil` for no limit. Contents
  ///   take less than half of it, so that enough is left for workers and for maintenance.
  init(workers: Int, memory: Int? = nil) {
    let memory = memory ?? .max
    groups = min(max(workers, 1), 4)
    tokenMemory = min(Self.allTokens, memory / 8) / groups
    // The transaction that stores a group takes about the same once more.
    bytes = min(8 << 20, memory / 32 / groups)
    let allHeld = min(Self.allHeld, memory / 16)
    heldText = min(max(allHeld / max(workers, 1), 256 << 10), 4 << 20)
    longTextTokenMemory = min(16 << 20, memory / 16 / max(workers, 1))
    longTextBytes = min(4 << 20, memory / 32 / max(workers, 1))
  }

  /// Maximum number of bytes of text in a group. The tokens of a text take at most half of its
  /// size.
  var textBytes: Int { min(tokenMemory, maximumTextBytes) }
  private var maximumTextBytes = 48 << 20

  /// Makes groups smaller: on a disk that is almost full, a smaller one may still fit.
  ///
  /// - Returns: `false` if groups have a single document already.
  mutating func shrink() -> Bool {
    guard documents > 1 else { return false }
    // Groups that are filled at the same time need their space at the same time.
    groups = 1
    documents = max(documents / 4, 1)
    bytes = max(bytes / 4, 1)
    maximumTextBytes = max(maximumTextBytes / 4, 1)
    return true
  }
}
