// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

/// `attribute MATCHES "pattern"`: the whole value matches a regular expression. As in NSPredicate's language; an extension of Spotlight's.
///
/// The pattern stands in quotes. In it, a backslash keeps its meaning in regular expressions, except before a quote.
package struct ExpressionComparison: Hashable, Sendable {
  package var attribute: AttributeTerm
  package var expression: RegularExpression

  package init(_ attribute: AttributeTerm, _ expression: RegularExpression) { (self.attribute, self.expression) = (attribute, expression) }

  /// A pattern that was written between quotes, or elsewhere: before a quote, a backslash means nothing in a regular expression.
  static func pattern(_ bytes: some Collection<UInt8>) -> String {
    var pattern: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
        pattern += next.isQuote ? [next] : [byte, next]
      } else {
        pattern.append(byte)
      }
    }
    return String(decoding: pattern, as: UTF8.self)
  }
}

extension ExpressionComparison: CustomStringConvertible {
  package var description: String {
    var text: [UInt8] = []
    var rest = expression.pattern.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
      if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { text.append(next) }
    }
    return "\(attribute) MATCHES \"\(String(decoding: text, as: UTF8.self))\"\(expression.ignoresCase ? "c" : "")"
  }
}
