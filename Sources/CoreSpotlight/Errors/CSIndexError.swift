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
/// if their codes and their information are equal.
///
/// - Note: Unlike on Apple's systems, `as? CSIndexError` does not convert an `NSError`.
public struct CSIndexError: _BridgedStoredNSError, LocalizedError, CustomStringConvertible {
  /// The error as an object. It contains what the program has passed, and no other descriptions.
  public let _nsError: NSError

  /// Wraps an object of the domain ``CSIndexErrorDomain`` with one of the codes.
  public init(_nsError error: NSError) {
    precondition(error.domain == Self._nsErrorDomain && Code(rawValue: error.code) != nil, "The object is not a CSIndexError.")
    _nsError = error
  }

  /// The domain of these errors, ``CSIndexErrorDomain``.
  public static var _nsErrorDomain: String { CSIndexErrorDomain }
}
