// SPDX-License-Identifier: Apache-2.0

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

  /// The code that stands for a number without a code.
  static var _unknown: Self { get }
}

extension _DescribedErrorCode {
  /// Whether an error has this code. `catch` clauses and `case` patterns use it.
  ///
  /// An `NSError` is compared by its number, because several numbers may have the code for the unknown.
  public static func ~= (match: Self, error: any Error) -> Bool {
    let object = error as NSError
    return object.domain == _ErrorType._nsErrorDomain && object.code == match.rawValue
  }
}

extension _DescribedErrorCode {
  /// The descriptions of an error without others.
  fileprivate var descriptions: [String: Any] {
    [
      NSLocalizedDescriptionKey: "\(_failureReason) \(_recoverySuggestion)",
      NSLocalizedFailureReasonErrorKey: _failureReason,
      NSLocalizedRecoverySuggestionErrorKey: _recoverySuggestion,
    ]
  }
}

extension _BridgedStoredNSError where Self: LocalizedError, Code: _DescribedErrorCode {
  /// The information that the error was created with.
  public var userInfo: [String: Any] { _nsError.userInfo }

  /// The information that the error was created with, and the descriptions that it lacks.
  ///
  /// - Note: Foundation on Linux does not ask an error with its own `errorUserInfo` for localized
  ///   descriptions, so this dictionary contains them.
  public var errorUserInfo: [String: Any] { code.descriptions.merging(userInfo) { $1 } }

  /// The kind of failure. A number that this version of the module does not know stands for an unknown
  /// failure; `errorCode` has the number.
  public var code: Code { Code(rawValue: _nsError.code) ?? ._unknown }

  /// What happened, and what to do.
  public var errorDescription: String? { errorUserInfo[NSLocalizedDescriptionKey] as? String }

  /// What happened.
  public var failureReason: String? { errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String }

  /// What to do.
  public var recoverySuggestion: String? { errorUserInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }

  /// Hashes the code. Foundation's implementation traps on Linux.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The hash of the code. Foundation's implementation traps on Linux.
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  /// The domain, the code and the description of the error, for a log.
  public var description: String { "\(Self.errorDomain) \(errorCode): \(errorDescription ?? "\(code)")" }
}

// `as? CSIndexError` and a `catch` clause with the type convert an `NSError` of the domain by these
// methods, and `as NSError` converts back. They are requirements of a protocol of the standard library.
extension _BridgedStoredNSError where Self: LocalizedError & _ObjectiveCBridgeable, _ObjectiveCType == NSError, Code: _DescribedErrorCode {
  /// The error as an object, with the descriptions of ``errorUserInfo``.
  public func _bridgeToObjectiveC() -> NSError { NSError(domain: Self._nsErrorDomain, code: errorCode, userInfo: errorUserInfo) }

  /// Converts an object of the domain.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
    guard source.domain == _nsErrorDomain else { return false }
    // What the conversion to an object has added is left out, so that an error equals itself afterwards.
    let added = (Code(rawValue: source.code) ?? ._unknown).descriptions
    let userInfo = source.userInfo.filter { key, value in (added[key] as? String).map { $0 != value as? String } ?? true }
    result = Self(_nsError: NSError(domain: source.domain, code: source.code, userInfo: userInfo))
    return true
  }

  /// Converts an object. Traps if it is of another domain.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
    precondition(_conditionallyBridgeFromObjectiveC(source, result: &result), "The object is not a \(Self.self).")
  }

  /// Converts an object. Traps if there is none, or if it is of another domain.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
    guard let source else { preconditionFailure("There is no error.") }
    return Self(_nsError: source)
  }
}
