// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The fields of the head of a mail that tell what sent it.
struct MessageHeaders {
  /// The values of each field, by its name in lower case.
  private var fields: [String: String] = [:]

  init(_ record: AttributeRecord) {
    guard case .dictionary(let headers)? = record[.emailHeaders] else { return }
    for (name, value) in headers {
      let texts = value.elements.map { if case .string(let text) = $0 { text.lowercased() } else { "" } }
      fields[name.lowercased()] = texts.joined(separator: " ")
    }
  }

  var areOfList: Bool { ["list-id", "list-unsubscribe", "list-post"].contains { fields[$0] != nil } }

  var areAutomatic: Bool {
    if let submitted = fields["auto-submitted"], submitted != "no" { return true }
    if let precedence = fields["precedence"], ["bulk", "junk", "list", "auto_reply"].contains(precedence) { return true }
    return ["x-auto-response-suppress", "x-autoreply", "feedback-id"].contains { fields[$0] != nil }
  }

  var areUrgent: Bool {
    if fields["importance"] == "high" || fields["priority"] == "urgent" { return true }
    return fields["x-priority"].map { $0.hasPrefix("1") || $0.hasPrefix("2") } ?? false
  }

  /// Whether a program writes with an address.
  static func isAutomatic(_ address: String) -> Bool {
    let name = address.prefix { $0 != "@" }
    let plain = name.filter { $0.isLetter }
    return ["noreply", "donotreply", "mailerdaemon", "postmaster", "notification", "notifications", "newsletter", "bounce", "bounces"]
      .contains { plain == $0 } || plain.hasPrefix("noreply") || plain.hasSuffix("noreply")
  }
}
