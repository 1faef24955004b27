// SPDX-License-Identifier: Apache-2.0

/// Recognises messages and mailboxes by their headers. They often have no extension, and libmagic knows only those that
/// begin with one of a few headers.
package enum MessageHead {
  /// The number of bytes that tell the type. Signatures before the other headers take several kilobytes.
  package static let byteCount = 16 << 10

  /// The MIME type of a text that begins with `head`; `nil` if it is neither a message nor a mailbox.
  package static func mimeType(_ head: Span<UInt8>) -> String? {
    let head = unsafe head.extracting(first: min(head.count, byteCount)).withUnsafeBufferPointer { unsafe Array($0) }
    var names: Set<String> = []
    var isMailbox = false
    for (number, line) in head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if number == 0, line.starts(with: "From ".utf8) {
        isMailbox = true
        continue
      }
      guard let first = line.first, first != UInt8(ascii: "\r") else { break }
      if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), !names.isEmpty { continue }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { break }
      let name = line[..<colon]
      guard !name.isEmpty, name.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
      names.insert(String(decoding: name, as: UTF8.self).lowercased())
    }
    guard !names.isDisjoint(with: senders), names.intersection(others).count >= 2 else { return nil }
    return isMailbox ? "application/mbox" : "message/rfc822"
  }

  private static let senders: Set = ["from", "return-path", "sender"]
  private static let others: Set = [
    "cc", "content-type", "date", "delivered-to", "message-id", "mime-version", "received", "subject", "to",
  ]
}
