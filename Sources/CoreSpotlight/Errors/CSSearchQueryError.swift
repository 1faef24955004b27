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
/// - Note: Unlike on Apple's systems, `as? CSSearchQueryError` does not convert an `NSError`.
public struct CSSearchQueryError: CustomNSError, LocalizedError {
  /// The kind of failure.
  public let code: Code

  // Stored as an object because a dictionary of `Any` is neither sendable nor hashable.
  private let object: NSError

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - userInfo: Further information, with the keys of `NSError`. A text under
  ///     `NSLocalizedDescriptionKey` replaces the description of the code.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    object = NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The information that the error was created with.
  public var userInfo: [String: Any] { object.userInfo }

  // MARK: NSError

  /// The domain of these errors, ``CSSearchQueryErrorDomain``.
  public static var errorDomain: String { CSSearchQueryErrorDomain }

  /// The code as a number.
  public var errorCode: Int { code.rawValue }

  /// The information that the error was created with, and the descriptions that it lacks.
  ///
  /// - Note: Foundation on Linux does not ask an error with its own `errorUserInfo` for localized
  ///   descriptions, so this dictionary contains them.
  public var errorUserInfo: [String: Any] {
    [
      NSLocalizedDescriptionKey: "\(code.failureReason) \(code.recoverySuggestion)",
      NSLocalizedFailureReasonErrorKey: code.failureReason,
      NSLocalizedRecoverySuggestionErrorKey: code.recoverySuggestion,
    ].merging(userInfo) { $1 }
  }

  // MARK: Descriptions

  /// What happened, and what to do.
  public var errorDescription: String? { errorUserInfo[NSLocalizedDescriptionKey] as? String }

  /// What happened.
  public var failureReason: String? { errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String }

  /// What to do.
  public var recoverySuggestion: String? { errorUserInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }
}

extension CSSearchQueryError: Hashable {
  /// Errors are equal if their codes and their information are equal.
  public static func == (left: Self, right: Self) -> Bool { left.object == right.object }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CSSearchQueryError: CustomStringConvertible {
  /// The domain, the code and the description of the error, for a log.
  public var description: String { "\(Self.errorDomain) \(errorCode): \(errorDescription ?? "\(code)")" }
}
