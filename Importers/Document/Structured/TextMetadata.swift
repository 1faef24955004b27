// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What the first lines of a structured text say about it.
struct TextMetadata {
  var title: String?
  var authors: [String] = []
  var description: String?
  var languages: [String] = []
  var keywords: [String] = []
  var organization: String?
  var copyright: String?
  var creationDate: Date?
  var modificationDate: Date?
  /// Metadata under the names of the author.
  var others: [(name: String, value: String)] = []
}
