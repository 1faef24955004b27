/// A word of a text, or a part of one, perhaps with signs: where it stands in the bytes and in the order of words.
package struct Token: Equatable, Sendable {
  /// The bytes of the surface form, counted from the beginning of the text.
  package let range: Range<Int>

  /// Counts the parts of words from 0.
  package let position: Int

  /// How many positions the token covers: 1, or the number of parts when it is a whole word of several. The next word begins at `position +
  /// width`. A surface form always has the same width, so an index need not store it: ``Tokenizer/width(of:)``.
  package let width: Int

  package init(range: Range<Int>, position: Int, width: Int = 1) {
    self.range = range
    self.position = position
    self.width = width
  }
}
