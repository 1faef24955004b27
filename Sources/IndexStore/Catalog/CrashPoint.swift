internal import Glibc
internal import Synchronization

/// The moments between two durable steps, at which a test ends the process to see what it left behind.
///
/// In a release build passing one is nothing.
enum CrashPoint: Int, CaseIterable, Codable, Sendable {
  // MARK: Commits
  /// The rows are written; the commit is to come.
  case commitPrepared
  /// Committed; the catalog's file may end before its last page.
  case commitDone
  /// Committed and completed; nobody was told.
  case commitCompleted
  case commitAnnounced

  // MARK: Segments
  /// A run of texts is written; the commit that lists it is to come.
  case textSegmentWritten
  /// A segment of what was pending is written; its commit is to come.
  case flushWritten
  case flushDone
  /// A segment's file has its name; its row is to come.
  case segmentNamed
  case segmentListed
  case segmentUnlisted
  case mergeWritten
  case mergeDone
  /// A table of directories is written; the commit that lists it is to come.
  case directoriesTabled
  /// The list is durable; files that are not on it are to go.
  case sweepBegun
  case segmentUnlink
  case segmentUnlinked

  // MARK: Repair
  /// A segment is known to be damaged.
  case damageMarked
  /// Documents of a damaged segment are taken for changed; they are to be indexed.
  case repairLogged
  /// A run of texts found again is on the disk; its commit is to come.
  case repairTextsWritten
  case repairDone

  // MARK: Generations of the catalog
  case generationMade
  case generationFilled
  /// A new generation is on the disk; nothing names it.
  case generationFinished
  /// `CURRENT` is written under another name.
  case currentWritten
  case currentRenamed
  case currentSet
  /// An old generation has a name under which nobody opens it.
  case generationRetired
  case generationRemoved

  /// Whether this build has them.
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

    /// Has the process killed when it passes a point.
    ///
    /// - Parameter passes: How many times it gets past before.
    static func arm(_ point: CrashPoint, after passes: Int) {
      passesLeft.store(passes, ordering: .relaxed)
      armed.store(point.rawValue, ordering: .sequentiallyConsistent)
    }

    /// How often `body` passes each point, in its own thread: other tests run beside it.
    static func countingPasses<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> [CrashPoint: Int] {
      let thread = UInt(pthread_self())
      counts.withLock { $0 = (thread, [:]) }
      defer { counts.withLock { $0 = nil } }
      try body()
      return counts.withLock { $0?.passes ?? [:] }
    }

    func pass() {
      Self.counts.withLock { if $0?.thread == UInt(pthread_self()) { $0?.passes[self, default: 0] += 1 } }
      guard Self.armed.load(ordering: .relaxed) == rawValue else { return }
      if Self.passesLeft.subtract(1, ordering: .relaxed).oldValue == 0 { kill(getpid(), SIGKILL) }
    }
  #else
    @inline(__always)
    func pass() {}
  #endif
}
