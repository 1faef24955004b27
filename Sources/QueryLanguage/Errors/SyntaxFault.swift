/// Where the parser had to stop, and the edit that would mend a common mistake.
struct SyntaxFault: Error {
  /// Replaces some bytes of the query.
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
  /// The least edit that removes this fault; the result may have another one.
  var repair: Repair?
}
