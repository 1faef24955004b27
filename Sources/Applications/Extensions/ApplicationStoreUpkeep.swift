internal import Glibc
package import IndexStore

/// Keeps application stores usable while their programs do not run: builds segments that are lost,
/// damaged or of an earlier format again, writes outdated filters anew, puts empty stores in the place of
/// lost ones, and makes index extensions answer the requests to add lost items again.
///
/// Whoever records a request, finds a damaged segment or an outdated filter, or removes the folder of a store
/// wakes the thread. While
/// something is left to do, it tries again after some time, because extensions, their data and room on the
/// disk can appear at any time.
package struct ApplicationStoreUpkeep: Sendable {
  /// What happened to a store or a request.
  package enum Notice: Sendable {
    /// Its segments were built again.
    case repaired(ApplicationStore)
    /// A store could not be repaired.
    case unrepaired(ApplicationStore, StoreError)
    /// The folder of a store is gone, and an empty store takes its place.
    case lost(ApplicationStore)
    case started(ApplicationStore, by: IndexExtension)
    case finished(ApplicationStore, by: IndexExtension)
    case failed(ApplicationStore, by: IndexExtension, ExtensionError)
    /// The folder of the stores cannot be read.
    case problem(StoreError)
  }

  private let root: String
  private let records: ApplicationStoreRecords
  private let folders: DataFolders
  private let notify: @Sendable (Notice) -> Void

  /// Time after which requests that are still pending are tried again. It doubles with each attempt, up
  /// to ``maximumDelay``.
  private static let firstDelay = Duration.seconds(60)
  private static let maximumDelay = Duration.seconds(6 * 3600)

  /// - Parameters:
  ///   - root: The folder of all application stores.
  ///   - records: Which of them there are.
  ///   - folders: The folders with the manifests of extensions.
  package init(
    of root: String, recordedIn records: ApplicationStoreRecords, extensions folders: DataFolders,
    notify: @escaping @Sendable (Notice) -> Void
  ) {
    (self.root, self.records, self.folders, self.notify) = (root, records, folders, notify)
  }

  /// Works until the process ends. Returns only if the folder cannot be watched.
  package func run() {
    let queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard queue >= 0 else { return }
    defer { close(queue) }
    var delay = Self.firstDelay
    while true {
      guard watchFolders(queue) else { return }
      let areLost = !replaceLost()
      let areDamaged = repairAll() || areLost
      let arePending = answerAll() || areDamaged
      var events = [UInt8](repeating: 0, count: 4096)
      var entry = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
      let isWoken = unsafe poll(&entry, 1, arePending ? Int32(delay / .milliseconds(1)) : -1) > 0
      // Whoever removes a folder may be removing the one around it, and what is created there meanwhile.
      repeat { while unsafe read(queue, &events, events.count) > 0 {} } while unsafe poll(&entry, 1, Self.pause) > 0
      delay = isWoken ? Self.firstDelay : min(delay * 2, Self.maximumDelay)
    }
  }

  /// Milliseconds without further events after which they are acted on.
  private static let pause: Int32 = 100

  /// Watches the folder of all stores, and those of programs and indexes in it, which can be created and
  /// removed at any time. Stores themselves change too often.
  ///
  /// - Returns: `false` if the folder of all stores cannot be watched.
  private func watchFolders(_ queue: Int32) -> Bool {
    // Without programs that have indexes, the folder does not exist yet.
    guard (try? Store.makeFolders(root)) != nil else { return false }
    let changes = [IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO, IN_ONLYDIR].reduce(0) { $0 | UInt32($1) }
    let events = [IN_ATTRIB, IN_DELETE_SELF, IN_MOVE_SELF].reduce(changes) { $0 | UInt32($1) }
    guard unsafe inotify_add_watch(queue, root, events) >= 0 else { return false }
    for store in (try? ApplicationStore.all(in: root)) ?? [] {
      let index = store.path(in: root).split(separator: "/").dropLast()
      for folder in [index, index.dropLast()] { _ = unsafe inotify_add_watch(queue, "/" + folder.joined(separator: "/"), changes) }
    }
    return true
  }

  /// Puts empty stores in the place of those that were lost, with requests to add their items again.
  ///
  /// - Returns: Whether all of them were replaced.
  package func replaceLost() -> Bool {
    var areReplaced = true
    do throws(StoreError) {
      for store in try records.lost() {
        do throws(StoreError) {
          _ = try records.open(store)
          notify(.lost(store))
        } catch {
          notify(.unrepaired(store, error))
          areReplaced = false
        }
      }
    } catch {
      notify(.problem(error))
      return false
    }
    return areReplaced
  }

  /// Builds lost and damaged segments of all stores again, and writes outdated filters. Nothing happens
  /// to protected stores, and to stores whose catalog is damaged: there is a request for them.
  ///
  /// - Returns: Whether a store could not be repaired.
  package func repairAll() -> Bool {
    var areDamaged = false
    for store in (try? ApplicationStore.all(in: root)) ?? [] where store.protection == .none {
      let path = store.path(in: root)
      do throws(StoreError) {
        let present = try Store.open(path, .read)
        if try present.knownDamage().isEmpty {
          // Without one, for want of space perhaps, searches only take longer.
          try? present.updateItemFilter()
          continue
        }
        let opened = try Store.open(path, .writeItems)
        try opened.settle()
        // Its program may be doing the same.
        if try opened.knownDamage().isEmpty { notify(.repaired(store)) } else { areDamaged = true }
      } catch {
        // A program may be creating or removing the store.
        if case .notFound = error { continue }
        if case .corrupted = error { continue }
        notify(.unrepaired(store, error))
        areDamaged = true
      }
    }
    return areDamaged
  }

  /// Makes extensions answer all pending requests.
  ///
  /// - Returns: Whether requests are still pending.
  package func answerAll() -> Bool {
    do throws(StoreError) {
      var arePending = false
      for store in try ApplicationStore.all(in: root) where ReindexRequest.isPending(for: store.path(in: root)) {
        if try !answer(store) { arePending = true }
      }
      return arePending
    } catch {
      notify(.problem(error))
      return true
    }
  }

  private func answer(_ store: ApplicationStore) throws(StoreError) -> Bool {
    let path = store.path(in: root)
    guard let found = IndexExtension.of(store.bundle, in: folders) else { return false }
    // The program itself may be answering. The extension takes the request when it has started.
    guard try ReindexRequest.take(for: path) != nil else { return !ReindexRequest.isPending(for: path) }
    notify(.started(store, by: found))
    do throws(ExtensionError) {
      _ = try found.answer(to: ExtensionRequest(store, .reindexAll))
      notify(.finished(store, by: found))
    } catch {
      notify(.failed(store, by: found, error))
    }
    return !ReindexRequest.isPending(for: path)
  }
}
