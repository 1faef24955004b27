// SPDX-License-Identifier: Apache-2.0

/// A query contains a byte that is not part of UTF-8. Replacing it would search for something else.
package struct InvalidQueryByte: Error, Equatable, CustomStringConvertible {
  package let byte: UInt8
  /// Counts bytes from 1.
  package let position: Int

  package var description: String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte \(position) of the query, 0x\(digits), is not valid UTF-8; -name finds such names by their other characters"
  }
}

extension String {
  /// The text of a query.
  package init(query bytes: [UInt8]) throws(InvalidQueryByte) {
    do throws(UTF8.ValidationError) {
      self.init(copying: try UTF8Span(validating: bytes.span))
    } catch {
      let offset = error.byteOffsets.lowerBound
      throw InvalidQueryByte(byte: bytes[offset], position: offset + 1)
    }
  }
}

extension Invocation {
  /// The operands as a query: words separated by spaces.
  package func query() throws(InvalidQueryByte) -> String { try String(query: Array(operands.joined(separator: [UInt8(ascii: " ")]))) }
}
