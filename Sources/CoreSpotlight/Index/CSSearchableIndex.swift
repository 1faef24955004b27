// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import Foundation
internal import IndexStore
public import UniformTypeIdentifiers

/// An index of a program's items, through which it adds, changes and removes them.
///
/// All objects with the same name and protection class use the same index on disk, in any number of
/// processes of the program. Creating an object is cheap: the index is opened when it is first
/// used.
///
/// Methods with a completion handler return at once. The handler is called on a background queue,
/// without an error when the change is on disk and survives a power failure. Searches then find the
/// items. Changes are made in the order of the calls.
///
/// A query first waits for the changes that its own process has submitted, and so does a process that
/// ends with `exit(3)` or returns from its main function. Changes that were submitted just before the
/// process is killed, or ends with `_exit(2)`, may be lost.
open class CSSearchableIndex: NSObject, @unchecked Sendable {
  /// Supplies data of items, and is asked to index items again when the index lost them.
  open weak var indexDelegate: (any CSSearchableIndexDelegate)? {
    get { lock.withLock { delegate } }
    set {
      let isFirst = lock.withLock {
        defer { (delegate, isObserved) = (newValue, true) }
        return !isObserved
      }
      if isFirst { observe() }
      if newValue != nil { index?.delegateAppeared() }
    }
  }

  /// When the items may be read.
  public let protectionClass: FileProtectionType

  /// The identifier under which the indexes of this program are stored, and by which other programs
  /// know it.
  ///
  /// By default, it is the name of the desktop entry that started the process, or else of the
  /// executable. Set it before the first index is created.
  ///
  /// - Note: This property exists only on Linux. On Apple's systems, a program's bundle has an
  ///   identifier.
  public static var bundleIdentifier: String {
    get { ProgramIdentity.bundleIdentifier }
    set { ProgramIdentity.bundleIdentifier = newValue }
  }

  private let isDefault: Bool
  /// `nil` without a home directory.
  let index: ItemIndex?

  /// Guards the properties below.
  private let lock = NSLock()
  private weak var delegate: (any CSSearchableIndexDelegate)?
  private var isObserved = false
  /// The changes since `beginBatch()`; `nil` outside a batch.
  private var batch: [ItemChange]?
  /// The changes of the last batch if its end has failed, until the next batch begins.
  private var failedBatch: [ItemChange]?
  private var batchCount = 0

  /// Maximum number of bytes of a client state. Apple's documentation is not clear on whether the limit
  /// itself is allowed.
  private static let maximumClientStateSize = 250

  /// Creates an object for the index with a name.
  public convenience init(name: String) { self.init(name: name, protectionClass: nil) }

  /// Creates an object for the index with a name and a protection class.
  ///
  /// - Parameter protectionClass: When the items may be read; `nil` means always. Other programs
  ///   find only items that may always be read.
  public init(name: String, protectionClass: FileProtectionType?) {
    self.protectionClass = protectionClass ?? .none
    isDefault = false
    index = Self.index(IndexName(name), self.protectionClass)
    super.init()
  }

  private init(_ name: IndexName, _ protectionClass: FileProtectionType) {
    self.protectionClass = protectionClass
    isDefault = name == .default && ApplicationStore.Protection(protectionClass) == .none
    index = Self.index(name, protectionClass)
    super.init()
  }

  /// Creates an object for a store of this program.
  convenience init(_ store: ApplicationStore) { self.init(store.index, FileProtectionType(store.protection)) }

  private static let shared = CSSearchableIndex(.default, .none)

  /// The default index of the program.
  open class func `default`() -> CSSearchableIndex { shared }

  /// The index of this program with a name; `nil` without a home directory.
  static func index(_ name: IndexName, _ protection: FileProtectionType) -> ItemIndex? {
    guard let folder = ProgramIdentity.storesFolder else { return nil }
    let store = ApplicationStore(
      bundle: ProgramIdentity.bundleIdentifier, index: name, protection: ApplicationStore.Protection(protection))
    return ItemIndex.shared(store, in: folder)
  }

  /// Whether items can be indexed: whether the user has a home directory.
  open class func isIndexingAvailable() -> Bool { ProgramIdentity.storesFolder != nil }

  private func observe() {
    index?.add(
      ItemIndex.Observer(
        didThrottle: { [weak self] in if let self { indexDelegate?.searchableIndexDidThrottle(self) } },
        didFinishThrottle: { [weak self] in if let self { indexDelegate?.searchableIndexDidFinishThrottle(self) } },
        reindexAll: { [weak self] acknowledgement in
          guard let self, let indexDelegate else { return false }
          indexDelegate.searchableIndex(self, reindexAllSearchableItemsWithAcknowledgementHandler: { acknowledgement.give() })
          return true
        },
        didUpdate: { [weak self] items in
          guard let indexDelegate = self?.indexDelegate else { return false }
          indexDelegate.searchableItemsDidUpdate(items.map { $0.searchableItem() })
          return true
        },
        isAlive: { [weak self] in self != nil }))
  }

  // MARK: Indexing

  /// Adds items, or replaces those with the same identifiers.
  ///
  /// The items are copied before this method returns.
  ///
  /// - Note: In top-level code, Swift calls this method, and not the asynchronous one, even after `try await`.
  @preconcurrency
  open func indexSearchableItems(_ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    change(items.map { ItemChange($0) }, completionHandler)
  }

  /// Adds items, or replaces those with the same identifiers, and waits until they are on disk.
  nonisolated(nonsending) open func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    try await change(items.map { ItemChange($0) })
  }

  /// Removes the items with the given identifiers.
  ///
  /// User activities that belong to an item are deleted with it, by every method that removes items.
  @preconcurrency
  open func deleteSearchableItems(
    withIdentifiers identifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    change([.remove(identifiers)], completionHandler)
  }

  /// Removes the items with the given identifiers, and waits until they are gone from the disk.
  nonisolated(nonsending) open func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
    try await change([.remove(identifiers)])
  }

  /// Removes the items and user activities of domains and of the domains below them: removing
  /// `mail` also removes `mail.work`.
  @preconcurrency
  open func deleteSearchableItems(
    withDomainIdentifiers domainIdentifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    change(domainIdentifiers.map { .removeDomain($0) }, completionHandler)
  }

  /// Removes the items of domains and of the domains below them, and waits until they are gone.
  nonisolated(nonsending) open func deleteSearchableItems(withDomainIdentifiers domainIdentifiers: [String]) async throws {
    try await change(domainIdentifiers.map { .removeDomain($0) })
  }

  /// Removes all items of the index and its client state.
  @preconcurrency
  open func deleteAllSearchableItems(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    change([.removeAll], completionHandler)
  }

  /// Removes all items of the index and its client state, and waits until they are gone.
  nonisolated(nonsending) open func deleteAllSearchableItems() async throws { try await change([.removeAll]) }

  private func change(_ changes: [ItemChange], _ completion: (@Sendable ((any Error)?) -> Void)?) {
    let isInBatch = lock.withLock {
      batch?.append(contentsOf: changes)
      return batch != nil
    }
    if isInBatch {
      completion?(nil)
    } else {
      submit(changes) { completion?($0) }
    }
  }

  nonisolated(nonsending) private func change(_ changes: [ItemChange]) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      change(changes) { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
    }
  }

  private func submit(_ changes: [ItemChange], clientState: ClientStateChange? = nil, _ completion: @escaping ItemIndex.Completion) {
    guard let index else { return completion(CSIndexError(.indexingUnsupported)) }
    let completion = CompletionHandler(completion)
    index.submit(changes, clientState: clientState) { error in
      guard error == nil else { return index.answer { completion(error) } }
      IndexedActivities.follow(changes) { index.answer { completion(nil) } }
    }
  }

  // MARK: Batches

  /// Begins a batch: the changes until the end of the batch are made together, with a client state,
  /// or not at all.
  ///
  /// The completion handlers of changes in a batch are called at once; only the end of the batch
  /// tells whether they succeeded. A second call before the end has no effect. The default index
  /// has no batches: there, this method has no effect.
  ///
  /// If the end fails, nothing is changed, and the batch can be ended again, for example with another client
  /// state. A call of this method drops its changes instead and begins a new batch.
  open func beginBatch() {
    guard !isDefault else { return }
    lock.withLock {
      guard batch == nil else { return }
      (batch, failedBatch) = ([], nil)
      batchCount += 1
    }
  }

  /// Ends a batch, and stores data with which the program finds out later how far it came.
  ///
  /// - Parameter clientState: At most 250 bytes. Empty data removes the state.
  @preconcurrency
  open func endBatch(withClientState clientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    endBatch(ClientStateChange(new: [UInt8](clientState)), completionHandler)
  }

  /// Ends a batch, and stores data with which the program finds out later how far it came.
  nonisolated(nonsending) open func endBatch(withClientState clientState: Data) async throws {
    try await endBatch(ClientStateChange(new: [UInt8](clientState)))
  }

  /// Ends a batch if the stored client state is the expected one. Otherwise, the error is
  /// `mismatchedClientState`, and nothing is changed.
  ///
  /// - Parameters:
  ///   - expectedClientState: `nil` or empty if no state is expected.
  ///   - newClientState: At most 250 bytes. Empty data removes the state.
  @preconcurrency
  open func endIndexBatch(
    expectedClientState: Data?, newClientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    endBatch(ClientStateChange(new: [UInt8](newClientState), expected: .state(expectedClientState.map { [UInt8]($0) })), completionHandler)
  }

  /// Ends a batch if the stored client state is the expected one.
  nonisolated(nonsending) open func endIndexBatch(expectedClientState: Data?, newClientState: Data) async throws {
    try await endBatch(
      ClientStateChange(new: [UInt8](newClientState), expected: .state(expectedClientState.map { [UInt8]($0) })))
  }

  private func endBatch(_ clientState: ClientStateChange, _ completion: (@Sendable ((any Error)?) -> Void)?) {
    func fail(_ code: CSIndexError.Code, _ reason: String) {
      completion?(CSIndexError(code, userInfo: [NSLocalizedDescriptionKey: reason]))
    }
    guard !isDefault else { return fail(.indexingUnsupported, "The default index has no batches. Create an index with a name.") }
    guard clientState.new.count <= Self.maximumClientStateSize else {
      let reason = "The client state has \(clientState.new.count) bytes; at most \(Self.maximumClientStateSize) are allowed."
      return fail(.invalidClientStateError, reason + " The batch has not ended.")
    }
    let ended: (changes: [ItemChange], number: Int)? = lock.withLock {
      defer { (batch, failedBatch) = (nil, nil) }
      return (batch ?? failedBatch).map { ($0, batchCount) }
    }
    guard let (changes, number) = ended else {
      return fail(.invalidClientStateError, "There is no batch: beginBatch() was not called.")
    }
    submit(changes, clientState: clientState) { [self] error in
      if error != nil { lock.withLock { if batchCount == number { failedBatch = changes } } }
      completion?(error)
    }
  }

  nonisolated(nonsending) private func endBatch(_ clientState: ClientStateChange) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      endBatch(clientState) { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
    }
  }

  /// Reads the client state that the last batch has stored.
  ///
  /// - Parameter completionHandler: Receives `nil` if there is no state.
  @preconcurrency
  open func fetchLastClientState(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    guard let index else { return completionHandler(nil, CSIndexError(.indexingUnsupported)) }
    let completion = CompletionHandler<Result<Data?, CSIndexError>> { result in
      switch result {
      case .success(let state): completionHandler(state, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
    index.fetchClientState { result in index.answer { completion(result) } }
  }

  /// The client state that the last batch has stored; empty if there is no state.
  nonisolated(nonsending) open func fetchLastClientState() async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      fetchLastClientState { state, error in continuation.resume(with: error.map { .failure($0) } ?? .success(state ?? Data())) }
    }
  }

  // MARK: Content of items

  /// Asks a program for the content of an item in the index with this name.
  ///
  /// The delegate of this object answers for its own program, and the index extension for any other, and
  /// if there is no delegate.
  ///
  /// - Parameter contentType: The wanted type. The program is asked for one of the types that the
  ///   item's provider attributes list and that conform to it, or else for this type.
  @preconcurrency
  open func fetchData(
    forBundleIdentifier bundleIdentifier: String, itemIdentifier: String, contentType: UTType,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    let request = ItemContentRequest(index: self, bundle: bundleIdentifier, item: itemIdentifier, type: contentType)
    DispatchQueue.global().async {
      do { completionHandler(try request.answer(), nil) } catch { completionHandler(nil, error) }
    }
  }

  /// Asks a program for the content of an item in the index with this name.
  nonisolated(nonsending) open func fetchData(
    forBundleIdentifier bundleIdentifier: String, itemIdentifier: String, contentType: UTType
  ) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      fetchData(forBundleIdentifier: bundleIdentifier, itemIdentifier: itemIdentifier, contentType: contentType) { data, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(data ?? Data()))
      }
    }
  }
}

extension ApplicationStore.Protection {
  init(_ type: FileProtectionType) {
    self =
      switch type.rawValue {
      case FileProtectionType.complete.rawValue: .complete
      case FileProtectionType.completeUnlessOpen.rawValue: .completeUnlessOpen
      case FileProtectionType.completeUntilFirstUserAuthentication.rawValue: .completeUntilFirstUserAuthentication
      default: .none
      }
  }
}

extension FileProtectionType {
  fileprivate init(_ protection: ApplicationStore.Protection) {
    self =
      switch protection {
      case .none: .none
      case .complete: .complete
      case .completeUnlessOpen: .completeUnlessOpen
      case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
      }
  }
}
