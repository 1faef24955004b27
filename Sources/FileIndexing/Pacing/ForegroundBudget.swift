// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Threading

/// The processor time that work on recent changes may use at ordinary priority. Beyond it, the work
/// is done at idle priority.
///
/// A user waits for what they have just changed, but not for an archive that they unpack.
final class ForegroundBudget: Sendable {
  private let bucket: Mutex<TokenBucket>

  /// A tenth of a processor, averaged over five seconds. One change takes a few milliseconds.
  init(_ bucket: TokenBucket = TokenBucket(rate: 0.1, capacity: .milliseconds(500), now: .now)) { self.bucket = Mutex(bucket) }

  var isSpent: Bool { bucket.withLock { $0.isEmpty(at: .now) } }

  /// Whether at least half of the most that can be used at once is left.
  var hasHalf: Bool { bucket.withLock { $0.hasHalf(at: .now) } }

  func spend(_ used: Duration) { bucket.withLock { $0.take(used, at: .now) } }

  /// Charges the time that the calling thread has used since its previous charge. Work at idle
  /// priority costs nothing.
  func charge() {
    if !Thread.hasIdlePriority { spend(Thread.takeProcessorTime()) }
  }

  /// Runs `body` and charges the time that the calling thread uses for it.
  func charge<Result, Failure: Error>(for body: () throws(Failure) -> Result) throws(Failure) -> Result {
    _ = Thread.takeProcessorTime()
    defer { charge() }
    return try body()
  }

  /// Charges as ``charge()``, and lowers the priority of the thread if the budget is spent.
  func chargeOrLower() {
    charge()
    if isSpent, !Thread.hasIdlePriority { Thread.lowerPriority() }
  }

  /// Runs `body` on a new thread and waits for its end. The thread has ordinary priority until the budget is
  /// spent; `body` calls ``chargeOrLower()`` between its steps.
  func run<Result>(_ body: () throws -> Result) throws -> Result {
    try Thread.run { () throws in
      defer { charge() }
      chargeOrLower()
      return try body()
    }
  }
}
