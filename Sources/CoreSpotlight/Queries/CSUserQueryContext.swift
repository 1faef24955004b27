// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The options of a query that a person types: in addition to those of every query, the number of
/// results and suggestions, and their order.
open class CSUserQueryContext: CSSearchQueryContext {
  /// Whether found items are ranked by their relevance to the person; `true` by default.
  open var enableRankedResults = true

  /// Whether only the words of the query are searched for, not their meaning; `false` by default.
  ///
  /// - Note: Searchlight keeps the option, which has no effect: it never searches by meaning.
  open var disableSemanticSearch = false

  /// The maximum number of items to find; 0, the default, means no limit.
  open var maxResultCount = 0

  /// The maximum number of suggestions to find; 0, the default, means none.
  open var maxSuggestionCount = 0

  /// The maximum number of items to rank; 100 by default.
  ///
  /// No more items are ranked than ``maxResultCount`` allows to find.
  open var maxRankedResultCount = 100

  /// The suggestion that the person chose before this query; `nil` if there is none.
  package private(set) var currentSuggestion: CSSuggestion?

  /// Creates a context with the default options.
  public override init() { super.init() }

  /// Creates a context with the default options for a query that follows a suggestion.
  ///
  /// - Parameter currentSuggestion: The suggestion that the person chose, if any. A query with an empty
  ///   text searches for it.
  public init(currentSuggestion: CSSuggestion?) {
    self.currentSuggestion = currentSuggestion
    super.init()
  }

  private init(copying context: CSUserQueryContext) {
    enableRankedResults = context.enableRankedResults
    disableSemanticSearch = context.disableSemanticSearch
    maxResultCount = context.maxResultCount
    maxSuggestionCount = context.maxSuggestionCount
    maxRankedResultCount = context.maxRankedResultCount
    currentSuggestion = context.currentSuggestion
    super.init(copying: context)
  }

  // MARK: Copying and archiving

  /// An independent context with the same options.
  open override func copy(with zone: NSZone? = nil) -> Any { CSUserQueryContext(copying: self) }

  /// Archives all options, including the chosen suggestion.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    let archive = UserQueryContextArchive(
      enableRankedResults: enableRankedResults, disableSemanticSearch: disableSemanticSearch, maxResultCount: maxResultCount,
      maxSuggestionCount: maxSuggestionCount, maxRankedResultCount: maxRankedResultCount, currentSuggestion: currentSuggestion?.archive)
    coder.encodeValues(archive, forKey: "userQueryContext")
  }

  /// Restores an archived context; `nil` if the archive does not contain a valid one.
  public required init?(coder: NSCoder) {
    guard let archive = coder.decodeValues(UserQueryContextArchive.self, forKey: "userQueryContext") else { return nil }
    enableRankedResults = archive.enableRankedResults
    disableSemanticSearch = archive.disableSemanticSearch
    maxResultCount = archive.maxResultCount
    maxSuggestionCount = archive.maxSuggestionCount
    maxRankedResultCount = archive.maxRankedResultCount
    if let suggestion = archive.currentSuggestion {
      guard let currentSuggestion = CSSuggestion(suggestion) else { return nil }
      self.currentSuggestion = currentSuggestion
    }
    super.init(coder: coder)
  }
}
