// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension CSSearchQueryError {
  /// The kinds of failures of a query.
  public enum Code: Int, _DescribedErrorCode {
    /// The error with these codes.
    public typealias _ErrorType = CSSearchQueryError

    /// The query failed for a reason that no other code describes.
    case unknown = -2000
    /// The index cannot be searched at present.
    case indexUnreachable = -2001
    /// The query, or one of its filters, is malformed.
    case invalidQuery = -2002
    /// The program cancelled the query.
    case cancelled = -2003
  }

  /// The query failed for a reason that no other code describes.
  public static var unknown: Code { .unknown }

  /// The index cannot be searched at present.
  public static var indexUnreachable: Code { .indexUnreachable }

  /// The query, or one of its filters, is malformed.
  public static var invalidQuery: Code { .invalidQuery }

  /// The program cancelled the query.
  public static var cancelled: Code { .cancelled }
}

extension CSSearchQueryError.Code {
  /// ``unknown``.
  public static var _unknown: Self { .unknown }

  /// What happened.
  public var _failureReason: String {
    switch self {
    case .unknown: "The query failed for an unknown reason."
    case .indexUnreachable: "The index cannot be reached."
    case .invalidQuery: "The query is malformed."
    case .cancelled: "The query was cancelled."
    }
  }

  /// What to do.
  public var _recoverySuggestion: String {
    switch self {
    case .unknown: "Try again."
    case .indexUnreachable: "Try again later."
    case .invalidQuery: "Check the quotes, the parentheses and the operators of the query."
    case .cancelled: "Create another query to search again."
    }
  }
}
