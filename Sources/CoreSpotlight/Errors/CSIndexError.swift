// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A failure to change a program's index, or to read its state.
///
/// A `catch` clause can name one code. It also matches an `NSError` with the same domain and code:
///
/// ```swift
/// do {
///   try addToIndex(items)
/// } catch CSIndexError.quotaExceeded {
///   removeOldItems()
/// }
/// ```
///
/// An error is created from a code and, optionally, further information with the keys of `NSError`.
/// A text under `NSLocalizedDescriptionKey` replaces the description of the code. Errors are equal
/// if their codes and their information are equal. `as NSError` converts an error to an object, and
/// `as? CSIndexError` an object of the domain to an error.
public struct CSIndexError: _BridgedStoredNSError, LocalizedError, CustomStringConvertible, _ObjectiveCBridgeable {
  /// The class of the error as an object.
  public typealias _ObjectiveCType = NSError

  /// The error as an object. It contains what the program has passed, and no other descriptions.
  public let _nsError: NSError

  /// Wraps an object of the domain ``CSIndexErrorDomain``.
  public init(_nsError error: NSError) {
    precondition(error.domain == Self._nsErrorDomain, "The object is not a CSIndexError.")
    _nsError = error
  }

  /// The domain of these errors, ``CSIndexErrorDomain``.
  public static var _nsErrorDomain: String { CSIndexErrorDomain }
}
