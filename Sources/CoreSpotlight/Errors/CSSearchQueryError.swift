public import Foundation

/// The failure of a query.
///
/// A `catch` clause can name one code. It also matches an `NSError` with the same domain and code:
///
/// ```swift
/// do {
///   try search(for: text)
/// } catch CSSearchQueryError.invalidQuery {
///   showSyntaxHelp()
/// }
/// ```
///
/// An error is created from a code and, optionally, further information with the keys of `NSError`.
/// A text under `NSLocalizedDescriptionKey` replaces the description of the code. Errors are equal
/// if their codes and their information are equal.
///
/// - Note: Unlike on Apple's systems, `as? CSSearchQueryError` does not convert an `NSError`.
public struct CSSearchQueryError: _BridgedStoredNSError, LocalizedError, CustomStringConvertible {
  /// The error as an object. It contains what the program has passed, and no other descriptions.
  public let _nsError: NSError

  /// Wraps an object of the domain ``CSSearchQueryErrorDomain`` with one of the codes.
  public init(_nsError error: NSError) {
    precondition(error.domain == Self._nsErrorDomain && Code(rawValue: error.code) != nil, "The object is not a CSSearchQueryError.")
    _nsError = error
  }

  /// The domain of these errors, ``CSSearchQueryErrorDomain``.
  public static var _nsErrorDomain: String { CSSearchQueryErrorDomain }
}
