// SPDX-License-Identifier: Apache-2.0

/// The domain of ``CSIndexError``.
public let CSIndexErrorDomain: String = "CSIndexErrorDomain"

/// The domain of ``CSSearchQueryError``.
public let CSSearchQueryErrorDomain: String = "CSSearchQueryErrorDomain"
