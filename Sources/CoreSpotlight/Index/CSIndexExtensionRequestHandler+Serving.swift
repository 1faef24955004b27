// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Dispatch
internal import Foundation
internal import IndexStore

extension CSIndexExtensionRequestHandler {
  /// Answers the request for which this process was started, and ends the process. The one line of an
  /// extension's `main.swift` is:
  ///
  ///     MyIndexingExtension().serve()
  ///
  /// `mdutil -cr`, `mds` and ``CSSearchableIndex/fetchData(forBundleIdentifier:itemIdentifier:contentType:)``
  /// start extensions. The process ends when the acknowledgement handler is called. If the handler is
  /// released without having been called, the request has failed.
  ///
  /// - Note: This method exists only on Linux. On Apple's systems, the system runs extensions.
  public func serve() -> Never {
    guard let channel = ExtensionChannel() else {
      FileHandle.standardError.write(
        Data("This program is an index extension, which mdutil and mds start; see searchlight.extension(5).\n".utf8))
      exit(2)
    }
    guard let request = channel.request() else {
      channel.send(.failed("the extension contains a version of Searchlight that does not know this request"))
      exit(1)
    }
    CSSearchableIndex.bundleIdentifier = request.store.bundle
    beginRequest(with: NSExtensionContext())
    let index = CSSearchableIndex(request.store)
    // The delegate may be called on any thread, and may use the main queue meanwhile.
    nonisolated(unsafe) let handler = self
    DispatchQueue.global().async { handler.answer(request, about: index, over: channel) }
    withExtendedLifetime((self, index)) { Self.serveMainQueue() }
  }

  private static func serveMainQueue() -> Never {
    // On another thread, the caller is an asynchronous function, and the main queue is already served.
    if Thread.isMainThread { dispatchMain() }
    while true { pause() }
  }

  private func answer(_ request: ExtensionRequest, about index: CSSearchableIndex, over channel: ExtensionChannel) {
    // A delegate could not add items to a damaged store.
    index.index?.replaceIfDamaged()
    let pending = request.action == .reindexAll ? index.index?.takeRequest() : nil
    // Only the closures that the delegate receives keep the acknowledgement.
    let acknowledgement = Acknowledgement { isGiven in
      SubmittedChanges.finish()
      if isGiven { pending?.finishIfPossible() }
      channel.send(isGiven ? .acknowledged : .failed("the extension did not call the acknowledgement handler"))
      exit(isGiven ? 0 : 1)
    }
    switch request.action {
    case .reindexAll:
      searchableIndex(index) { acknowledgement.give() }
    case .reindex(let identifiers):
      searchableIndex(index, reindexSearchableItemsWithIdentifiers: identifiers) { acknowledgement.give() }
    case .didUpdate:
      // The program may have taken the notice meanwhile.
      let notice = index.index?.takeNotice()
      for items in index.index?.updatedItems(notice?.identifiers ?? []) ?? [] {
        searchableItemsDidUpdate(items.map { $0.searchableItem() })
      }
      SubmittedChanges.finish()
      notice?.finishIfPossible()
      channel.send(.acknowledged)
      exit(0)
    case .content(let item, let type):
      do {
        channel.send(.content([UInt8](try content(ofItem: item, type: type, in: index))))
      } catch {
        channel.send(.failed(error.localizedDescription))
      }
      exit(0)
    }
  }
}
