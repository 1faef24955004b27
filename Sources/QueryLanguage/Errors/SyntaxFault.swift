// SPDX-License-Identifier: Apache-2.0

/// The position at which the parser failed, and an edit that would correct a common mistake.
struct SyntaxFault: Error {
  /// A replacement of some bytes of the query.
  struct Repair {
    /// UTF-8 offsets.
    var range: Range<Int>
    var replacement: String

    static func insert(_ text: String, at offset: Int) -> Repair { Repair(range: offset..<offset, replacement: text) }

    static func delete(_ range: Range<Int>) -> Repair { Repair(range: range, replacement: "") }

    static func replace(_ range: Range<Int>, with text: String) -> Repair { Repair(range: range, replacement: text) }
  }

  var message: String
  /// UTF-8 offset into the query.
  var offset: Int
  var expected: String?
  /// The smallest edit that corrects this fault. The result may have another fault.
  var repair: Repair?
}
