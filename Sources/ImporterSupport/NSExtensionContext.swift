// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request from the host to an extension, as in Apple's Foundation.
///
/// Index extensions answer requests by the methods of their class, so a context has no items, and its
/// methods have no effect. They call their completion handlers before they return.
open class NSExtensionContext: NSObject {
  /// The items of the request; empty, because an indexer's requests have none.
  open var inputItems: [Any] { [] }

  /// Ends the request with results, which are ignored.
  ///
  /// - Parameter completionHandler: Receives `false`, since the host does not interrupt the
  ///   extension.
  open func completeRequest(returningItems items: [Any]?, completionHandler: ((_ expired: Bool) -> Void)? = nil) {
    completionHandler?(false)
  }

  /// Ends the request with results, which are ignored. The result is `false`.
  @discardableResult
  nonisolated(nonsending) open func completeRequest(returningItems items: [Any]?) async -> Bool { false }

  /// Ends the request with an error, which is ignored.
  open func cancelRequest(withError error: any Error) {}

  /// Opens no URL.
  ///
  /// - Parameter completionHandler: Receives `false`.
  open func open(_ url: URL, completionHandler: ((_ success: Bool) -> Void)? = nil) { completionHandler?(false) }

  /// Opens no URL. The result is `false`.
  nonisolated(nonsending) open func open(_ url: URL) async -> Bool { false }
}
