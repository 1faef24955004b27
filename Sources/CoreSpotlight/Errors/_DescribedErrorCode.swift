public import Foundation

/// The codes of one of CoreSpotlight's errors. Clients use ``CSIndexError/Code`` and
/// ``CSSearchQueryError/Code`` instead.
///
/// The members that the two errors share are extensions of Foundation's protocols for codes of this
/// kind. The protocol is public because their declarations must name it.
public protocol _DescribedErrorCode: _ErrorCodeProtocol, RawRepresentable, Hashable, Sendable where RawValue == Int {
  /// What happened.
  var _failureReason: String { get }

  /// What to do.
  var _recoverySuggestion: String { get }
}

extension _DescribedErrorCode {
  /// Whether an error has this code. `catch` clauses and `case` patterns use it.
  ///
  /// Foundation's operator does not match an `NSError`, because casts on Linux do not convert one.
  public static func ~= (match: Self, error: any Error) -> Bool {
    let object = error as NSError
    return object.domain == _ErrorType._nsErrorDomain && object.code == match.rawValue
  }
}

extension _BridgedStoredNSError where Self: LocalizedError, Code: _DescribedErrorCode {
  /// The information that the error was created with.
  public var userInfo: [String: Any] { _nsError.userInfo }

  /// The information that the error was created with, and the descriptions that it lacks.
  ///
  /// - Note: Foundation on Linux does not ask an error with its own `errorUserInfo` for localized
  ///   descriptions, so this dictionary contains them.
  public var errorUserInfo: [String: Any] {
    [
      NSLocalizedDescriptionKey: "\(code._failureReason) \(code._recoverySuggestion)",
      NSLocalizedFailureReasonErrorKey: code._failureReason,
      NSLocalizedRecoverySuggestionErrorKey: code._recoverySuggestion,
    ].merging(userInfo) { $1 }
  }

  /// What happened, and what to do.
  public var errorDescription: String? { errorUserInfo[NSLocalizedDescriptionKey] as? String }

  /// What happened.
  public var failureReason: String? { errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String }

  /// What to do.
  public var recoverySuggestion: String? { errorUserInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }

  /// Hashes the code. Foundation's implementation traps on Linux.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The domain, the code and the description of the error, for a log.
  public var description: String { "\(Self.errorDomain) \(errorCode): \(errorDescription ?? "\(code)")" }
}
