// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension CSIndexError {
  /// The kinds of failures of a program's index.
  public enum Code: Int, _DescribedErrorCode {
    /// The error with these codes.
    public typealias _ErrorType = CSIndexError

    /// The index failed for a reason that no other code describes.
    case unknownError = -1
    /// The index cannot be used at present.
    case indexUnavailableError = -1000
    /// An item is invalid.
    case invalidItemError = -1001
    /// The client state is invalid. It may have at most 250 bytes.
    case invalidClientStateError = -1002
    /// The connection to the index failed.
    case remoteConnectionError = -1003
    /// The items of the program need more space than the index grants it.
    case quotaExceeded = -1004
    /// This system cannot index the items of programs.
    case indexingUnsupported = -1005
    /// The stored client state differs from the expected one: another part of the program has
    /// changed the index.
    case mismatchedClientState = -1006
  }

  /// The index failed for a reason that no other code describes.
  public static var unknownError: Code { .unknownError }

  /// The index cannot be used at present.
  public static var indexUnavailableError: Code { .indexUnavailableError }

  /// An item is invalid.
  public static var invalidItemError: Code { .invalidItemError }

  /// The client state is invalid. It may have at most 250 bytes.
  public static var invalidClientStateError: Code { .invalidClientStateError }

  /// The connection to the index failed.
  public static var remoteConnectionError: Code { .remoteConnectionError }

  /// The items of the program need more space than the index grants it.
  public static var quotaExceeded: Code { .quotaExceeded }

  /// This system cannot index the items of programs.
  public static var indexingUnsupported: Code { .indexingUnsupported }

  /// The stored client state differs from the expected one: another part of the program has changed
  /// the index.
  public static var mismatchedClientState: Code { .mismatchedClientState }
}

extension CSIndexError.Code {
  /// ``unknownError``.
  public static var _unknown: Self { .unknownError }

  /// What happened.
  public var _failureReason: String {
    switch self {
    case .unknownError: "The index failed for an unknown reason."
    case .indexUnavailableError: "The index is not available."
    case .invalidItemError: "An item is invalid and cannot be indexed."
    case .invalidClientStateError: "The client state is invalid."
    case .remoteConnectionError: "The connection to the index failed."
    case .quotaExceeded: "The program has no space left in the index."
    case .indexingUnsupported: "This system does not support the indexing of items."
    case .mismatchedClientState: "The stored client state differs from the expected one."
    }
  }

  /// What to do.
  public var _recoverySuggestion: String {
    switch self {
    case .unknownError: "Try again."
    case .indexUnavailableError: "Try again later."
    case .invalidItemError: "Check the identifiers, the attributes and the expiration date of the item."
    case .invalidClientStateError: "Pass at most 250 bytes as the client state."
    case .remoteConnectionError: "Try again."
    case .quotaExceeded: "Delete items that are no longer needed, and try again."
    case .indexingUnsupported: "Continue without the index."
    case .mismatchedClientState: "Fetch the stored client state, and index what has changed since."
    }
  }
}
