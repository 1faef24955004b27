public import Foundation

/// The principal class of an extension, as in Apple's Foundation.
///
/// Searchlight calls importers and index delegates directly, so nothing calls this method. It exists
/// so that extensions for Apple's systems compile.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  /// Begins to handle a request from the host.
  func beginRequest(with context: NSExtensionContext)
}
