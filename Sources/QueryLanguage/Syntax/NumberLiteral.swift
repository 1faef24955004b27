// SPDX-License-Identifier: Apache-2.0

/// A number with its spelling in the query. Text is compared with the spelling, and numbers with
/// the value.
package struct NumberLiteral: Hashable, Sendable {
  package let spelling: String
  /// Infinite if the number exceeds the range of a double.
  package let value: Double

  /// - Returns: `nil` unless `spelling` is `[+-] digits [. digits] [e [+-] digits]`.
  package init?(_ spelling: String) {
    guard Self.isNumber(spelling.utf8), let value = Double(spelling) else { return nil }
    self.spelling = spelling
    self.value = value
  }

  package init(_ integer: Int) {
    spelling = String(integer)
    value = Double(integer)
  }

  /// - Parameter value: A finite number.
  package init(_ value: Double) {
    self.value = value
    spelling = Int(exactly: value).map { String($0) } ?? "\(value)"
  }

  /// Swift's conversion would also accept `0x1p3`, `inf` and `nan`.
  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    func takeSign() {
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    }
    func takeDigits() -> Bool {
      let tail = rest.drop(while: isDigit)
      defer { rest = tail }
      return tail.startIndex > rest.startIndex
    }
    takeSign()
    guard takeDigits() else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits() else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      takeSign()
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }
}

extension NumberLiteral: CustomStringConvertible {
  package var description: String { spelling }
}
