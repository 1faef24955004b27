// SPDX-License-Identifier: Apache-2.0

/// A text that continues what a person typed, and that has hits.
package struct Completion: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A name or title of a document.
    case title
    /// A keyword, or a person, of a document.
    case value
    /// What was typed, with the last word completed.
    case word
  }

  package let text: String

  /// The parts of ``text`` that match what was typed, as ranges of its UTF-8 bytes in ascending
  /// order. They begin and end between characters.
  package let matches: [Range<Int>]

  package let source: Source
}
