// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import DesktopSearch
import Finders
import IndexStore
import LogMessages
import MessageBus
import QueryLanguage
import Synchronization
import SystemPlatform
import Threading

/// The searches of programs whose results follow the index of files. One thread updates all of them after a commit, and waits without a timer
/// until then.
final class LiveSearches: Sendable {
  enum Event: Sendable {
    /// The first result of a search, and the answer to its call.
    case begun(Result<ProgramHits, ProviderError>)
    case changed(Changes)
    /// The search cannot go on.
    case ended(reason: String)
  }

  private enum Command: Sendable {
    case begin(UInt32, ProgramQuery)
    case end(UInt32)
  }

  private let commands = Mutex<[Command]>([])
  private let signal: ChangeSignal

  init() throws(BusFailure) {
    guard let signal = ChangeSignal() else { throw BusFailure(call: "eventfd", code: -Errno.tooManyOpenFiles.rawValue) }
    self.signal = signal
  }

  /// Starts the thread, which ends with the process.
  ///
  /// - Parameter deliver: Called on the thread with the number of a search, and what has happened to it.
  func start(_ indexes: IndexLookup, deliver: @escaping @Sendable (UInt32, Event) -> Void) throws(ThreadError) {
    try Thread { [self] in
      var follower = IndexFollower(indexes: indexes, deliver: deliver)
      while true { follower.step(signal) { commands.withLock { $0.takeAll() } } }
    }.detach()
  }

  /// - Parameter number: Not that of an earlier search.
  func begin(_ number: UInt32, _ query: ProgramQuery) { add(.begin(number, query)) }

  func end(_ number: UInt32) { add(.end(number)) }

  private func add(_ command: Command) {
    commands.withLock { $0.append(command) }
    signal.send()
  }

  /// What has changed in the result of a search.
  struct Changes: Sendable {
    var added: [[String: AttributeValue]]
    /// Hits whose status or attributes have changed.
    var updated: [[String: AttributeValue]]
    /// URLs.
    var removed: [String]
  }

  // MARK: The thread

  /// The index and its searches. For one thread.
  private struct IndexFollower {
    let indexes: IndexLookup
    let deliver: (UInt32, Event) -> Void
    private var index: WatchedIndex?
    private var searches: [UInt32: (followed: FollowedSearch, query: ProgramQuery)] = [:]
    /// When the searches are updated again: a burst of commits is one change, and slow searches are repeated less often, so that they never
    /// use more than half of a processor.
    private var nextUpdate: ContinuousClock.Instant
    private var hasNews = false

    private static let shortestPause = Duration.milliseconds(20)

    /// An open index, and what notices its commits. Both are closed without a search, so that a waiting process keeps no files of the index.
    private final class WatchedIndex {
      let store: Store
      let watch: StoreWatch

      init(_ path: String) throws(StoreError) {
        store = try Store.open(path, .read)
        watch = try StoreWatch(store.path, withLosses: true)
      }
    }

    init(indexes: IndexLookup, deliver: @escaping (UInt32, Event) -> Void) {
      (self.indexes, self.deliver, nextUpdate) = (indexes, deliver, .now)
    }

    /// Waits for commands and commits, and handles them.
    mutating func step(_ signal: ChangeSignal, _ commands: () -> [Command]) {
      enum Source { case commands, commits }
      let rest = hasNews ? max(nextUpdate - .now, .zero) : nil
      var wait = Wait<Source>([
        .commands: .input(signal.descriptor), .commits: .input(hasNews ? -1 : index?.watch.descriptor ?? -1),
      ])
      let ready: Set<Source>
      do throws(SystemError) {
        ready = try wait.ready(within: rest)
      } catch {
        return endAll("\(error)")
      }
      if ready.contains(.commands) {
        signal.takeAll()
        commands().forEach { perform($0) }
      }
      if ready.contains(.commits) { hasNews = true }
      guard hasNews, nextUpdate <= .now else { return }
      let begin = ContinuousClock.now
      hasNews = false
      index?.watch.takeAll()
      for number in searches.keys.sorted() { update(number) }
      nextUpdate = .now + max(.now - begin, Self.shortestPause)
    }

    /// Ends all searches because the thread cannot wait. It tries again later, and not without a pause.
    private mutating func endAll(_ reason: String) {
      for number in searches.keys.sorted() { deliver(number, .ended(reason: reason)) }
      (searches, index, hasNews) = ([:], nil, false)
      sleep(for: .seconds(1))
    }

    private mutating func perform(_ command: Command) {
      switch command {
      case .begin(let number, let query): deliver(number, .begun(begin(number, query)))
      case .end(let number): searches[number] = nil
      }
      if searches.isEmpty { (index, hasNews) = (nil, false) }
    }

    private mutating func begin(_ number: UInt32, _ query: ProgramQuery) -> Result<ProgramHits, ProviderError> {
      do {
        let condition = try query.query()
        let index = try index ?? WatchedIndex(try indexes.environment.store(nil))
        self.index = index
        let search = RepeatableSearch(store: index.store, query: condition, folders: query.folders, order: nil, limit: query.limit)
        let followed = try FollowedSearch(search)
        searches[number] = (followed, query)
        return .success(
          ProgramHits(
            hits: described(followed.hits, query), isTruncated: followed.hits.count == query.limit,
            notices: condition.hints.map(\.message)))
      } catch let error as ProviderError {
        return .failure(error)
      } catch {
        return .failure(.unsearchable("\(error)"))
      }
    }

    private mutating func update(_ number: UInt32) {
      do {
        guard var search = searches[number] else { return }
        let changes = try search.followed.update(keepingHits: false)
        searches[number] = search
        guard !changes.isEmpty else { return }
        let removed = changes.removed.map { PercentEncoding.fileURL(ofPath: $0.path) }
        deliver(
          number,
          .changed(
            Changes(
              added: described(changes.added, search.query), updated: described(changes.updated, search.query), removed: removed)))
      } catch {
        searches[number] = nil
        if searches.isEmpty { index = nil }
        deliver(number, .ended(reason: "\(error)"))
      }
    }

    private func described(_ hits: [SearchHit], _ query: ProgramQuery) -> [[String: AttributeValue]] {
      guard let store = index?.store else { return [] }
      let passages =
        query.wantsPassages && !query.isPredicate ? HitPassages(RankedQuery(RankedText(parsing: query.text, in: .current()).words)) : nil
      return hits.map { hit in
        // A document that was removed meanwhile is told of next.
        var members = (try? FoundHit.stored(hit, store).members(attributes: query.attributes)) ?? FoundHit.identity(of: hit.path)
        if let passage = try? passages?.passage(of: hit, in: store) { members.merge(passage.members) { $1 } }
        return members
      }
    }
  }
}

extension Array {
  /// Removes and returns all elements.
  fileprivate mutating func takeAll() -> Self {
    defer { removeAll() }
    return self
  }
}
