// SPDX-License-Identifier: Apache-2.0

package import QueryLanguage

/// A query and the folders to search.
package struct Search {
  /// The query, with the hints of all the texts that it was built from.
  package var query: Query
  /// The folders to search; empty to search everywhere.
  package var folders: [[UInt8]]

  package init(query: Query, folders: [[UInt8]]) { (self.query, self.folders) = (query, folders) }
}
