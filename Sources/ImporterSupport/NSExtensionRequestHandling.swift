// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The principal class of an extension, as in Apple's Foundation.
///
/// Searchlight calls importers directly, and index extensions after ``beginRequest(with:)``.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  /// Begins to handle a request from the host.
  func beginRequest(with context: NSExtensionContext)
}
