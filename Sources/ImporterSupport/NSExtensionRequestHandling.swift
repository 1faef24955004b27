public import Foundation

/// A request from the host to an extension, as in Apple's Foundation.
open class NSExtensionContext: NSObject {
  /// The items of the request; empty, because an indexer's requests have none.
  open var inputItems: [Any] { [] }
}

/// The principal class of an extension, as in Apple's Foundation.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  /// Begins to handle a request from the host.
  func beginRequest(with context: NSExtensionContext)
}
