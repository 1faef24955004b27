// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A request for items that a delegate can answer in two ways: with a handler, or asynchronously.
enum ItemRequest: Sendable {
  case items([String])
  case protectedItems([String], FileProtectionType)

  /// The request whose default implementation with a handler is running in this task.
  ///
  /// A delegate implements one of the two ways, and the default implementation of each calls the
  /// other. If a delegate implements neither, they would call each other without end: the
  /// asynchronous one finds the object here, and stops.
  @TaskLocal static var origin: Origin?

  struct Origin: Equatable, Sendable {
    let delegate: ObjectIdentifier
    let hasProtectionClass: Bool
  }

  func origin(of delegate: any CSSearchableIndexDelegate) -> Origin {
    let hasProtectionClass = if case .protectedItems = self { true } else { false }
    return Origin(delegate: ObjectIdentifier(delegate), hasProtectionClass: hasProtectionClass)
  }
}

extension CSSearchableIndexDelegate {
  /// Answers a request with a handler by calling the asynchronous method.
  func provide(_ request: ItemRequest, to handler: @escaping @Sendable ([CSSearchableItem]) -> Void) {
    // A delegate answers on any thread, as on Apple's systems, although its type does not say so.
    nonisolated(unsafe) let delegate: any CSSearchableIndexDelegate = self
    ItemRequest.$origin.withValue(request.origin(of: self)) {
      _ = Task {
        switch request {
        case .items(let identifiers): handler(await delegate.searchableItems(forIdentifiers: identifiers))
        case .protectedItems(let identifiers, let protectionClass):
          handler(await delegate.searchableItems(forIdentifiers: identifiers, protectionClass: protectionClass))
        }
      }
    }
  }

  /// Answers an asynchronous request by calling the method with a handler.
  nonisolated(nonsending) func provided(_ request: ItemRequest) async -> [CSSearchableItem] {
    if ItemRequest.origin == request.origin(of: self) {
      switch request {
      case .items: return []
      case .protectedItems(let identifiers, _): return await searchableItems(forIdentifiers: identifiers)
      }
    }
    return await withCheckedContinuation { continuation in
      let handler: @Sendable ([CSSearchableItem]) -> Void = { items in
        // The delegate hands the items over: nothing else uses them.
        nonisolated(unsafe) let items = items
        continuation.resume(returning: items)
      }
      switch request {
      case .items(let identifiers): searchableItems(forIdentifiers: identifiers, searchableItemsHandler: handler)
      case .protectedItems(let identifiers, let protectionClass):
        searchableItems(forIdentifiers: identifiers, protectionClass: protectionClass, searchableItemsHandler: handler)
      }
    }
  }
}
