/// How much is read before it is committed, and how much memory that may take.
struct ContentLimits: Sendable {
  /// Documents in a group: what a transaction takes in within 20 ms, the most that other writers are to wait.
  var documents = 2000
  /// Bytes in memory of a group's records and stored texts.
  var bytes = 8 << 20
  /// The oldest document of a group waits so long at most.
  var time: Duration = .seconds(2)
  /// Of documents that changed just now so long; and while one after the other changes, there is one commit in that time. Each writes some
  /// 100 KB, however few its documents are.
  var freshTime: Duration = .milliseconds(20)
  /// Groups that are filled at the same time: one a worker, since tokenising takes longer than reading plain text does.
  var groups: Int
  /// Memory for the tokens of a group, in bytes.
  var tokenMemory: Int
  /// Bytes of one file's text that are held; a longer one gets a run of its own.
  var heldText: Int

  /// Memory for the tokens of all groups together.
  private static let allTokens = 96 << 20
  /// Memory for all texts that are held.
  private static let allHeld = 8 << 20

  /// Limits with which memory does not grow with the number of workers.
  init(workers: Int) {
    groups = min(max(workers, 1), 4)
    tokenMemory = Self.allTokens / groups
    heldText = min(max(Self.allHeld / max(workers, 1), 256 << 10), 4 << 20)
  }

  /// Bytes of text in a group: their tokens take a half of it or less, however many different words there are.
  var textBytes: Int { min(tokenMemory, 48 << 20) }
}
