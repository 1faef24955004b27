// SPDX-License-Identifier: Apache-2.0

/// Files with several names, one of which has changed. The kernel reports a change under one name, and
/// the documents of the others must be examined too.
///
/// Finding the other names takes a pass over the catalog. Passes together take a small share of the
/// time. A pure value; the caller has the clock.
struct LinkedFiles {
  /// Delay before a pass, so that one pass serves many changes.
  private static let delay = Duration.milliseconds(200)
  /// The pause after a pass is this many times as long as the pass.
  private static let rest = 20

  private(set) var inodes: Set<UInt64> = []
  /// When the next pass is to begin; `nil` if none is needed.
  private(set) var due: ContinuousClock.Instant?
  private var earliest: ContinuousClock.Instant?

  mutating func add(_ changed: Set<UInt64>, at now: ContinuousClock.Instant) {
    guard !changed.isEmpty else { return }
    inodes.formUnion(changed)
    if due == nil { due = max(now + Self.delay, earliest ?? now) }
  }

  /// Takes the files for a pass, if it is time.
  mutating func takeDue(at now: ContinuousClock.Instant) -> Set<UInt64> {
    guard let due, due <= now else { return [] }
    defer { (inodes, self.due) = ([], nil) }
    return inodes
  }

  mutating func notePass(lasting duration: Duration, endingAt now: ContinuousClock.Instant) { earliest = now + duration * Self.rest }
}
