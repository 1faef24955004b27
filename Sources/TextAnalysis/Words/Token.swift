// SPDX-License-Identifier: Apache-2.0

/// A word of a text, or part of one, possibly with signs: its byte range and its position among
/// words.
package struct Token: Equatable, Sendable {
  /// The byte range of the surface form in the text.
  package let range: Range<Int>

  /// The index among the parts of words, from 0.
  package let position: Int

  /// The number of positions of the token: 1, or the number of parts for a whole word of several
  /// parts. The next word begins at `position + width`. A surface form always has the same width,
  /// so that an index need not store it: ``Tokenizer/width(of:)``.
  package let width: Int

  package init(range: Range<Int>, position: Int, width: Int = 1) {
    self.range = range
    self.position = position
    self.width = width
  }
}
