// SPDX-License-Identifier: Apache-2.0

package import ShellSearch

/// What the window shows of the selected result beside the list.
package struct Preview: Hashable, Sendable {
  package struct Attribute: Hashable, Sendable {
    /// In English; the window translates it.
    package var title: String
    package var value: String

    package init(title: String, value: String) { (self.title, self.value) = (title, value) }
  }

  package struct Excerpt: Hashable, Sendable {
    package var text: String
    /// The ranges of the typed words, in bytes of UTF-8. They ascend and do not overlap.
    package var matches: [Range<Int>]

    package init(text: String, matches: [Range<Int>]) { (self.text, self.matches) = (text, matches) }
  }

  package var row: ResultRow
  /// The path of a file, or the address of an item.
  package var location: String
  /// Kind, size and time of the last change.
  package var facts: String
  package var attributes: [Attribute]
  package var excerpt: Excerpt?
  /// Where a thumbnail of the file may be.
  package var thumbnail: ThumbnailSource?

  package init(
    row: ResultRow, location: String, facts: String = "", attributes: [Attribute] = [], excerpt: Excerpt? = nil,
    thumbnail: ThumbnailSource? = nil
  ) {
    (self.row, self.location, self.facts, self.attributes) = (row, location, facts, attributes)
    (self.excerpt, self.thumbnail) = (excerpt, thumbnail)
  }
}
