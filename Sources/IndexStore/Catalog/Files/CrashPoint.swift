// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemPlatform

/// A point between two durable steps, at which tests kill the process to check what it leaves
/// behind.
///
/// In a release build ``pass()`` does nothing.
enum CrashPoint: Int, CaseIterable, Codable, Sendable {
  // MARK: Commits
  /// All rows are written; the commit follows.
  case commitPrepared
  /// Committed; the catalog's file may be shorter than its last page.
  case commitDone
  /// Committed, and the file is extended; other processes are not notified yet.
  case commitCompleted
  case commitAnnounced

  // MARK: Segments
  /// A segment of texts is written; the commit that lists it follows.
  case textSegmentWritten
  /// A segment of pending documents is written; its commit follows.
  case flushWritten
  case flushDone
  /// A segment's file has its final name; its row follows.
  case segmentNamed
  case segmentListed
  case segmentUnlisted
  case mergeWritten
  case mergeDone
  /// A directory table is written; the commit that lists it follows.
  case directoriesTabled
  /// The list of segments is durable; files that are not listed are removed next.
  case sweepBegun
  case segmentUnlink
  case segmentUnlinked

  // MARK: Repair
  /// A segment is recorded as damaged.
  case damageMarked
  /// Documents of a damaged segment are logged as changed; they are indexed next.
  case repairLogged
  /// A segment of texts that were read again is written; its commit follows.
  case repairTextsWritten
  case repairDone

  // MARK: Generations of the catalog
  case generationMade
  case generationFilled
  /// A new generation is on the disk; `CURRENT` does not name it yet.
  case generationFinished
  /// The new `CURRENT` is written under a temporary name.
  case currentWritten
  case currentRenamed
  case currentSet
  /// An old generation is renamed, so that nobody opens it any more.
  case generationRetired
  case generationRemoved

  /// Whether this build contains crash points.
  static var isCompiledIn: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  #if DEBUG
    private static let armed = Atomic<Int>(-1)
    private static let passesLeft = Atomic<Int>(0)
    private static let counts = Mutex<(thread: UInt, passes: [CrashPoint: Int])?>(nil)

    /// Kills the process when it passes `point`.
    ///
    /// - Parameter passes: Number of passes to survive first.
    static func arm(_ point: CrashPoint, after passes: Int) {
      passesLeft.store(passes, ordering: .relaxed)
      armed.store(point.rawValue, ordering: .sequentiallyConsistent)
    }

    /// Counts how often `body` passes each point. Only passes of the calling thread count, because
    /// other tests run at the same time.
    static func countingPasses<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> [CrashPoint: Int] {
      let thread = ProcessFacts.thread
      counts.withLock { $0 = (thread, [:]) }
      defer { counts.withLock { $0 = nil } }
      try body()
      return counts.withLock { $0?.passes ?? [:] }
    }

    func pass() {
      Self.counts.withLock { if $0?.thread == ProcessFacts.thread { $0?.passes[self, default: 0] += 1 } }
      guard Self.armed.load(ordering: .relaxed) == rawValue else { return }
      if Self.passesLeft.subtract(1, ordering: .relaxed).oldValue == 0 { Signal.kill.send(to: ProcessFacts.id) }
    }
  #else
    @inline(__always)
    func pass() {}
  #endif
}
