// SPDX-License-Identifier: Apache-2.0

/// The archived values of a `CSSearchQueryContext`.
struct QueryContextArchive: Codable {
  var fetchAttributes: [String]
  var filterQueries: [String]
  var keyboardLanguage: String?
  /// The bits of the options. Property lists have no unsigned integers of 64 bits.
  var sourceOptions: Int
}
