public import Foundation

/// A request of the host to an extension, as Foundation has it on Apple's systems.
open class NSExtensionContext: NSObject {
  /// What the host hands over. Empty: an indexer's requests carry no items.
  open var inputItems: [Any] { [] }
}

/// An extension's principal class, as Foundation has it on Apple's systems.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  /// Begins to serve a request of the host.
  func beginRequest(with context: NSExtensionContext)
}
