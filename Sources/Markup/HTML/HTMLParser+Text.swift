// SPDX-License-Identifier: Apache-2.0

package import ImporterSupport

extension HTMLParser {
  /// Parses more text, and delivers what a browser would show of it.
  ///
  /// - Throws: `damaged` if the parser would have to store the rest of the document.
  package mutating func parse(_ bytes: borrowing Span<UInt8>, to text: TextSink) throws {
    parse(bytes)
    try text.append(utf8: content.takeText().span)
    if isStuck { throw ImportError.damaged("a comment or tag has no end") }
  }

  /// Ends the document, and delivers the rest of its text, and the addresses of its links.
  package mutating func finish(to text: TextSink) throws {
    finish()
    try text.append(utf8: content.takeText().span)
    try text.append(content.links.takeText())
  }
}
