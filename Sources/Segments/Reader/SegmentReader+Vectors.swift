// SPDX-License-Identifier: Apache-2.0

extension SegmentReader {
  /// The vectors of the texts; `nil` if there are none, or vectors of another version.
  package var textVectors: VectorRows? { get throws(SegmentError) { try vectors(.textVectors) } }

  /// The vectors of the words of titles and descriptions; `nil` if there are none, or vectors of another version.
  package var fieldVectors: VectorRows? { get throws(SegmentError) { try vectors(.fieldVectors) } }

  func vectors(_ section: SegmentSection) throws(SegmentError) -> VectorRows? {
    guard let range = sections[section] else { return nil }
    return try VectorRows(Region(source, section, range))
  }
}
