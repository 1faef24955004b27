/// The domain of ``CSIndexError``.
public let CSIndexErrorDomain: String = "CSIndexErrorDomain"

/// The domain of ``CSSearchQueryError``.
public let CSSearchQueryErrorDomain: String = "CSSearchQueryErrorDomain"
