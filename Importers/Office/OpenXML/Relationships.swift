// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// The addresses of links among the relationships of a part.
final class Relationships: XMLHandler {
  private var links = LinkAddresses()

  /// The name of the part with the relationships of another one: `xl/worksheets/_rels/sheet1.xml.rels`.
  static func part(of name: String) -> String {
    let slash = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    return name[..<slash] + "_rels/" + name[slash...] + ".rels"
  }

  /// The addresses, with a newline after each.
  func takeText() -> String { links.takeText() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    guard element == "Relationship", attributes["TargetMode"] == "External", attributes["Type"]?.hasSuffix("/hyperlink") == true else {
      return
    }
    if let address = attributes["Target"] { links.take(address) }
  }

  func end(_ element: String) {}

  func add(_ characters: borrowing Span<UInt8>) {}
}
