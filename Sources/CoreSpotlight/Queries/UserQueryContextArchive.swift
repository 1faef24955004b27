// SPDX-License-Identifier: Apache-2.0

/// The archived values that a `CSUserQueryContext` has in addition to those of its superclass.
struct UserQueryContextArchive: Codable {
  var enableRankedResults: Bool
  var disableSemanticSearch: Bool
  var maxResultCount: Int
  var maxSuggestionCount: Int
  var maxRankedResultCount: Int
  var currentSuggestion: SuggestionArchive?
}
