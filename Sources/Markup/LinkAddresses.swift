// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport

/// The addresses of the links in a document. They follow its text, because they would separate the words around a link.
package struct LinkAddresses {
  /// More and longer addresses are not kept.
  private static let maximumCount = 20_000
  private static let maximumByteCount = 4096

  private var addresses: [String] = []
  private var known: Set<String> = []

  package init() {}

  /// Adds an address, unless it leads to another place of the document, or to a file beside it: most links of manuals do.
  package mutating func take(_ address: String) {
    let address = address.trimmed
    guard addresses.count < Self.maximumCount, address.utf8.count <= Self.maximumByteCount, Self.leadsElsewhere(address) else { return }
    if known.insert(address).inserted { addresses.append(address) }
  }

  /// Adds the address in the instruction of a field of Word: `HYPERLINK "https://example.org/" \l "part"`.
  package mutating func take(fieldInstruction text: String) {
    for match in text.matches(of: /HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]+)"/) { take(String(match.output.1)) }
  }

  /// The addresses, each followed by a newline, and in a second form if people read escaped characters differently. Begins with a
  /// newline. There are none left then.
  package mutating func takeText() -> String {
    defer { self = LinkAddresses() }
    var text = addresses.isEmpty ? "" : "\n"
    for address in addresses {
      text += address + "\n"
      if address.contains("%"), let readable = address.removingPercentEncoding, readable != address { text += readable + "\n" }
    }
    return text
  }

  private static let otherSchemes: Set = ["about", "blob", "cid", "data", "javascript", "mid"]

  private static func leadsElsewhere(_ address: String) -> Bool {
    if address.hasPrefix("//") { return true }
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = address[..<colon]
    let isScheme = scheme.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "+-.".utf8.contains(byte)
    }
    // A single letter is a drive of Windows.
    return isScheme && scheme.utf8.count > 1 && !otherSchemes.contains(scheme.lowercased())
  }
}
