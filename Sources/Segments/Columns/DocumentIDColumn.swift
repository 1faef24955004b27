// SPDX-License-Identifier: Apache-2.0

/// The DocumentID of each ordinal of a segment.
package struct DocumentIDColumn: Sendable {
  let numbers: PackedColumn

  package subscript(ordinal: UInt32) -> UInt64 {
    get throws(SegmentError) { try numbers[Int(ordinal)] }
  }
}
